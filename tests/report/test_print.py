"""What is printed: nothing runs off the paper, no heading stands alone, and a page of HTML prints whole."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tablegames.contract.document import Column, Kind, Paragraph, Table, table
from tablegames.games import game_named
from tablegames.report.dealer_test import DealerTest, make_test, paper_data
from tablegames.report.document import Document, Section
from tablegames.report.formats import FORMATS, render
from tablegames.report.rack_card import rack_card
from tablegames.report.typst_pdf import BREAK, UNBROKEN, breakable, pdf, shortened
from tests.report.cases import flush_rules, needs_poppler, report_on

LONG = "AVeryLongNameWithoutBlanks" * 8
WIDTH = 612
"""US letter in points."""
MARGIN = 36
HEIGHT = 792


def words_of(content: bytes, folder: Path) -> list[list[tuple[float, float, float, float, str]]]:
    """The words of each page of a PDF, with their boxes: left, top, right, bottom."""
    path = folder / "made.pdf"
    path.write_bytes(content)
    done = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, check=True).stdout.decode()
    form = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
    return [
        [(float(a), float(b), float(c), float(d), text) for a, b, c, d, text in re.findall(form, page)]
        for page in done.split("<page ")[1:]
    ]


def long_named() -> Document:
    """A report whose names have no place to be broken."""
    cells = [(LONG, "1"), ("b", "2")]
    block = table("long", LONG, ("name", "pays"), cells)
    return Document("A report", LONG, LONG * 3, (Section("one", "One", (Paragraph(LONG), block)),) * 9)


@needs_poppler
@pytest.mark.parametrize("made", ["report", "rack card", "dealer's test"])
def test_long_unbroken_names_stay_on_the_paper(made: str, tmp_path: Path) -> None:
    game = game_named("high-card-flush")
    rules = flush_rules("470", house=LONG)
    own = replace(rules.paytables["flush-bonus"], name=LONG)
    rules = replace(rules, paytables={**rules.paytables, "flush-bonus": own})
    test = DealerTest(game, rules, 1, {}, (), ())
    content = {
        "report": lambda: render(long_named(), FORMATS["pdf"]),
        "rack card": lambda: rack_card(game, rules),
        "dealer's test": lambda: pdf("dealer_test", paper_data(test)),
    }[made]()
    pages = words_of(content, tmp_path)
    assert "AVeryLongNam" in "".join(word[4] for word in pages[0])
    for left, top, right, bottom, text in (word for page in pages for word in page):
        assert MARGIN < left < right < WIDTH - MARGIN, text
        assert 0 < top < bottom < HEIGHT, text


@needs_poppler
def test_no_heading_ends_a_page(tmp_path: Path) -> None:
    report = report_on("saigon-5-card")
    pages = words_of(render(report, FORMATS["pdf"]), tmp_path)
    assert len(pages) > 4
    introducing = [
        first.text.replace("§ ", f"§{UNBROKEN}")
        for section in report.sections
        for first, second in pairwise(section.blocks)
        if isinstance(first, Paragraph) and isinstance(second, Table)
    ]
    for page in pages:
        lowest = max(bottom for _, _, _, bottom, _ in page if bottom < HEIGHT - 60)  # the foot is below
        (last,) = {" ".join(t for *_, b, t in page if abs(b - lowest) < 1)}
        assert not any(re.fullmatch(rf"\d+ {re.escape(section.title)}", last) for section in report.sections), last
        assert not last.startswith("Table "), last
        assert not any(text.endswith(last) for text in introducing), last


def of_many_lengths() -> Document:
    """A report of long tables with a total and a note, whose last rows come to stand at every height of a page."""
    sections = []
    for rows in range(19, 63):
        cells = [(f"R{rows}.{row}", "1") for row in range(rows)]
        block = table(f"of {rows}", f"T{rows}", ("row", "n"), cells, total=(f"SUM{rows}", "1"), note=f"NOTE{rows}")
        sections.append(Section(f"of {rows}", f"Of {rows}", (block,)))
    return Document("A report", "Sub", "Foot", tuple(sections))


def check_ends(content: bytes, folder: Path) -> None:
    """In a PDF of that report a title is with the first rows of its table, and a total and a note are with the last ones."""
    pages = [{text for *_, text in page} for page in words_of(content, folder)]
    broken = 0
    for rows in range(19, 63):
        (begins,) = (page for page in pages if f"T{rows}" in page)
        assert {f"R{rows}.{row}" for row in range(3)} <= begins
        (ends,) = (page for page in pages if f"SUM{rows}" in page)
        assert {f"R{rows}.{row}" for row in range(rows - 3, rows)} | {f"NOTE{rows}"} <= ends
        broken += begins is not ends
    assert broken > 15, "many of the tables go over the end of a page"


@needs_poppler
def test_a_total_stands_with_the_last_rows_and_a_title_with_the_first(tmp_path: Path) -> None:
    check_ends(render(of_many_lengths(), FORMATS["pdf"]), tmp_path)


@needs_poppler
def test_a_long_note_makes_no_column_wider(tmp_path: Path) -> None:
    cells = [("a", "1")] * 20
    at = []
    for note in ("", "many words of a note " * 20):
        block = table("t", "T", ("row", Column("n", "n", Kind.COUNT)), cells, note=note)
        pages = words_of(render(Document("A", "B", "C", (Section("s", "S", (block,)),)), FORMATS["pdf"]), tmp_path)
        at.append([(left, right) for left, _, right, _, text in pages[0] if text == "1"][-1])
        assert all(right < WIDTH - MARGIN for _, _, right, _, _ in pages[0])
    assert at[0] == at[1]


def test_what_belongs_together_is_not_broken() -> None:
    assert breakable("z of 90 % by § 678a.6(b)") == f"z of 90{UNBROKEN}% by §{UNBROKEN}678a.6(b)"
    assert breakable(LONG).replace(BREAK, "") == LONG
    assert max(map(len, breakable(LONG).split(BREAK))) <= 12
    assert breakable("short words only") == "short words only"
    assert shortened(LONG, 20) == LONG[:19] + "…"


def test_a_page_of_html_prints_with_its_numbers_titles_and_contents() -> None:
    page = render(report_on("saigon-5-card"), FORMATS["html"]).decode()
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert "counter(page)" in style
    assert "display: none" not in style  # the contents are printed too
    assert "<caption" not in page  # a title is as wide as the page, not as its table
    titled = [table for table in report_on("saigon-5-card").tables.values() if table.title]
    assert page.count("<h3>") == len(titled)
    assert "no-repeat scroll" in style  # the shade that says that a table goes on


def test_the_dealers_test_hands_its_names_on_in_pieces() -> None:
    game = game_named("saigon-5-card")
    test = make_test(game, replace(game.default_rules(), house=LONG), 2, 1)
    assert BREAK in paper_data(test)["house"]
