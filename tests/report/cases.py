"""Reports that several tests look at, made once, and a house whose words try to be markup."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from tablegames.analysis.exact import Analysis, analyze
from tablegames.contract.rules import Rules
from tablegames.core.law import Source
from tablegames.core.money import make_paytable
from tablegames.games import game_named
from tablegames.report.document import Document
from tablegames.report.formats import FORMATS, render
from tablegames.report.par.sheet import par_sheet

HOSTILE = '<script>alert(1)</script> =1+1 #set page(width: 1pt) | *bold* \\ & "'
"""A house's name that is markup, a formula and source in some format or other."""
GAMES = ("high-card-flush", "saigon-5-card", "heads-up-holdem", "ultimate-texas-holdem")

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="Poppler is not installed: apt-get install poppler-utils"
)


@cache
def analysed(game_id: str) -> Analysis:
    """A game under its default rules."""
    return analyze(game_named(game_id))


@cache
def report_on(game_id: str) -> Document:
    """The report of a game under its default rules, without charts."""
    return par_sheet(analysed(game_id), day="2026-12-01", charts=False)


def flush_rules(bonus: str, **also: object) -> Rules:
    """High Card Flush with a Flush Bonus of the house's own, whose two best rows pay ``bonus`` and a tenth of it."""
    game = game_named("high-card-flush")
    top = int(bonus)
    rows = {"seven-card flush": f"{top} to 1", "six-card flush": f"{top // 10} to 1", "five-card flush": "10 to 1",
            "four-card flush": "1 to 1"}  # fmt: skip
    own = make_paytable(game.form("flush-bonus"), "house", rows, Source.SUBMISSION, "Rules Submission")
    rules = game.default_rules()
    return replace(rules, paytables={**rules.paytables, "flush-bonus": own}, **also)  # type: ignore[arg-type]


@cache
def flush_report(bonus: str, house: str = "") -> Document:
    """The report of High Card Flush with such a Flush Bonus."""
    rules = flush_rules(bonus, house=house, submission="0" * 64 if house else "")
    return par_sheet(analyze(game_named("high-card-flush"), rules), charts=False)


def text_of(document: Document, form: str, folder: Path) -> str:
    """All that a reader finds in a report of some format, as text without line breaks or places for them."""
    content = render(document, FORMATS[form])
    if form == "pdf":
        path = folder / "report.pdf"
        path.write_bytes(content)
        done = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True)
        return done.stdout.decode()
    if form == "xlsx":
        with ZipFile(io.BytesIO(content)) as book:
            return "\n".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    return content.decode()


def numbers_of(document: Document) -> set[str]:
    """Every number with a digit after the point that stands in a report's tables."""
    cells = (cell.text for table in document.tables.values() for row in (*table.rows, table.total) for cell in row)
    return {number for text in cells for number in re.findall(r"\d+\.\d+", text)}
