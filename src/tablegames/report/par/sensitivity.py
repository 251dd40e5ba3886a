"""How far the figures move: errors of players, and cards of others that a seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tablegames.analysis.advise import Advice
from tablegames.analysis.exact import Analysis
from tablegames.analysis.sensitivity import Seen, player_errors, seen_cards
from tablegames.contract.document import Block, Column, Kind, Paragraph, count, number, percentage, table, words
from tablegames.contract.strategy import Described
from tablegames.core.cards import parse_cards, pretty


def sensitivity(analysis: Analysis, described: Callable[[], Described | None]) -> Iterator[Block]:
    """Common errors of players with their exact price, and close decisions with other cards seen.

    ``described`` gives the game's best play in words; it is asked for last.
    """
    if errors := tuple(player_errors(analysis)):
        yield table(
            "player errors",
            "Common errors of players; the rest is played as in the best play",
            (
                Column("error", "the player"),
                Column("house edge", "house edge per Ante", Kind.PERCENT),
                Column("cost", "cost per Ante", Kind.PERCENT),
                Column("average wager", "average total wager", Kind.NUMBER),
                Column("risk", "element of risk", Kind.PERCENT),
            ),
            [
                (
                    words(error.says),
                    percentage(-error.evaluation.expected_value, 6),
                    percentage(error.evaluation.cost, 6),
                    number(error.evaluation.played.main.average_wager, 6),
                    percentage(error.evaluation.played.main.element_of_risk, 6),
                )
                for error in errors
            ],
        )
    else:
        yield Paragraph("No error of play is priced for this game.")
    play = described()
    if seen := tuple(seen_cards(analysis, play)) if play else ():
        yield _seen_table(seen)


def _seen_table(seen: Iterable[Seen]) -> Block:
    """Hands with what is seen beside them."""
    return table(
        "cards seen",
        "Cards of others that a seat has seen: what they change",
        (
            Column("hand", "hand"),
            Column("seen", "seen"),
            Column("best", "best action"),
            Column("value", "value per Ante", Kind.NUMBER),
            Column("gain", "above the next", Kind.NUMBER),
            Column("futures", "futures", Kind.COUNT),
        ),
        [
            (
                words(" ".join(map(pretty, one.advice.view.hand))),
                words(_named(one)),
                words(_action(one.advice)),
                number(one.advice.best.expected_value, 6),
                number(one.gain, 6),
                count(one.advice.futures),
            )
            for one in seen
        ],
        note="The hands are close decisions, or an example where nothing is decided. A value is exact, over all equally likely futures.",
    )


def _named(seen: Seen) -> str:
    """What is seen, in words and card by card."""
    cards = " ".join(map(pretty, seen.advice.view.dead))
    return f"{seen.says}: {cards}" if cards else seen.says


def _action(advice: Advice) -> str:
    """The best action; of a set hand its two parts, with the cards in the hand's order and signs."""
    parts = advice.best.action.split(" / ")
    if len(parts) == 1:
        return parts[0]
    hand = advice.view.hand
    return " / ".join(" ".join(pretty(card) for card in hand if card in parse_cards(part)) for part in parts)
