"""The figures that are looked for first, each with its base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablegames.analysis.exact import TIE_RULE, Analysis
from tablegames.contract.document import (
    Block,
    Cell,
    Column,
    Kind,
    Paragraph,
    number,
    one_in,
    percentage,
    rooted,
    table,
    words,
)
from tablegames.core.money import format_amount
from tablegames.report.analysis import not_made
from tablegames.report.par.wagers import base_of
from tablegames.rounds.payouts import House

DIGITS = 8


def headline(analysis: Analysis, bets: Analysis | None = None) -> Iterator[Block]:
    """House edge, return to player, element of risk and hit frequency of the main game, of every wager, and of bets in money."""
    main = analysis.main
    yield Paragraph(
        f"The main game is {_named(analysis.main_wagers)}, played the best way for its expected value; "
        f"{TIE_RULE}. Side wagers are analysed under that play."
    )
    if own := House(analysis.game, analysis.rules).money_rules:
        yield Paragraph(f"Figures are by the odds, before the house's own rules of payment: {own}.")
    rows = [
        ("house edge", "per Ante", percentage(main.house_edge, DIGITS)),
        ("return to player", "per Ante: 1 - house edge", percentage(1 + main.expected_value, DIGITS)),
        *_before_the_deal(analysis),
        ("element of risk", "per unit wagered on average", percentage(main.element_of_risk, DIGITS)),
        ("return to player", "per unit wagered: 1 - element of risk", percentage(1 - main.element_of_risk, DIGITS)),
        ("average total wager", "per Ante", number(main.average_wager, DIGITS)),
        ("expected value", "per Ante", number(main.expected_value, 10)),
        ("hit frequency", "rounds with a net win", percentage(main.hit, DIGITS)),
        ("rounds without a net result", "all rounds", percentage(main.push, DIGITS)),
        ("rounds with a net loss", "all rounds", percentage(main.loss, DIGITS)),
        ("one net win in", "rounds", one_in(main.hit)),
        ("standard deviation", "per Ante, of one round", rooted(main.variance, DIGITS)),
    ]
    yield figures_table("headline", "Main game", rows)
    yield table(
        "wagers",
        "Every wager",
        (
            Column("wager", "wager"),
            Column("base", "base"),
            Column("house edge", "house edge", Kind.PERCENT),
            Column("return to player", "return to player", Kind.PERCENT),
            Column("top award", "top award"),
            Column("hit frequency", "hit frequency", Kind.PERCENT),
            Column("push", "push", Kind.PERCENT),
            Column("loss", "loss", Kind.PERCENT),
            Column("not made", "not made", Kind.PERCENT),
            Column("standard deviation", "standard deviation", Kind.NUMBER),
        ),
        [_wager(analysis, wager) for wager in analysis.wagers],
        note="The return to player of a wager of the main game is 1 less its house edge per Ante; such a wager is not made "
        "alone. Hit frequency, push, loss and not made are parts of all rounds and add up to 1; in a push the wager was "
        "made and is returned.",
    )
    shares = analysis.decisions
    yield table(
        "decisions",
        "How often each decision is the seat's last",
        (Column("decision", "decision"), Column("frequency", "frequency", Kind.PERCENT), Column("exactly", "exactly")),
        [(words(name), percentage(share, DIGITS), words(share)) for name, share in shares.items()],
    )
    if bets:
        yield together(bets)


def _named(wagers: Sequence[str]) -> str:
    """The wagers of a main game in a sentence.

    >>> _named(["ante"]), _named(["ante", "odds", "raise"])
    ('the ante alone', 'ante, odds and raise together')
    """
    *others, last = wagers
    return f"{', '.join(others)} and {last} together" if others else f"the {last} alone"


def _before_the_deal(analysis: Analysis) -> Iterator[tuple[str, str, Cell]]:
    """The house edge by all that must be wagered before the deal, where that is more than the Ante."""
    required = {wager.id for wager in analysis.game.wagers if wager.required}
    made = analysis.game.main_bets(analysis.game.facts[0], 1)
    units = sum(size for wager, size in made.items() if wager in required)
    if units > 1:
        named = " and ".join(wager for wager in made if wager in required)
        yield (
            "house edge",
            f"per unit of {named}, made before the deal",
            percentage(analysis.main.house_edge / units, DIGITS),
        )


def figures_table(key: str, title: str, rows: list[tuple[str, str, Cell]]) -> Block:
    """Figures with their bases, as decimals and in full."""
    columns = (
        Column("figure", "figure"),
        Column("base", "base"),
        Column("value", "value", Kind.NUMBER),
        Column("exactly", "exactly"),
    )
    return table(key, title, columns, [(words(n), words(base), cell, words(cell.exact)) for n, base, cell in rows])


def _wager(analysis: Analysis, wager: str) -> tuple[Cell, ...]:
    """The figures of one wager."""
    figures, unmade = analysis.wager(wager), not_made(analysis, wager)
    return (
        words(wager),
        words(base_of(analysis, wager)),
        *(percentage(share, 6) for share in (figures.house_edge, 1 + figures.expected_value)),
        words(analysis.rows(wager)[0].pays),  # the rows stand by what they are worth
        *(percentage(share, 6) for share in (figures.hit, figures.push - unmade, figures.loss, unmade)),
        rooted(figures.variance, 6),
    )


def together(bets: Analysis) -> Block:
    """Bets made together, in money as the house pays them."""
    figures = bets.in_money
    made = ", ".join(f"{wager} {format_amount(cents)}" for wager, cents in bets.stakes.items())
    rows = [
        ("house's expected win", "money a round", number(figures.house_edge, DIGITS)),
        ("average total wager", "money a round", number(figures.average_wager, DIGITS)),
        ("element of risk", "per unit wagered on average", percentage(figures.element_of_risk, DIGITS)),
        ("hit frequency", "rounds with a net win", percentage(figures.hit, DIGITS)),
        ("variance", "money squared", number(figures.variance, DIGITS)),
        ("standard deviation", "money, of one round", rooted(figures.variance, DIGITS)),
    ]
    paid = ", as the house pays them" if House(bets.game, bets.rules).has_money_rules else ""
    return figures_table("together", f"Bets made together: {made}{paid}", rows)
