"""The texts of each game: they speak of what the game has, and are read when they are first asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablegames.contract.game import Game
from tablegames.contract.texts import Texts, load_texts
from tablegames.rounds.shuffle import generator
from tablegames.training.deals import deal_table, meters_of
from tests.kit import all_tables, each_game


@each_game
def test_a_text_names_wagers_readings_fields_and_paragraphs_that_there_are(game: Game) -> None:
    texts, rules = game.texts(), all_tables(game)
    wagers = {wager.id for wager in game.wagers}
    dealt = deal_table(game, rules, meters_of(game, rules), generator(1))
    fields = game.rank(dealt.seats[0].cards, dealt.board, rules)._fields
    assert texts.steps
    assert set(texts.parts) <= set(fields)
    for part in texts.parts.values():
        assert all(cite in game.law for cite in part.cites)
        assert wagers.issuperset(part.wagers)
    for step in texts.steps:
        assert all(cite in game.law for cite in step.cites)
        assert wagers.issuperset(step.wagers)
        assert all(choice in game.law.readings[id_].choices for id_, choice in step.when.items())
    assert all(cite in game.law for cite in texts.examples)


def test_the_games_are_there_before_their_texts_are_read() -> None:
    asked = "import tablegames.games, tablegames.contract.texts as t; print(t.load_texts.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", asked], text=True, capture_output=True, check=True)
    assert done.stdout == "0\n"


def test_a_fault_in_a_file_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for number, text in enumerate(("[steps]", '[[step]]\nsays = "Bet."', "[part.rank]\ncite = []", "")):
        folder = tmp_path / f"odd_game_{number}"
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "texts.toml").write_text(text)
        if text:
            with pytest.raises(TypeError):
                load_texts(folder.name)
        else:
            assert load_texts(folder.name) == Texts()
