"""The live sheets of a report: from counts and payouts to the edge by formulas, so that a payout can be changed.

Each wager has a sheet; the sheet of the main game joins its wagers outcome by outcome, which the variance needs.  What is
changed moves the figures for the decisions of the report; the best play for another paytable is found by another analysis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tablegames.analysis.exact import Analysis, Figures, Row
from tablegames.contract.document import cites_of
from tablegames.core.law import Refused
from tablegames.core.money import Fixed, Odds, parse_award
from tablegames.report.charts.paytables import known_edges
from tablegames.report.document import Document
from tablegames.report.formats.xlsx_book import LINE, Book
from tablegames.report.formats.xlsx_charts import Cells, bars, put
from tablegames.report.par.wagers import base_of

FIRST = 13
"""The row of the first outcome, as a spreadsheet counts rows."""
MAIN = "main game"
HINT = (
    "The shaded cells can be changed, and the figures move here and on the Summary; the numbered sheets keep the figures of "
    "this report, and so do the decisions: for the best play against other payouts make another report."
)
WIDTHS = (50, 30, 20, 20, 50)
"""The widths of the summary's columns."""
FIGURES = ("expected value", "house edge", "return to player", "hit frequency", "variance", "standard deviation")
RETURN_TITLES = (
    "outcome", "combinations", "in full", "probability", "pays", "per", "unit", "wager", "net award", "contribution",
    "running sum", "source", "by",
)  # fmt: skip
LEFT = ("outcome", "unit", "source", "by")
"""The titles of columns of words."""


class Payout(NamedTuple):
    """A row's award as the cells of a live sheet: what it pays, per what, and in which unit."""

    pays: Fraction | None
    per: int | None
    unit: str


def payout_of(row: Row) -> Payout:
    """The award of a row; what is neither odds nor a push or a loss is its net per unit of the wager."""
    net = row.contribution * row.of / row.deals / row.size if row.size else Fraction(0)
    try:
        award = parse_award(row.pays)
    except Refused:
        award = None
    if isinstance(award, Odds) and award.net(1) == net:
        return Payout(Fraction(award.pays), award.per, award.unit.value)
    if isinstance(award, Fixed) and net == (0 if award is Fixed.PUSH else -1):
        return Payout(None, None, award.value)
    return Payout(net, None, "net")


def write_live(book: Book, document: Document, analysis: Analysis) -> None:
    """The summary, a sheet for each wager, and the main game's."""
    summary = book.sheet("Summary")
    for wager in analysis.wagers:
        _wager_sheet(book, analysis, wager)
    _main_sheet(book, analysis)
    _summary(book, summary, document, analysis)


def _summary(book: Book, sheet: Any, document: Document, analysis: Analysis) -> None:
    """The edges, live and as reported."""
    book.title(sheet, document.title, 16)
    book.text(sheet, 1, 0, document.subtitle)
    book.text(sheet, 2, 0, document.foot)
    book.text(sheet, 4, 0, HINT)
    for column, title in enumerate(("wager", "base", "house edge", "as reported", "exactly")):
        book.text(sheet, 6, column, title, bold=True, bottom=1, **_side(column, (2, 3)))
    shown = book.style(num_format="0.0000000000%")
    for row, name in enumerate((MAIN, *analysis.wagers), start=7):
        figures = analysis.main if name == MAIN else analysis.wager(name)
        book.text(sheet, row, 0, name)
        book.text(sheet, row, 1, "per Ante" if name == MAIN else base_of(analysis, name))
        sheet.write_formula(row, 2, f"='{name}'!$B$5", shown, float(figures.house_edge))
        sheet.write_number(row, 3, float(figures.house_edge), shown)
        book.text(sheet, row, 4, str(figures.house_edge), indent=1)
    _known(book, sheet, 10 + len(analysis.wagers), analysis)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)


