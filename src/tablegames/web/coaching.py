"""The coach: where a seat stood, and the exact value of each action there, from what the player knew and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tablegames.asks.records import RecordedRound
from tablegames.contract.choices import View
from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand
from tablegames.core.figures import decimal
from tablegames.core.money import parse_amount
from tablegames.core.wagers import Bets
from tablegames.games import game_named
from tablegames.rounds.payouts import bets_to_advise
from tablegames.web.jobs import Jobs
from tablegames.web.playing import cards_of
from tablegames.web.problems import Problem
from tablegames.web.work import Advice

WAITS = 8.0
"""Seconds that a page waits for the coach before it asks again."""
PLACES = 6


@dataclass(frozen=True)
class Stand:
    """A decision: whose, where it was taken, what may be done, and what was."""

    seat: int
    situation: View
    actions: tuple[str, ...]
    """What could be done; empty where all that the game allows."""
    taken: str = ""
    bets: Bets = field(default_factory=dict)
    """What the seat has bet, in cents."""
    meters: Bets = field(default_factory=dict)
    """What stands on the meters, in cents."""


class Value(NamedTuple):
    """An action, its worth in decimals, what it gives up against the best, and the exact fraction."""

    action: str
    worth: str
    gives_up: str
    best: bool
    taken: bool
    exact: str


@dataclass(frozen=True)
class Advised:
    """What the coach says of one decision; without values while it is being computed."""

    stand: Stand
    values: tuple[Value, ...] = ()
    unit: str = ""
    """What the values are in: ``per Ante``, or ``in money`` for the seat's bets."""
    fault: str = ""

    @property
    def waiting(self) -> bool:
        """Whether the values are still to come."""
        return not self.values and not self.fault


def stand_of(shown: Mapping[str, Any]) -> Stand:
    """Where the seat stands whose turn it is; the player's other seats' cards are known to him, and dead."""
    turn = shown["turn"]
    hands = {seat["seat"]: cards_of(seat["cards"]) for seat in shown["seats"]}
    own = hands.pop(turn["seat"])
    (bets,) = (seat["bets"] for seat in shown["seats"] if seat["seat"] == turn["seat"])
    return Stand(
        turn["seat"], View(own, cards_of(shown["board"]), _together(hands.values())), tuple(turn["actions"]),
        bets=_cents(bets), meters=_cents(shown["meters"]),
    )  # fmt: skip


def stands_of(recorded: RecordedRound) -> list[Stand]:
    """Every decision of a round that is over, in order."""
    found = []
    for event, before in zip(recorded.events[1:], recorded.states, strict=False):
        if event["event"] != "decision":
            continue
        seat = next(each for each in before.seats if each.number == event["seat"])
        others = _together(each.cards for each in before.seats if each.number != seat.number)
        view = before.view(seat)._replace(dead=others)
        found.append(Stand(seat.number, view, (), event["action"], seat.bets, before.meters))
    return found


def _cents(amounts: Mapping[str, str]) -> dict[str, int]:
    """Amounts as a page has them, in cents."""
    return {name: parse_amount(amount) for name, amount in amounts.items()}


async def advised(jobs: Jobs, game: str, rules: Rules, stands: list[Stand]) -> list[Advised]:
    """What the coach says of some decisions, as far as it is known soon."""
    found = []
    for stand in stands:
        try:
            bets = bets_to_advise(game_named(game), rules, stand.bets)
            meters = {meter: cents for meter, cents in stand.meters.items() if meter in bets}
            job = jobs.share(Advice(game, rules, stand.situation, meters, bets))
        except Problem as busy:  # too much is asked at once: the page asks again
            found.append(Advised(stand) if busy.status == 503 else Advised(stand, fault=busy.detail))
            continue
        await job.wait(WAITS)
        if job.problem:
            found.append(Advised(stand, fault=job.problem.detail))
        elif isinstance(job.answer, dict):
            unit = "in money" if job.answer["unit"] == "money" else "per Ante"
            found.append(Advised(stand, _values(job.answer, stand), unit))
        else:
            found.append(Advised(stand))
    return found


def _values(answer: Mapping[str, Any], stand: Stand) -> tuple[Value, ...]:
    """The actions with their values, the best first."""
    worth = {each["action"]: Fraction(each["expected_value"]) for each in answer["actions"]}
    best = max(worth.values())
    return tuple(
        Value(
            action, decimal(value, PLACES), decimal(best - value, PLACES) if value < best else "", value == best,
            action == stand.taken, str(value),
        )
        for action, value in sorted(worth.items(), key=lambda each: -each[1])
        if not stand.actions or action in stand.actions
    )  # fmt: skip


def _together(hands: Any) -> Hand:
    """The cards of several hands."""
    return tuple(card for hand in hands for card in hand)
