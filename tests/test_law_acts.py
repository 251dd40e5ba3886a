"""What ``law coverage`` vouches for: whatever acts on a paragraph or a reading is taken away, and the test of it must fail.

So no function may say that it carries out what its test does not need it for, and no test may pass by the citation alone.
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from types import CodeType, FunctionType
from typing import Any

import pytest

from tablegames.contract.game import Game
from tablegames.games import GAMES
from tablegames.report.books import carried_out_by


class KnockedOutError(Exception):
    """What was taken away was called."""


def _taken_away(*_args: object, **_named: object) -> None:
    raise KnockedOutError


def named(full: str) -> Any:
    """The function, property or table of a full name, such as ``tablegames.rounds.round.Round.next_place``."""
    parts = full.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = vars(found)[part]
        return found
    raise AssertionError(full)


def code_of(found: Any) -> FunctionType:
    """The function itself, behind a property or a cache."""
    while not isinstance(found, FunctionType):
        found = found.fget if isinstance(found, property) else found.__wrapped__
    return found


def forget() -> None:
    """Empty the caches of the rules and of their tests, which would answer without the function that is taken away."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tablegames.games", "tablegames.core.poker", "tablegames.shapes.holdem.rules", "tests.")):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


@contextmanager
def without(full: str, cite: str) -> Iterator[None]:
    """The program without a function, or without the row of a table that has the citation."""
    found = named(full)
    forget()
    if isinstance(found, dict):
        kept = dict(found)
        rows = [key for key, value in found.items() if value == cite or cite in value]
        assert rows, f"{full} has no row for {cite}"
        for row in rows:
            del found[row]
        try:
            yield
        finally:
            found.clear()
            found.update(kept)
            forget()
        return
    function = code_of(found)
    kept_code: CodeType = function.__code__
    assert not kept_code.co_freevars
    function.__code__ = _taken_away.__code__.replace(co_name=kept_code.co_name)
    function.__globals__.setdefault("KnockedOutError", KnockedOutError)
    try:
        yield
    finally:
        function.__code__ = kept_code
        function.__globals__.pop("KnockedOutError", None)
        forget()


def proofs(game: Game, cite: str) -> list[Callable[[], None]]:
    """The tests of a paragraph, which begin with its number, or the one that a reading names; each with its parameters."""
    if reading := game.law.readings.get(cite):
        path, _, name = reading.test.partition("::")
        module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
        found = [getattr(module, name)]
    else:
        module = importlib.import_module(f"tests.{game.id.replace('-', '_')}.test_paragraphs")
        number = re.sub(r"\W+", "_", cite.partition(".")[2]).strip("_")
        own = re.compile(rf"test_{number}(_[a-z]{{2,}}.*)?")
        found = [value for name, value in vars(module).items() if own.fullmatch(name)]
    return [call for function in found for call in _calls(function)]


def _calls(function: Callable[..., None]) -> Iterator[Callable[[], None]]:
    """A test for each choice of its parameters."""
    marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
    names = [
        mark.args[0].replace(" ", "").split(",") if isinstance(mark.args[0], str) else mark.args[0] for mark in marks
    ]
    for values in product(*(mark.args[1] for mark in marks)):
        given: dict[str, Any] = {}
        for name, value in zip(names, values, strict=True):
            given |= dict(zip(name, value if len(name) > 1 else (value,), strict=True))
        yield functools.partial(function, **given)


def passes(test: Callable[[], None]) -> bool:
    """Whether a test passes."""
    try:
        test()
    except Exception:
        return False
    return True


ACTING = [
    (game, cite, full)
    for game in GAMES
    for cite in (*game.law.paragraphs, *game.law.readings)
    for full in sorted(carried_out_by(game, cite))
]


@pytest.mark.parametrize(("game", "cite", "full"), ACTING, ids=[f"{cite}-{full}" for _, cite, full in ACTING])
def test_a_paragraph_fails_its_test_without_what_acts_on_it(game: Game, cite: str, full: str) -> None:
    tests = proofs(game, cite)
    assert tests, f"{cite} has no test"
    with without(full, cite):
        assert not all(map(passes, tests)), f"{cite}: its test passes without {full}"


def test_whatever_is_said_to_act_exists() -> None:
    for game in GAMES:
        for cite in game.law.trade_rules:
            for full in carried_out_by(game, cite):
                assert callable(code_of(named(full))), full


def test_a_false_citation_is_found() -> None:
    """A function that § 680a.9(c) does not need: the facts of hands that are dealt already."""
    (game,) = (game for game in GAMES if game.id == "saigon-5-card")
    with without("tablegames.games.saigon_5_card.rules.facts_of", "680a.9(c)"):
        assert all(map(passes, proofs(game, "680a.9(c)")))
