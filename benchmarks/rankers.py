"""The rivals in ranking: each with its own cards, made before the clock starts, and the best calls it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import starmap
from typing import Any, NamedTuple

from tablegames.core.cards import CARDS, Card
from tablegames.core.poker import best_five, strength

Cards = Sequence[Any]


class Ranker(NamedTuple):
    """One way to rank hands of five to seven cards.

    ``deck``: its own card for each code.  ``one``: ranks one hand in a loop written in Python.  ``many``: ranks many with
    as little Python as it allows.  ``order``: a number of its result, greater for a stronger hand.
    """

    name: str
    deck: Cards
    one: Callable[[Cards], Any]
    many: Callable[[Iterable[Cards]], list[Any]]
    order: Callable[[Any], Any]


def rankers() -> list[Ranker]:
    """The reference of this package, and the peers that are installed."""
    return [_reference(), *(make() for name, make in _PEERS.items() if installed(name))]


def installed(name: str) -> str:
    """The version of a package, empty where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _reference() -> Ranker:
    def one(cards: Sequence[Card]) -> tuple[int, ...]:
        return strength(best_five(cards))

    return Ranker("tablegames", CARDS[:52], one, lambda hands: list(map(one, hands)), lambda strength: strength)


def _phevaluator() -> Ranker:
    from phevaluator import evaluate_cards

    def one(cards: Sequence[int]) -> int:
        return int(evaluate_cards(*cards))

    return Ranker(
        "phevaluator", range(52), one, lambda hands: list(starmap(evaluate_cards, hands)), lambda place: -place
    )


def _eval7() -> Ranker:
    import eval7

    deck = [eval7.Card(str(card)) for card in CARDS[:52]]
    return Ranker("eval7", deck, eval7.evaluate, lambda hands: list(map(eval7.evaluate, hands)), lambda value: value)


def _pokerkit() -> Ranker:
    from pokerkit import Card as TheirCard
    from pokerkit import StandardHighHand

    deck = [next(iter(TheirCard.parse(str(card)))) for card in CARDS[:52]]
    rank = StandardHighHand.from_game
    return Ranker("pokerkit", deck, rank, lambda hands: list(map(rank, hands)), lambda hand: hand.entry.index)


_PEERS = {"phevaluator": _phevaluator, "eval7": _eval7, "pokerkit": _pokerkit}
