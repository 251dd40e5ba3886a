"""Tests of the store: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

from typing import Any

from tablegames.contract.game import Game
from tablegames.web.store import Store

ME, OTHER = "me", "another"
Seen = dict[str, Any]


def bets(game: Game, seats: int = 1) -> dict[int, dict[str, int]]:
    """The wagers that each seat must make, 10.00 each."""
    return {seat: {wager.id: 1000 for wager in game.wagers if wager.required} for seat in range(1, seats + 1)}


def key_of(what: str, seen: Seen) -> str:
    """The key of what is done where a session stands."""
    return f"{what}-{seen['session']}-{seen['events']}"


def opened(store: Store, game: Game, player: str = ME, **options: Any) -> Seen:
    """A new session."""
    rules = options.pop("rules", game.default_rules())
    return store.play.open(player, game, rules, key=options.pop("key", f"open-{game.id}"), **options)


def begun(store: Store, game: Game, seen: Seen, player: str = ME, seats: int = 1) -> Seen:
    """A new round in a session."""
    return store.play.begin(player, seen["session"], bets(game, seats), key=key_of("begin", seen))


def decided(store: Store, seen: Seen, player: str = ME, which: int = 0) -> Seen:
    """A decision of the seat whose turn it is: that of its choices, the first being the largest wager."""
    turn = seen["round"]["turn"]
    return store.play.act(
        player, seen["session"], seen["rounds"], turn["seat"], turn["actions"][which],
        key=key_of("act", seen), after=seen["events"],
    )  # fmt: skip


def played(store: Store, seen: Seen, player: str = ME, which: int = 0) -> Seen:
    """A round played to its end."""
    while "turn" in seen["round"]:
        seen = decided(store, seen, player, which)
    return seen
