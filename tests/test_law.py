"""The law as data, and its coverage: every paragraph is carried out and tested, or excused; nothing unknown is cited."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tablegames.contract.game import Game
from tablegames.core.law import CITED, Law, Refused, Source, format_cite
from tablegames.games import GAMES
from tablegames.report.books import carried_out_by

TESTS = Path(__file__).parent
SECTIONS = {
    "saigon-5-card": "680a",
    "high-card-flush": "678a",
    "heads-up-holdem": "677a",
    "ultimate-texas-holdem": "653a",
}
SEED_PARAGRAPHS = {
    "678a": ["6(a)", "6(b)", *(f"6(b)({n})" for n in range(1, 7)), "6(c)", "6(d)", *(f"6(d)({n})" for n in range(1, 6))],
    "677a": ["6(a)", "6(b)", *(f"6(b)({n})" for n in range(1, 10)), "6(c)"],
    "680a": [
        "6(a)", *(f"6(a)({n})" for n in range(1, 5)), "6(b)", "6(b)(1)", "6(b)(2)", "6(c)",
        *(f"6(c)({n})" for n in range(1, 11)),
    ],
}  # fmt: skip
"""The paragraphs of the three ranking sections, as their texts number them."""


def folder(game: Game) -> str:
    return game.id.replace("-", "_")


def names_in(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}


def cited_in(game: Game) -> set[str]:
    """Every id that some code says it acts on, for this game or for all."""
    law = game.law
    return set(CITED) | {id_ for id_ in (*law.paragraphs, *law.trade_rules, *law.readings) if carried_out_by(game, id_)}


def uncovered(law: Law, cited: set[str], tested: set[str]) -> list[str]:
    """What a law has that nothing carries out, that nothing tests, or that code cites and the law does not have."""
    faults = []
    for paragraph in law.paragraphs.values():
        if paragraph.excused:
            continue
        if paragraph.id not in cited:
            faults.append(f"{paragraph.id} is carried out by nothing and not excused")
        name = "test_" + re.sub(r"\W+", "_", paragraph.id.partition(".")[2]).strip("_")
        if name not in tested:
            faults.append(f"{paragraph.id} has no test {name}")
    for id_ in [*law.trade_rules, *law.readings]:
        if id_ not in cited:
            faults.append(f"{id_} is carried out by nothing")
    faults += [
        f"{cite} is cited and unknown" for cite in sorted(cited) if cite.startswith(law.chapter) and cite not in law
    ]
    return faults


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_paragraph_is_carried_out_and_tested(game: Game) -> None:
    tested = names_in(TESTS / folder(game) / "test_paragraphs.py")
    assert uncovered(game.law, cited_in(game), tested) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_coverage_can_fail(game: Game) -> None:
    tested = names_in(TESTS / folder(game) / "test_paragraphs.py")
    cited = cited_in(game)
    some = next(paragraph.id for paragraph in game.law.paragraphs.values() if not paragraph.excused)
    assert uncovered(game.law, cited - {some}, tested) == [f"{some} is carried out by nothing and not excused"]
    unknown = f"{game.law.chapter}.6(z)"
    assert uncovered(game.law, cited | {unknown}, tested) == [f"{unknown} is cited and unknown"]
    assert len(uncovered(game.law, cited, set())) == sum(not p.excused for p in game.law.paragraphs.values())


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.law.chapter in SEED_PARAGRAPHS], ids=lambda game: game.id
)
def test_the_law_file_has_every_paragraph_of_the_section(game: Game) -> None:
    expected = [f"{game.law.chapter}.{number}" for number in SEED_PARAGRAPHS[game.law.chapter]]
    assert [id_ for id_ in game.law.paragraphs if ".6(" in id_] == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_reading_has_the_test_it_names(game: Game) -> None:
    for reading in game.law.readings.values():
        file, _, name = reading.test.partition("::")
        assert name in names_in(TESTS.parent / file), reading.id
        assert reading.default in reading.choices


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_chapters_and_sources(game: Game) -> None:
    assert game.law.chapter == SECTIONS[game.id]
    for rule in game.law.trade_rules.values():
        assert rule.source is not Source.REGULATION, f"{rule.id}: what only the trade states is no regulation"
        assert rule.basis


def test_no_section_that_was_not_read_is_cited() -> None:
    unread = re.compile(r"\.(7|8|10|11|13)\b|^67[78]a\.(9|12)|^680a\.12")
    assert [cite for cite in CITED if unread.search(cite)] == []


def test_an_unknown_reading_or_choice_is_refused() -> None:
    law = GAMES[1].law
    with pytest.raises(Refused, match="678a-R9' is not one of High Card Flush: 678a-R1, "):
        law.choose("678a-R9", "x")
    with pytest.raises(Refused, match="no choice 'low': ace-high-only or ace-low"):
        law.choose("678a-R1", "low")


def test_citations_print_as_what_they_are() -> None:
    assert [format_cite(cite) for cite in ("680a.6(c)(10)", "677a-T10", "677a-R4")] == [
        "§ 680a.6(c)(10)", "trade rule 677a-T10", "reading 677a-R4",
    ]  # fmt: skip
