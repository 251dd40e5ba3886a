"""Each format: valid, the same bytes every time, and what a user typed stays text."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from jsonschema import Draft202012Validator

import tablegames
from tablegames.analysis.exact import analyze
from tablegames.contract.document import Column, Kind, number, table
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.report.charts.paytables import known_edges
from tablegames.report.document import Document, Section
from tablegames.report.formats import FORMATS, format_named, format_of, render
from tablegames.report.formats.json_file import report_json
from tablegames.report.formats.xlsx_live import Payout, payout_of
from tablegames.report.par.comparison import comparison
from tablegames.report.par.sheet import par_sheet
from tests.report.cases import GAMES, HOSTILE, analysed, flush_report, needs_poppler, report_on, text_of

SCHEMA = Draft202012Validator(json.loads(Path("docs/report.schema.json").read_text()))
RENDERED_TWICE = """
import hashlib, json, sys
from tablegames.analysis.exact import analyze
from tablegames.analysis.exact import analyze
from tablegames.games import game_named
from tablegames.report.formats import FORMATS, render
from tablegames.report.par.sheet import par_sheet
report = par_sheet(analyze(game_named("saigon-5-card")), day="2026-12-01")
print(json.dumps({name: hashlib.sha256(render(report, form)).hexdigest() for name, form in FORMATS.items()}))
"""


def hostile() -> Document:
    """A report of a house whose name is markup."""
    return flush_report("470", HOSTILE)


def test_same_bytes_in_two_processes() -> None:
    package = str(Path(tablegames.__path__[0]).parent)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", RENDERED_TWICE], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": package, "PYTHONHASHSEED": seed, "TZ": zone},
        )
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    ]  # fmt: skip
    first, second = (json.loads(process.communicate(timeout=120)[0]) for process in running)
    assert list(first) == list(FORMATS)
    assert first == second


def test_json_fits_its_schema_and_the_schema_refuses() -> None:
    for document in (report_on("high-card-flush"), hostile(), comparison([analysed("saigon-5-card")])):
        found = json.loads(render(document, FORMATS["json"]))
        assert not list(SCHEMA.iter_errors(found))
    rounded = report_json(report_on("high-card-flush"))
    rounded["analysis"]["main"]["expected_value"] = -0.0266
    assert [error.json_path for error in SCHEMA.iter_errors(rounded)] == ["$.analysis.main.expected_value"]
    assert list(SCHEMA.iter_errors({**rounded, "made": "today"}))


def test_json_tables_by_keys() -> None:
    sections = json.loads(render(report_on("high-card-flush"), FORMATS["json"]))["sections"]
    tables = {block["key"]: block for section in sections for block in section["blocks"] if block["kind"] == "table"}
    row = tables["frequencies flush-bonus"]["rows"][0]
    assert row["combinations"] == {"text": "6,864", "exact": "6864"}
    assert row["outcome"] == {"text": "seven-card flush"}
    for each in tables.values():
        keys = [column["key"] for column in each["columns"]]
        assert len(set(keys)) == len(keys)
        assert all(list(row) == keys for row in each["rows"])


def test_html_is_escaped_whole_and_alone() -> None:
    page = render(hostile(), FORMATS["html"]).decode()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; =1+1" in page
    for outside in ("http://", "https://", 'src="//', "@import", "url("):
        assert outside not in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert page.count("<table") == page.count("</table>") == len(hostile().tables)


def test_markdown_is_escaped() -> None:
    text = render(hostile(), FORMATS["md"]).decode()
    assert "\\<script\\>" in text
    assert "\\#set page(width: 1pt) \\| \\*bold\\*" in text
    widths = {line.replace("\\|", "").count("|") for line in text.splitlines() if line.startswith("| high")}
    assert len(widths) <= 1
    for line in text.splitlines():
        assert not line.startswith("<")


@needs_poppler
def test_pdf_shows_what_was_typed_as_text_and_opens_without_a_warning(tmp_path: Path) -> None:
    text = text_of(hostile(), "pdf", tmp_path)
    assert "<script>alert(1)</script> =1+1 #set page(width: 1pt) | *bold*" in text
    assert str(hostile().tables["spread"].rows[0][5].text)[:40] in text.replace("\n", "")
    assert "\u200b" not in text  # what is copied is the number
    drawn = subprocess.run(
        ["pdftoppm", "-r", "20", "-png", str(tmp_path / "report.pdf"), str(tmp_path / "page")],
        capture_output=True,
        check=True,
    )
    assert not drawn.stderr
    assert len(list(tmp_path.glob("page*.png"))) > 5
    described = subprocess.run(
        ["pdfinfo", str(tmp_path / "report.pdf")], capture_output=True, check=True
    ).stdout.decode()
    assert "Date" not in described  # neither created nor changed: the same input gives the same bytes
    assert "Mathematics report" in described


def book_of(document: Document) -> Any:
    """A report's spreadsheet, its formulas as they are."""
    return openpyxl.load_workbook(io.BytesIO(render(document, FORMATS["xlsx"])))


