"""The examples of the API's description: what is asked is written here, what is answered is computed."""

from __future__ import annotations

from typing import Any

from fastapi import Body
from fastapi.openapi.models import Example

from tablegames.asks.rulings import SeatRequest, compare_hands, paid_and_owed, parse_bets, rank_hand, settle_table
from tablegames.games import game_named
from tablegames.report import json_form

FLUSH = game_named("high-card-flush")
HOLDEM = game_named("heads-up-holdem")
_FIRST, _SECOND = "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d"
_BETS = {"ante": "10", "odds": "10", "raise": "30"}
_TABLE = {"player": "Ad 9h", "dealer": "6c 6h", "board": "2d 3d 4d 5d Kc"}

RANK: dict[str, Any] = {"hand": _FIRST}
COMPARE: dict[str, Any] = {"first": _FIRST, "second": _SECOND}
SETTLE: dict[str, Any] = {**_TABLE, "bets": _BETS, "paid": {"odds": "150"}}
ANALYZE: dict[str, Any] = {"paytables": {"flush-bonus": "B"}, "bets": {"ante": "10", "flush-bonus": "5"}}
ADVISE: dict[str, Any] = {"hand": "Tc 8c 6c Kd Qd 4h 3s"}
STRATEGY: dict[str, Any] = {"plan": {"flush": "T-8-6"}}
SWEEP: dict[str, Any] = {
    "rows": {"flush-bonus": {"five-card flush": "8..12 to 1"}}, "edge": "4..9", "sort": "edge",
}  # fmt: skip
SIMULATE: dict[str, Any] = {"rounds": 100_000, "seed": 1}
REPORT: dict[str, Any] = {"format": "xlsx", "date": "2026-12-01", "paytables": {"flush-bonus": "B"}}
RACK_CARD: dict[str, Any] = {"paytables": {"flush-bonus": "B"}}
DEALER_TEST: dict[str, Any] = {"questions": 10, "seed": 7}
SUBMISSION = """property = "Example Casino"
version = "1"
effective = 2026-12-01

[games.high-card-flush]
paytables.flush-bonus = "B"
"""


def asked(game: str, example: dict[str, Any]) -> Any:
    """The body of a request, with its example, which is for one game."""
    return Body(openapi_examples={game: Example(summary=f"{game}", value=example)})


def answer(example: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """A 200 with its example."""
    return {200: {"content": {"application/json": {"example": example}}}}


def rank_answer() -> dict[str, Any]:
    """What the example of ``rank`` is answered."""
    return json_form.rank_json(rank_hand(FLUSH, FLUSH.default_rules(), RANK["hand"]))


def compare_answer() -> dict[str, Any]:
    """What the example of ``compare`` is answered."""
    return json_form.compare_json(compare_hands(FLUSH, FLUSH.default_rules(), **COMPARE))


def settle_answer() -> dict[str, Any]:
    """What the example of ``settle`` is answered."""
    seat = SeatRequest(_TABLE["player"], parse_bets([f"{wager}={amount}" for wager, amount in _BETS.items()]))
    ruling = settle_table(
        HOLDEM, HOLDEM.default_rules(), [seat], dealer=_TABLE["dealer"], board=_TABLE["board"], one_seat=True
    )
    paid = parse_bets([f"{wager}={amount}" for wager, amount in SETTLE["paid"].items()])
    return json_form.settle_json(ruling) | {"paid": paid_and_owed(ruling.seats[0].ledger, paid)}
