"""How often each way of deciding a wager comes, and what it returns: the frequency and return tables of a report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb, prod

from tablegames.analysis.exact import Analysis
from tablegames.contract.document import (
    NOTHING,
    Block,
    Column,
    Kind,
    Paragraph,
    Table,
    cites_of,
    count,
    number,
    one_in,
    percentage,
    source_mark,
    table,
    words,
)
from tablegames.contract.game import Game
from tablegames.core.figures import thousands

FREQUENCY_COLUMNS = (
    Column("outcome", "outcome"),
    Column("combinations", "combinations", Kind.COUNT),
    Column("probability", "probability", Kind.PERCENT),
    Column("one in", "one in", Kind.NUMBER),
)
RETURN_COLUMNS = (
    Column("outcome", "outcome"),
    Column("pays", "pays"),
    Column("wager", "wager", Kind.NUMBER),
    Column("probability", "probability", Kind.PERCENT),
    Column("contribution", "contribution", Kind.NUMBER),
    Column("running sum", "running sum", Kind.NUMBER),
    Column("source", "source"),
    Column("by", "by"),
)


def base_of(analysis: Analysis, wager: str) -> str:
    """The base of a wager's figures."""
    return "per Ante" if wager in analysis.main_wagers else f"per unit of {wager}"


def deck_count(game: Game, of: int) -> str:
    """How a number of equally likely deals follows from the deck; empty where it is none of the game's own.

    >>> from tablegames.games import game_named
    >>> deck_count(game_named("high-card-flush"), 133784560)
    'C(52, 7)'
    """
    deck, own, board = len(game.deck), game.player_cards, game.board_cards
    rest, parts = deck, []
    for cards in (own, *game.streets, game.dealer_cards):  # a seat may decide between two streets
        parts.append((rest, cards))
        rest -= cards
    for chosen in ([(deck, own)], [(deck, own + board)], parts):
        if prod(comb(left, cards) for left, cards in chosen) == of:
            return " × ".join(f"C({left}, {cards})" for left, cards in chosen)
    return ""


def frequencies(analysis: Analysis) -> Iterator[Block]:
    """A frequency table for each wager; its total is the count of the deck."""
    dealt = "player, dealer and community cards" if analysis.game.board_cards else "player and dealer"
    yield Paragraph(
        f"Each combination is equally likely. A wager of the main game is counted over all deals of {dealt} under the best "
        "play; a wager that fewer cards decide is counted over those."
    )
    yield net_results(analysis)
    for wager in analysis.wagers:
        rows = analysis.rows(wager)
        of, total = rows[0].of, sum(row.deals for row in rows)
        counted = deck_count(analysis.game, of)
        yield table(
            f"frequencies {wager}",
            wager,
            FREQUENCY_COLUMNS,
            [
                (
                    words(f"{row.row} ({row.pays})" if _ambiguous(analysis, wager, row.row) else row.row),
                    count(row.deals),
                    percentage(Fraction(row.deals, row.of), 8),
                    one_in(Fraction(row.deals, row.of)),
                )
                for row in rows
            ],
            total=(words("total"), count(total), percentage(Fraction(total, of), 8), NOTHING),
            note=f"The deck's count: {counted} = {thousands(of)}." if counted else "",
        )


def net_results(analysis: Analysis) -> Table:
    """How often the main game ends with each net result, its wagers together: all moments and shares follow from it."""
    found = analysis.distribution(dict.fromkeys(analysis.main_wagers, Fraction(1)))
    of = analysis.deals
    counted = deck_count(analysis.game, of)
    return table(
        "net results",
        "main game: net result",
        (
            Column("net", "net per Ante", Kind.NUMBER),
            *(column for column in FREQUENCY_COLUMNS if column.key != "outcome"),
        ),
        [
            (number(net, 0 if net.denominator == 1 else 4), count(deals), percentage(Fraction(deals, of), 8),
             one_in(Fraction(deals, of)))
            for net, deals in found.items()
        ],
        total=(words("total"), count(sum(found.values())), percentage(Fraction(sum(found.values()), of), 8), NOTHING),
        note=f"{', '.join(analysis.main_wagers)} together. The main game's expected value, variance, skewness, and its "
        "shares of net wins, no net result and net losses are those of this table."
        + (f" The deck's count: {counted} = {thousands(of)}." if counted else ""),
    )  # fmt: skip


def _ambiguous(analysis: Analysis, wager: str, name: str) -> bool:
    """Whether a row's name stands for several awards, so that it needs what it pays beside it."""
    return sum(row.row == name for row in analysis.rows(wager)) > 1


def returns(analysis: Analysis) -> Iterator[Block]:
    """A return table for each wager: what each row pays, adds to the expected value, and the sum so far."""
    yield Paragraph(
        "“3 to 2” pays on top of the stake, which is returned; “300 for 1” has the stake inside. The column wager is the "
        "wager's size in units of its base. A row contributes probability × wager × net award; the contributions add up "
        "to the wager's expected value, and those of the main game's wagers to the main game's."
    )
    for wager in analysis.wagers:
        rows = analysis.rows(wager)
        sums = accumulate(row.contribution for row in rows)
        chosen = "; ".join(f"{each} ({each.source.value})" for each in analysis.paytables(wager).values())
        expected = analysis.wager(wager).expected_value
        yield table(
            f"returns {wager}",
            f"{wager}, {base_of(analysis, wager)}" + (f": {chosen}" if chosen else ""),
            RETURN_COLUMNS,
            [
                (
                    words(row.row),
                    words(row.pays),
                    number(row.size, 0 if row.size.denominator == 1 else 2),
                    percentage(Fraction(row.deals, row.of), 6),
                    number(row.contribution, 8),
                    number(so_far, 8),
                    source_mark(row.source),
                    cites_of(row.cites),
                )
                for row, so_far in zip(rows, sums, strict=True)
            ],
            total=("expected value", "", "", "", number(expected, 8), number(expected, 8), "", ""),
        )