def test_spreadsheet_holds_text_as_text_and_no_date() -> None:
    book = book_of(hostile())
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    named = [cell for cell in cells if isinstance(cell.value, str) and "=1+1" in cell.value]
    assert named
    assert {cell.data_type for cell in named} == {"s"}
    assert book.properties.created == datetime(2000, 1, 1)
    assert book.sheetnames[0] == "Summary"
    assert {"flush-bonus", "main game", "1 Identity", "9 Method"} <= set(book.sheetnames)
    own = Document("=1+1", "-2", "@x", (Section("s", "S", (table("t", "", ("a",), [("=HYPERLINK(1)",), ("-x",)]),)),))
    for row in book_of(own)["1 S"].iter_rows(min_row=3):
        for cell in row:
            assert cell.data_type in "sn"
            assert cell.quotePrefix or not str(cell.value or "").startswith(("=", "-"))


def test_spreadsheet_keeps_long_counts_as_text_beside_the_number() -> None:
    sheet = book_of(report_on("high-card-flush"))["4 Frequencies"]
    total = next([cell.value for cell in row] for row in sheet.iter_rows() if row[0].value == "total")
    assert total[1:3] == [6071092494667200, "6071092494667200"]
    live = book_of(report_on("high-card-flush"))["ante"]
    assert [live["C13"].value, live["B13"].value] == ["1707950852322720", 1707950852322720]


def test_every_wager_has_a_sheet_also_one_named_like_a_section() -> None:
    game = game_named("high-card-flush")
    rules = game.with_choices(game.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    analysis = analyze(game, rules, meters={"progressive": 1_000_000})
    book = book_of(par_sheet(analysis, charts=False))
    assert {"progressive", "9 Progressive"} <= set(book.sheetnames)
    sheet = book["progressive"]
    # a fixed amount and a share of a meter are the net per unit of the one wager that the table is for
    assert [sheet.cell(row, column).value for row in (13, 15) for column in (1, 5, 7)] == [
        "seven-card straight flush", 10_000, "net", "five-card straight flush", 250, "net",
    ]  # fmt: skip


@pytest.mark.parametrize("game_id", GAMES)
def test_live_payouts_give_back_every_contribution(game_id: str) -> None:
    analysis = analysed(game_id)
    for wager in analysis.wagers:
        for row in analysis.rows(wager):
            payout = payout_of(row)
            assert Fraction(row.deals, row.of) * row.size * net_of(payout) == row.contribution
            assert payout.unit != "net" or row.row == "not made"


def net_of(payout: Payout) -> Fraction:
    """What the sheet's formula makes of a row's cells."""
    pays, per = payout.pays or Fraction(0), payout.per or 1
    return {"to": pays / per, "for": pays / per - 1, "lose": Fraction(-1), "push": Fraction(0), "net": pays}[
        payout.unit
    ]


def test_live_rows_hold_the_payouts_and_the_figures_are_formulas() -> None:
    book = book_of(report_on("high-card-flush"))
    sheet = book["flush-bonus"]
    assert [sheet.cell(13, column).value for column in (1, 2, 5, 6, 7, 8)] == [
        "seven-card flush",
        6864,
        300,
        1,
        "to",
        1,
    ]
    assert sheet["B5"].value == "=-B4"
    assert book["Summary"]["C8"].value == "='main game'!$B$5"
    assert Fraction(book["Summary"]["E8"].value) == analysed("high-card-flush").main.house_edge


@pytest.mark.parametrize("game_id", GAMES)
def test_charts_of_a_spreadsheet_show_its_live_cells(game_id: str) -> None:
    analysis = analysed(game_id)
    content = render(report_on(game_id), FORMATS["xlsx"])
    with ZipFile(io.BytesIO(content)) as book:
        charts = [book.read(name).decode() for name in sorted(book.namelist()) if name.startswith("xl/charts/chart")]
    shown = {tuple(re.findall(r"<c:f>(.*?)</c:f>", chart)) for chart in charts}
    sheets = openpyxl.load_workbook(io.BytesIO(content))
    for wager in analysis.wagers:
        names, values = next(pair for pair in shown if pair[0].split("!")[0].strip("'") == wager)
        rows = analysis.rows(wager)
        assert (names.split("!")[1], values.split("!")[1]) == tuple(
            f"${column}$13:${column}${12 + len(rows)}" for column in "AJ"
        )
        assert [sheets[wager][f"A{at}"].value for at in (13, 12 + len(rows))] == [rows[0].row, rows[-1].row]
        assert sheets[wager]["J13"].value == "=D13*H13*I13"
    (edges,) = (pair[1] for pair in shown if pair[0].startswith("Summary!"))
    first, _, last = edges.split("!")[1].partition(":")
    cells = [cell.value for (cell,) in sheets["Summary"][f"{first}:{last or first}"]]
    in_force = [f"='{'main game' if not analysis.game.is_side(table.form) else table.form.wagers[0]}'!$B$5"
                for table, _, chosen in known_edges(analysis) if chosen]  # fmt: skip
    assert [cell for cell in cells if isinstance(cell, str)] == in_force
    assert len(cells) == len(known_edges(analysis))
    assert len(charts) == len(analysis.wagers) + 1


@pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not installed: apt-get install libreoffice-calc"
)
def test_libreoffice_finds_the_exact_edge_also_after_a_payout_is_changed(tmp_path: Path) -> None:
    (tmp_path / "as-is.xlsx").write_bytes(render(report_on("high-card-flush"), FORMATS["xlsx"]))
    for name, award, win in (("as-is", 300, 1), ("changed", 475, 2)):
        book = openpyxl.load_workbook(tmp_path / "as-is.xlsx")
        assert book["flush-bonus"]["A13"].value == "seven-card flush"
        assert book["ante"]["A13"].value == "win"
        book["flush-bonus"]["E13"].value, book["ante"]["E13"].value = award, win
        book.save(tmp_path / f"{name}.xlsx")  # without the values that were computed: LibreOffice finds its own
    convert = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to",
               "xlsx:Calc MS Excel 2007 XML", "--outdir", str(tmp_path / "out")]  # fmt: skip
    files = [str(tmp_path / f"{name}.xlsx") for name in ("as-is", "changed")]
    subprocess.run([*convert, *files], check=True, capture_output=True, timeout=120)
    edge, main = analysed("high-card-flush").wager("flush-bonus").house_edge, analysed("high-card-flush").main
    won = analysed("high-card-flush").rows("ante")[0]
    top = Fraction(6864, 133784560)
    exact = {
        "as-is": (edge, main.house_edge),
        "changed": (edge - 175 * top, main.house_edge - Fraction(won.deals, won.of)),
    }
    for name, (bonus, game) in exact.items():
        summary = openpyxl.load_workbook(tmp_path / "out" / f"{name}.xlsx", data_only=True)["Summary"]
        found = {row[0].value: row[2].value for row in summary.iter_rows(min_row=8)}
        assert found["flush-bonus"] == pytest.approx(float(bonus), rel=1e-12)
        assert found["main game"] == pytest.approx(float(game), rel=1e-12)
        assert found["flush-bonus A (published), in force"] == found["flush-bonus"]
        assert found["flush-bonus C (single-source)"] == pytest.approx(34114 / 643195, rel=1e-12)
    figures = openpyxl.load_workbook(tmp_path / "out" / "as-is.xlsx", data_only=True)["main game"]
    live, reported = ([figures.cell(row, column).value for row in range(4, 11)] for column in (2, 3))
    assert live == pytest.approx(reported, rel=1e-12)


