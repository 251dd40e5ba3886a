"""The books over HTTP: the games, their paytables and their law."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends

from tablegames.contract.game import Game
from tablegames.games import GAMES
from tablegames.report import books
from tablegames.report.json_form import game_json
from tablegames.web.api.asks import the_game
from tablegames.web.api.examples import answer

router = APIRouter(tags=["books"])
OfGame = Annotated[Game, Depends(the_game)]
_FIRST = GAMES[0]


@router.get("/games", responses=answer(books.games_json()))
def games() -> dict[str, Any]:
    """Every game, with its chapter, cards, seats and wagers."""
    return books.games_json()


@router.get("/games/{game}", responses=answer(game_json(_FIRST)))
def game(game: OfGame) -> dict[str, Any]:
    """One game."""
    return game_json(game)


@router.get("/games/{game}/paytables", responses=answer(books.paytables_json(_FIRST)))
def paytables(game: OfGame) -> dict[str, Any]:
    """A game's paytables, each with where it comes from."""
    return books.paytables_json(game)


@router.get("/games/{game}/law/paragraphs", responses=answer(books.paragraphs_json(_FIRST)))
def paragraphs(game: OfGame) -> dict[str, Any]:
    """Each paragraph in our words, and each rule that only the trade states."""
    return books.paragraphs_json(game)


@router.get("/games/{game}/law/readings", responses=answer(books.readings_json(_FIRST)))
def readings(game: OfGame) -> dict[str, Any]:
    """Each open question of the text: its choices, the default and why, and what another choice changes."""
    return books.readings_json(game)


@router.get("/games/{game}/law/coverage", responses=answer(books.coverage_json(_FIRST)))
def coverage(game: OfGame) -> dict[str, Any]:
    """Which code carries out each paragraph, trade rule and reading."""
    return books.coverage_json(game)
