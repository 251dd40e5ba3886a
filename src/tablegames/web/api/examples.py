"""The examples of the API's description: what is asked is in the games' texts, what is answered is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeVar

from fastapi import Body
from fastapi.openapi.models import Example
from pydantic import BaseModel

from tablegames.asks.submission_text import submission_toml
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.games import GAMES

A = TypeVar("A", bound=BaseModel)


def requests(name: str) -> list[tuple[Game, Mapping[str, Any]]]:
    """The examples of what is asked, each of its game."""
    return [(game, each) for game in GAMES if (each := game.texts().requests.get(name))]


SUBMISSION = submission_toml(
    {
        "property": "Example Casino",
        "version": "1",
        "effective": date(2026, 12, 1),
        "games": {game.id: selection for game, selection in requests("submission")},
    }
)


def asked(name: str) -> Any:
    """The body of a request, with the examples of it."""
    return Body(openapi_examples={game.id: Example(summary=game.id, value=each) for game, each in requests(name)})


def answer(example: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """A 200 with its example."""
    return {200: {"content": {"application/json": {"example": example}}}}


def answered(
    name: str, ask: type[A], ruling: Callable[[Game, Rules, A], dict[str, Any]]
) -> dict[int | str, dict[str, Any]]:
    """A 200 with what the first example of a request is answered, by the default rules; nothing where there is none."""
    for game, each in requests(name):
        return answer(ruling(game, game.default_rules(), ask.model_validate(each)))
    return {}