def test_formats_are_found_by_name() -> None:
    assert format_of(Path("A.PDF")) is FORMATS["pdf"]
    with pytest.raises(Refused, match=r"a\.docx: a report's name ends in \.pdf, \.html, \.xlsx, \.md, \.json"):
        format_of(Path("a.docx"))
    with pytest.raises(Refused, match="not 'docx'"):
        format_named("docx")


def test_a_table_of_another_shape_is_a_fault() -> None:
    with pytest.raises(ValueError, match="table t: a row has another number of cells"):
        table("t", "", ("a", "b"), [("one",)])


def test_an_empty_table_is_shown_in_every_format() -> None:
    columns = (Column("a", "a long title of a column", Kind.NUMBER), Column("b", "b"))
    blocks = (table("t", "T", columns, []), table("u", "U", columns, [(number(Fraction(1, 3), 2), "x")]))
    document = Document("Title", "Sub", "Foot", (Section("s", "S", blocks),))
    for form in FORMATS.values():
        assert render(document, form)


def test_zip_members_bear_no_clock() -> None:
    with ZipFile(io.BytesIO(render(report_on("saigon-5-card"), FORMATS["xlsx"]))) as book:
        assert {member.date_time for member in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_notebook_shows_the_analysis_escaped() -> None:
    analysis = analysed("high-card-flush")
    page = analysis._repr_html_()
    assert "2.66453040 %" in page
    assert page.count("<table>") == page.count("</table>") == 1 + len(analysis.wagers)
    assert "<script" not in hostile().analysis._repr_html_()  # type: ignore[union-attr]  # a report of one game has it
    assert "&lt;script&gt;" in hostile().analysis._repr_html_()  # type: ignore[union-attr]


def test_records_are_plain_rows() -> None:
    records = analysed("heads-up-holdem").records()
    assert {frozenset(record) for record in records} == {frozenset(records[0])}
    assert {type(value) for record in records for value in record.values()} == {str, int, float}
    odds = [record for record in records if record["wager"] == "odds"]
    assert sum(record["deals"] for record in odds) == odds[0]["of"]
    game = game_named("heads-up-holdem")
    assert next(record["wager"] for record in records if record["row"] == "folded") == game.wagers[0].id
