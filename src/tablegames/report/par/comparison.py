"""The games of one property side by side, each under its rules in force."""

from __future__ import annotations

from collections.abc import Sequence

from tablegames.analysis.exact import Analysis
from tablegames.contract.document import Cell, Column, Kind, Paragraph, number, percentage, rooted, table, words
from tablegames.report.document import Document, Section
from tablegames.report.par.software import software_line
from tablegames.report.par.wagers import base_of

SHARES = ("house edge", "return to player", "hit frequency")
RISK = (Column("risk", "element of risk", Kind.PERCENT), Column("wagered", "average total wager", Kind.NUMBER))


def comparison(analyses: Sequence[Analysis], *, day: str = "") -> Document:
    """One page on the games of a Rules Submission; ``day`` is printed as given.

    >>> from tablegames.analysis.exact import analyze
    >>> from tablegames.games import game_named
    >>> page = comparison([analyze(game_named(name)) for name in ("saigon-5-card", "high-card-flush")])
    >>> [row[2].text for row in page.tables["main games"].rows]
    ['1.867544 %', '2.664530 %']
    """
    rules = analyses[0].rules
    items = [
        ("house", rules.house or "none"),
        ("Rules Submission, SHA-256", rules.submission or "none"),
        ("games", ", ".join(analysis.game.name for analysis in analyses)),
        ("software", software_line()),
        ("date of the report", day or "none was given"),
    ]
    sections = (
        Section("identity", "Identity", (table("identity", "", ("item", "content"), items),)),
        Section(
            "comparison",
            "Main games and side wagers",
            (
                Paragraph(
                    "Main games per Ante under the best play, side wagers per unit of themselves; each under the paytables "
                    "and readings that its own report lists. An Ante is not the same money in every game: the element of "
                    "risk is per unit wagered, and compares games better than the house edge."
                ),
                table("main games", "Main games", _columns("chapter", *RISK), map(_main, analyses)),
                table("side wagers", "Side wagers", _columns("wager"), _side(analyses)),
            ),
        ),
        Section(
            "rules",
            "Paytables in force",
            (
                table(
                    "paytables in force",
                    "",
                    ("game", "paytable", "name", "source", "basis"),
                    [
                        (analysis.game.name, each.form.slot, each.name, each.source.value, each.basis)
                        for analysis in analyses
                        for each in analysis.rules.paytables.values()
                    ],
                ),
            ),
        ),
    )
    house = rules.house or "each game under the rules of its own report"
    return Document("Comparison of games", house, house, sections)


def _columns(second: str, *more: Column) -> list[Column]:
    """The columns of a comparison: the game, what else names a row, and the figures, some of which only a main game has."""
    shares = [Column(name, name, Kind.PERCENT) for name in SHARES]
    deviation = Column("deviation", "standard deviation", Kind.NUMBER)
    return [Column("game", "game"), Column(second, second), *shares, *more, deviation]


def _main(analysis: Analysis) -> tuple[Cell, ...]:
    """A main game's figures."""
    main = analysis.main
    return (
        words(analysis.game.name),
        words(analysis.game.law.chapter),
        *(percentage(share, 6) for share in (main.house_edge, 1 + main.expected_value, main.hit, main.element_of_risk)),
        number(main.average_wager, 6),
        rooted(main.variance, 6),
    )


def _side(analyses: Sequence[Analysis]) -> list[tuple[Cell, ...]]:
    """Every side wager that the house offers."""
    found = []
    for analysis in analyses:
        for wager in analysis.wagers:
            if wager not in analysis.main_wagers:
                figures = analysis.wager(wager)
                shares = (figures.house_edge, 1 + figures.expected_value, figures.hit)
                named = ", ".join(each.name for each in analysis.paytables(wager).values())
                found.append(
                    (
                        words(analysis.game.name),
                        words(f"{wager} {named}, {base_of(analysis, wager)}"),
                        *(percentage(share, 6) for share in shares),
                        rooted(figures.variance, 6),
                    )
                )
    return found
