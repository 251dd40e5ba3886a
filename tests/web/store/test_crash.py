"""The server killed under load: what it acknowledged is kept.  ``python -m benchmarks.durability`` does the same at full size."""

from __future__ import annotations

from benchmarks.durability import run


def test_what_was_acknowledged_survives_a_kill(where: str) -> None:
    done = run(where, players=4, rounds=1, kills=1, every=7)  # it compares every answer with the record
    assert done.rounds >= 4
    assert sum(player.again for player in done.players) > 0
