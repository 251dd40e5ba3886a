"""Generic code names no game and no shape: not in a name, not in a string, not in a template; docstrings may, for their examples."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablegames
from tablegames.games import GAMES

ROOT = Path(tablegames.__file__).parent
RESTS_ON = "procedures.toml"
"""The readings of procedure: law, which says what each rests on, a game's paragraph or a publication about one among it."""
GENERIC = ("core", "contract", "rounds", "kernels", "asks", "analysis", "audit", "training", "report", "web", "cli")
SHAPES = [folder.name for folder in (ROOT / "shapes").iterdir() if (folder / "__init__.py").is_file()]
NAMED = [
    *(game.id for game in GAMES),
    *(game.id.replace("-", "_") for game in GAMES),
    *(game.name for game in GAMES),
    *SHAPES,
    "hold 'em",
]
NAMES = re.compile("|".join(map(re.escape, NAMED)), re.IGNORECASE)


def words_of(source: str) -> Iterator[tuple[int, str]]:
    """Every name and string of a module with its line, docstrings apart."""
    tree = ast.parse(source)
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str() as text) if id(node) not in docstrings:
                yield line, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str() as name):
                yield line, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
            case ast.Import(names=names):
                yield from ((line, each.name) for each in names)
            case ast.ImportFrom(module=module, names=names):
                yield line, f"{module} {' '.join(each.name for each in names)}"


@pytest.mark.parametrize("package", GENERIC)
def test_no_module_names_a_game_or_a_shape(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:80]}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, text in words_of(path.read_text("utf-8"))
        if NAMES.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("package", GENERIC)
def test_no_file_beside_names_a_game_or_a_shape(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in sorted((ROOT / package).rglob("*"))
        if path.suffix in (".html", ".j2", ".typ", ".toml", ".js", ".css") and path.name != RESTS_ON
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if NAMES.search(line)
    ]
    assert found == []


def test_a_name_is_found() -> None:
    assert NAMES.search("from tablegames.shapes.holdem import rules")
    assert [text for _, text in words_of('x = "high-card-flush"\n') if NAMES.search(text)] == ["high-card-flush"]
    assert not [text for _, text in words_of('def f():\n    """high-card-flush"""\n') if NAMES.search(text)]
