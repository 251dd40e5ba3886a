"""Every line that is recorded fits the published schema of a transcript, and the schema refuses what is none."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tablegames.contract.game import Game
from tablegames.games import GAMES
from tablegames.rounds.moves import Trouble
from tablegames.rounds.session import Session
from tablegames.rounds.transcript import Recorder
from tests.rounds import Repeated

SCHEMA = Draft202012Validator(json.loads(Path("docs/transcript.schema.json").read_text()))


def recorded(game: Game) -> list[dict[str, Any]]:
    """Ten rounds of two seats, one of them void."""
    file, rng = io.StringIO(), random.Random(1)
    session = Session(game, game.default_rules(), Repeated(1), Recorder(file, game, game.default_rules()), commit=True)
    bets = {wager.id: 1000 for wager in game.wagers if wager.required}
    for number in range(10):
        session.begin([bets, bets])
        if number == 5:
            session.trouble(Trouble.STUB_COUNT)
        while not session.round.over:
            session.decide(rng.choice(session.actions()))
    return [json.loads(line) for line in file.getvalue().splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_records_fit_the_schema(game: Game) -> None:
    lines = recorded(game)
    assert {line["event"] for line in lines} >= {"session", "round", "bet", "card", "settle", "deck", "irregularity"}
    for line in lines:
        SCHEMA.validate(line)


@pytest.mark.parametrize("change", [{"event": "fold"}, {"card": "1s"}, {"hash": "00"}, {"extra": 1}, {"n": -1}])
def test_the_schema_refuses_other_lines(change: dict[str, Any]) -> None:
    card = next(line for line in recorded(GAMES[0]) if line["event"] == "card")
    assert SCHEMA.is_valid(card)
    assert not SCHEMA.is_valid({**card, **change})