def _known(book: Book, sheet: Any, start: int, analysis: Analysis) -> None:
    """The edges of the known paytables from a row on, live where they are in force, and a chart of them."""
    known = known_edges(analysis)
    if not known:
        return
    for column, title in enumerate(("known paytable", "base", "house edge", "as reported", "exactly")):
        book.text(sheet, start, column, title, bold=True, bottom=1, **_side(column, (2, 3)))
    shown = book.style(num_format="0.0000000000%")
    for row, (table, edge, in_force) in enumerate(known, start=start + 1):
        wager = table.form.wagers[0]
        main = not analysis.game.is_side(table.form)
        name = f"{table} ({table.source.value})" + (", in force" if in_force else "")
        book.text(sheet, row, 0, name, text_wrap=True)
        if len(name) >= WIDTHS[0]:
            sheet.set_row(row, LINE * -(-len(name) // (WIDTHS[0] - 2)))
        book.text(sheet, row, 1, f"{MAIN}, per Ante" if main else base_of(analysis, wager))
        if in_force:
            sheet.write_formula(row, 2, f"='{MAIN if main else wager}'!$B$5", shown, float(edge))
        else:
            sheet.write_number(row, 2, float(edge), shown)
        sheet.write_number(row, 3, float(edge), shown)
        book.text(sheet, row, 4, str(edge), indent=1)
    cells = Cells("Summary", start + 1, start + len(known), 0, 2)
    said = "House edge of the known paytables"
    found = bars(book, cells, said, "dark: in force", "0.00%", [not in_force for _, _, in_force in known])
    put(sheet, start + len(known) + 2, found, f"{said}; from column C")


def _head(book: Book, sheet: Any, title: str, figures: Figures, formulas: Sequence[str]) -> None:
    """The figures at the top of a live sheet: by formula, as reported, and exactly."""
    book.title(sheet, title, 14)
    book.text(sheet, 1, 0, HINT)
    for column, name in enumerate(("figure", "live", "as reported", "exactly")):
        book.text(sheet, 2, column, name, bold=True, bottom=1, **_side(column, (1, 2)))
    exact = (
        figures.expected_value, figures.house_edge, 1 + figures.expected_value, figures.hit, figures.variance, None,
    )  # fmt: skip
    deviation = float(figures.variance) ** 0.5
    for row, (name, formula, value) in enumerate(zip(FIGURES, formulas, exact, strict=True), start=3):
        percent = name in FIGURES[1:4]
        style = book.style(num_format="0.0000000000%" if percent else "0.0000000000")
        number = deviation if value is None else float(value)
        book.text(sheet, row, 0, name)
        sheet.write_formula(row, 1, formula, style, number)
        sheet.write_number(row, 2, number, style)
        book.text(sheet, row, 3, f"sqrt({figures.variance})" if value is None else str(value), indent=1)


def _side(column: int, numbers: tuple[int, int]) -> dict[str, Any]:
    """The side of a title: numbers to the right, words to the left, off the numbers before them."""
    return {"align": "right"} if column in numbers else {"align": "left", "indent": 1 if column > numbers[1] else 0}


def _figures(probability: str, net: str) -> list[str]:
    """The formulas of the figures, from the ranges of probabilities and of nets."""
    return [
        f"=SUMPRODUCT({probability},{net})", "=-B4", "=1+B4", f"=SUMPRODUCT({probability},--({net}>0))",
        f"=SUMPRODUCT({probability},({net}-B4)*({net}-B4))", "=SQRT(B8)",
    ]  # fmt: skip


def _titles(book: Book, sheet: Any, titles: Sequence[str]) -> None:
    """The titles of the columns above the first outcome."""
    for column, title in enumerate(titles):
        side = {"align": "left" if title in LEFT else "right", "indent": 1 if title in LEFT[1:] else 0}
        book.text(sheet, FIRST - 2, column, title, bold=True, bottom=1, **side)
    sheet.freeze_panes(FIRST - 1, 1)


def _wager_sheet(book: Book, analysis: Analysis, wager: str) -> None:
    """One wager: a row for each outcome."""
    sheet, rows = book.sheet(wager), analysis.rows(wager)
    last, total = FIRST + len(rows) - 1, FIRST + len(rows)
    tables = "; ".join(f"{table} ({table.source.value})" for table in analysis.paytables(wager).values())
    title = f"{wager}, {base_of(analysis, wager)}" + (f": {tables}" if tables else "")
    probability, award = f"D{FIRST}:D{last}", f"I{FIRST}:I{last}*H{FIRST}:H{last}"
    figures = _figures(probability, f"({award})")
    figures[0] = f"=SUM(J{FIRST}:J{last})"
    _head(book, sheet, title, analysis.wager(wager), figures)
    _titles(book, sheet, RETURN_TITLES)
    count, number, shaded = (
        book.style(num_format="#,##0"), book.style(num_format="0.0000000000"), book.style(bg_color="#FFF2CC", border=4),
    )  # fmt: skip
    so_far = Fraction(0)
    for at, row in enumerate(rows, start=FIRST):
        payout, so_far = payout_of(row), so_far + row.contribution
        net = row.contribution * row.of / row.deals / row.size if row.size else Fraction(0)
        book.text(sheet, at - 1, 0, row.row)
        sheet.write_number(at - 1, 1, row.deals, count)
        book.text(sheet, at - 1, 2, str(row.deals), align="right")
        sheet.write_formula(at - 1, 3, f"=B{at}/B${total}", book.style(num_format="0.0000000000%"), row.deals / row.of)
        for column, value in ((4, payout.pays), (5, payout.per)):
            if value is None:
                sheet.write_blank(at - 1, column, None, shaded)
            else:
                sheet.write_number(at - 1, column, float(value), shaded)
        sheet.write_string(at - 1, 6, payout.unit, shaded)
        sheet.write_number(at - 1, 7, float(row.size), book.style())
        sheet.write_formula(
            at - 1, 8,
            f'=IF(G{at}="to",E{at}/F{at},IF(G{at}="for",E{at}/F{at}-1,IF(G{at}="lose",-1,IF(G{at}="push",0,E{at}))))',
            number, float(net),
        )  # fmt: skip
        sheet.write_formula(at - 1, 9, f"=D{at}*H{at}*I{at}", number, float(row.contribution))
        sheet.write_formula(at - 1, 10, f"=SUM(J${FIRST}:J{at})", number, float(so_far))
        book.text(sheet, at - 1, 11, row.source.value if row.source else "", indent=1)
        book.text(sheet, at - 1, 12, cites_of(row.cites).text, indent=1)
    sheet.data_validation(
        FIRST - 1, 6, last - 1, 6, {"validate": "list", "source": ["to", "for", "push", "lose", "net"]}
    )
    book.text(sheet, total - 1, 0, "total", bold=True, top=1)
    sheet.write_formula(
        total - 1, 1, f"=SUM(B{FIRST}:B{last})", book.style(num_format="#,##0", bold=True, top=1), rows[0].of
    )
    book.text(sheet, total - 1, 2, str(rows[0].of), align="right", bold=True, top=1)
    for column, width in enumerate((38, 22, 20, 18, 18, 8, 8, 8, 16, 16, 16, 14, 40)):
        sheet.set_column(column, column, width)
    name = f"{wager}: what each row contributes"
    found = bars(book, Cells(wager, FIRST - 1, last - 1, 0, 9), name, base_of(analysis, wager), "0.0000")
    put(sheet, total + 1, found, f"{name} to the expected value, {base_of(analysis, wager)}; from column J")


def _main_sheet(book: Book, analysis: Analysis) -> None:
    """The main game: every combination of its wagers' outcomes, each wager's net taken from its own sheet."""
    sheet, wagers = book.sheet(MAIN), analysis.main_wagers
    outcomes = _joined(analysis)
    last, total = FIRST + len(outcomes) - 1, FIRST + len(outcomes)
    net, size = (_letter(4 + len(wagers) + more) for more in (0, 1))
    ranges = (f"D{FIRST}:D{last}", f"({net}{FIRST}:{net}{last})")
    _head(book, sheet, f"{MAIN}: {', '.join(wagers)} together, per Ante", analysis.main, _figures(*ranges))
    probability = ranges[0]
    book.text(sheet, 9, 0, "average total wager")
    sheet.write_formula(
        9, 1, f"=SUMPRODUCT({probability},{size}{FIRST}:{size}{last})", book.style(num_format="0.0000000000"),
        float(analysis.main.average_wager),
    )  # fmt: skip
    sheet.write_number(9, 2, float(analysis.main.average_wager), book.style(num_format="0.0000000000"))
    book.text(sheet, 9, 3, str(analysis.main.average_wager), indent=1)
    _titles(book, sheet, ("outcome", "combinations", "in full", "probability", *wagers, "net", "wagered"))
    number, percent = book.style(num_format="0.0000"), book.style(num_format="0.0000000000%")
    for at, (places, deals) in enumerate(outcomes.items(), start=FIRST):
        rows = [analysis.rows(wager)[place] for wager, place in zip(wagers, places, strict=True)]
        book.text(sheet, at - 1, 0, "; ".join(f"{wager}: {row.row}" for wager, row in zip(wagers, rows, strict=True)))
        sheet.write_number(at - 1, 1, deals, book.style(num_format="#,##0"))
        book.text(sheet, at - 1, 2, str(deals), align="right")
        sheet.write_formula(at - 1, 3, f"=B{at}/B${total}", percent, deals / analysis.deals)
        nets = [row.contribution * row.of / row.deals for row in rows]
        for column, (wager, place, value) in enumerate(zip(wagers, places, nets, strict=True), start=4):
            there = FIRST + place
            sheet.write_formula(at - 1, column, f"='{wager}'!$I${there}*'{wager}'!$H${there}", number, float(value))
        span = f"{_letter(4)}{at}:{_letter(3 + len(wagers))}{at}"
        sheet.write_formula(at - 1, 4 + len(wagers), f"=SUM({span})", number, float(sum(nets)))
        sizes = "+".join(f"'{wager}'!$H${FIRST + place}" for wager, place in zip(wagers, places, strict=True))
        sheet.write_formula(at - 1, 5 + len(wagers), f"={sizes}", number, float(sum(row.size for row in rows)))
    book.text(sheet, total - 1, 0, "total", bold=True, top=1)
    sheet.write_formula(
        total - 1, 1, f"=SUM(B{FIRST}:B{last})", book.style(num_format="#,##0", bold=True, top=1), analysis.deals
    )
    book.text(sheet, total - 1, 2, str(analysis.deals), align="right", bold=True, top=1)
    for column, width in enumerate((70, 22, 20, 18, *[12] * (len(wagers) + 2))):
        sheet.set_column(column, column, width)


def _joined(analysis: Analysis) -> dict[tuple[int, ...], int]:
    """Deals by the places of the main wagers' rows that come together, the largest net first."""
    of_facts: dict[Any, list[int]] = {facts: [] for facts in analysis.histogram}
    for wager in analysis.main_wagers:
        place: Mapping[tuple[str, str], int] = {(row.row, row.pays): at for at, row in enumerate(analysis.rows(wager))}
        for key, members in analysis.row_facts(wager).items():
            for facts in members:
                of_facts[facts].append(place[key])
    found: dict[tuple[int, ...], int] = {}
    for facts, places in of_facts.items():
        found[tuple(places)] = found.get(tuple(places), 0) + analysis.histogram[facts]
    return dict(sorted(found.items()))


def _letter(column: int) -> str:
    """The letter of one of the first 26 columns, counted from 0."""
    return chr(ord("A") + column)
