"""What of a game's law has some words: paragraphs, trade rules and readings, by their citation and all that is said of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablegames.contract.game import Game
from tablegames.core.law import Paragraph, Reading, TradeRule, format_cite
from tablegames.rounds.round import PROCEDURES

LONGEST_QUERY = 200
"""Signs that a query may have."""


class Found(NamedTuple):
    """The entries that have every word of a query, each list in the law's order; all of them where nothing is asked."""

    paragraphs: tuple[Paragraph, ...]
    trade_rules: tuple[TradeRule, ...]
    readings: tuple[Reading, ...]
    procedures: tuple[Reading, ...]

    @property
    def size(self) -> int:
        """How many entries there are."""
        return sum(map(len, self))


def search(game: Game, query: str) -> Found:
    """The entries of a game that have every word of a query, in whatever order and place, capitals or not.

    >>> from tablegames.games import game_named
    >>> [each.id for each in search(game_named("saigon-5-card"), "straight CONSECUTIVE").readings]
    ['680a-R7']
    """
    words = _plain(query).split()

    def has(cite: str, texts: Iterable[str]) -> bool:
        text = _plain("\n".join((format_cite(cite), *texts)))
        return all(word in text for word in words)

    def readings(of: Iterable[Reading]) -> tuple[Reading, ...]:
        return tuple(each for each in of if has(each.id, (each.question, *each.choices, each.why, each.effect)))

    law = game.law
    return Found(
        tuple(each for each in law.paragraphs.values() if has(each.id, (each.says, each.excused))),
        tuple(
            each for each in law.trade_rules.values() if has(each.id, (each.all_said, each.basis, each.source.value))
        ),
        readings(law.readings.values()),
        readings(PROCEDURES.readings.values()),
    )


def _plain(text: str) -> str:
    """A text in which the ways to write a sign are one."""
    return text.casefold().replace("’", "'").replace("–", "-")
