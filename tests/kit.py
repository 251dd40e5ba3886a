"""What the conformance tests share: every game, and the rules that each can be played by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.money import Direction, Rounding
from tablegames.games import GAMES

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
UNIT = 1_000
"""The wager in cents, wherever one is bet."""


def play_wager(game: Game) -> str | None:
    """The wager by which a seat stays in, where the game has one."""
    names = [wager.id for wager in game.wagers if wager.id in ("raise", "play")]
    assert len(names) == bool(game.raises.most) == len(game.chosen_wagers)
    return names[0] if names else None


def held(found: object) -> Any:
    """What a game's own tuple holds, facts or an evaluation, of whose parts the types of all games say nothing."""
    return found


def all_tables(game: Game) -> Rules:
    """The default rules, and the first published table for each slot that has no default."""
    rules = game.default_rules()
    missing = {
        form.slot: next(iter(game.paytables(form.slot))) for form in game.forms if form.slot not in rules.paytables
    }
    return game.with_choices(rules, paytables=missing, readings={})


def every_reading(game: Game) -> Iterator[Rules]:
    """The rules with the default readings, then with each other choice, one at a time."""
    rules = all_tables(game)
    yield rules
    for reading in game.law.readings.values():
        for choice in reading.choices:
            if choice != reading.default:
                if choice == "chip":
                    yield game.with_rounding(rules, Rounding(25, Direction.UP))
                else:
                    yield game.with_choices(rules, paytables={}, readings={reading.id: choice})
