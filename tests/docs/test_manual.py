"""Every command of the manual prints what the manual shows, every Python example runs, every published figure is printed."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from tests.docs import DOCS
from tests.docs.consoles import NOT_RUN, WITH_CLUSTER, asked, differences, is_run, matches, pages, steps

PAGES = pages()
FIGURES = tomllib.loads((DOCS / "figures.toml").read_text(encoding="utf-8"))["figure"]
_PYTHON = re.compile(r"^ *```pycon\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^ *```(\w+)$", re.MULTILINE)


def name_of(page: Path) -> str:
    return str(page.relative_to(DOCS))


@pytest.mark.parametrize("page", [page for page in PAGES if any(steps(page)) and page != WITH_CLUSTER], ids=name_of)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = [f"{step.place}: $ {step.command}\n{given}" for step, given in differences(page)]
    assert wrong == [], "\n\n".join(wrong)


@pytest.mark.parametrize("page", [page for page in PAGES if _PYTHON.search(page.read_text())], ids=name_of)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "\n\n".join(_PYTHON.findall(page.read_text(encoding="utf-8")))
    examples = doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0)
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(examples)
    assert tried
    assert not failed, "the examples that differ are on standard output"


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure['what']} {figure['published']}")
def test_published_figures_are_printed(figure: dict[str, str]) -> None:
    """The command prints the figure, and rounded as it was published it is the published one."""
    assert figure["prints"] in "\n".join(line.rstrip() for line in output_of(figure["command"]).split("\n"))
    if "by_hand" not in figure:
        shown, published = (Decimal(figure[key].removesuffix(" %")) for key in ("prints", "published"))
        if "is_return" in figure:
            shown = 100 - shown
        assert shown.quantize(published) == published


def output_of(command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "tablegames"
    return asked(*arguments).out


def test_what_is_shown_is_run() -> None:
    """No command hides in a block of another kind; each exception is used."""
    every = [step for page in PAGES for step in steps(page)]
    assert len(every) > 50
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert set(_FENCE.findall(text)) <= {"console", "pycon", "text", "toml", "json", "python"}, name_of(page)
        elsewhere = text.count("\n$ tablegames") if page.name == "add-a-game.md" else 0  # run in a copy with the game
        shown = len(re.findall(r"^ *\$ tablegames", text, re.MULTILINE)) - elsewhere
        assert shown == sum(step.command.startswith("tablegames") for step in steps(page)), name_of(page)
    unused = [begin for begin in NOT_RUN if not any(step.command.startswith(begin) for step in every)]
    assert unused == []
    assert all(is_run(step.command) or not step.shown for step in every if "tablegames" in step.command.split()[:1])


def test_a_difference_is_seen() -> None:
    assert matches("one\n...\nfour", "one\ntwo\nthree\nfour")
    assert matches("house edge ... %", "house edge 2.66 %")
    assert not matches("one\n...\nfour", "one\ntwo\nfive")
    assert not matches("one", "one\ntwo")


def test_the_first_page_leads_to_the_five_answers_within_two_clicks() -> None:
    """Each door of the first page is a link to a page that exists."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    for question in (
        "What does this pay?", "Why does this hand win?", "What is the edge of my paytable?",
        "How do I check your number?", "How do I add my game?",
    ):  # fmt: skip
        (target,) = re.findall(rf"\[{re.escape(question)}\]\(([\w./-]+?)(?:#[\w-]+)?\)", text)
        assert (DOCS / target).exists(), target
