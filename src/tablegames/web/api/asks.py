"""What a client may ask: the bodies of the API, whose fields are the command line's options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Path, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from tablegames.asks.rulings import SeatRequest, limited_by, parse_bets, parse_raise_limits
from tablegames.asks.submission import selected_rules
from tablegames.asks.submission_form import GameSelection, OwnPaytable
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.games import GAMES, game_named
from tablegames.web.problems import of_refusal
from tablegames.web.standard import default_rules
from tablegames.web.state import state_of

MOST_PARTS = 1000
"""Of one list or object in a body."""


def _joined(value: object) -> object:
    """Cards as one text; a list of cards is one too."""
    if isinstance(value, list) and all(isinstance(card, str) for card in value):
        return " ".join(value)
    return value


def _stages() -> Iterator[str]:
    """The stages that a plan can fix, game by game or by the family of games."""
    for of, stages in {game.plays.of: [option.stage for option in game.plays.options] for game in GAMES}.items():
        if stages:
            *first, last = stages
            yield f"{', '.join(first)} and {last} in {of}" if first else f"{last} in {of}"


STAGES = "; ".join(_stages())
Cards = Annotated[str, BeforeValidator(_joined, json_schema_input_type=str | list[str])]
NOT_EMPTY = r"\S"


def _without_default(schema: dict[str, Any]) -> None:
    """What is left out is not what may be sent: the description names no empty text as the default."""
    schema.pop("default", None)


Chosen = Annotated[str, Field(pattern=NOT_EMPTY, json_schema_extra=_without_default)]
"""A choice that may be left out; where it is there it is made, for an empty text would be answered by a default."""
Amounts = Annotated[dict[str, str], Field(description="Amounts of money as text, by wager.")]


class Ask(BaseModel):
    """The body of a request: no unknown key, no value of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _few(cls, given: object) -> object:
        """Refuse what has more parts than anyone asks for as one fault, before each of them is looked at."""
        parts = {**given, "the whole": given} if isinstance(given, dict) else {}
        for name, value in parts.items():
            if isinstance(value, list | dict) and len(value) > MOST_PARTS:
                raise ValueError(f"{name!a} has {len(value)} parts: a list or an object has at most {MOST_PARTS}")
        return given


class RulesAsk(Ask):
    """The rules in force: the defaults, then a saved submission, then what is chosen here."""

    paytables: dict[str, str | OwnPaytable] = Field(
        default={}, description="By slot: a published paytable by its name, or one of your own with its rows."
    )
    readings: dict[str, str] = Field(default={}, description="Readings of the text, by id.")
    submission: Chosen = Field(default="", description="The digest of a Rules Submission that is saved here.")
    raise_limit: Chosen = Field(
        default="", description=f"The most a seat may raise: 1, or 4:1,5:2,6:3 by {limited_by()}."
    )


class RankAsk(RulesAsk):
    """One hand."""

    hand: Cards
    board: Cards = ""


class CompareAsk(RulesAsk):
    """Two hands, on one board where the game has one."""

    first: Cards
    second: Cards
    board: Cards = ""


class SeatAsk(Ask):
    """A seat: its cards (a set hand as ``three / two``), its bets, and whether it folds."""

    player: Cards = ""
    bets: Amounts = {}
    fold: bool = False


class SettleAsk(RulesAsk, SeatAsk):
    """One seat, or a table of seats in deal order."""

    seats: list[SeatAsk] | None = Field(default=None, description="A table; player, bets and fold are then left out.")
    dealer: Cards = ""
    board: Cards = ""
    meters: Amounts = {}
    paid: Amounts = Field(default={}, description="What was paid on top of the stakes of one seat, to be checked.")


class AnalyzeAsk(RulesAsk):
    """An exact analysis; bets made together are added up."""

    bets: Amounts = {}
    meters: Amounts = {}


class AdviseAsk(RulesAsk):
    """Where a seat stands: its cards, the board so far, other cards seen, and the wagers made."""

    hand: Cards
    board: Cards = ""
    dead: Cards = ""
    bets: Amounts = {}
    meters: Amounts = {}


class StrategyAsk(RulesAsk):
    """The best play, or with a plan the plan's exact price."""

    plan: dict[str, str] = Field(default={}, description=f"By stage: {STAGES}.")


GameId = Annotated[
    str, Path(alias="game", description="The game's id.", json_schema_extra={"enum": [game.id for game in GAMES]})
]


async def the_game(game: GameId) -> Game:
    """The game that a path names; of an unknown one there is nothing."""
    try:
        return game_named(game)
    except Refused as refused:
        raise of_refusal(refused, 404) from None


async def rules_for(request: Request, game: Game, ask: RulesAsk) -> Rules:
    """As :func:`rules_of`, for a route of the event loop: only where the store is asked does another thread wait for it."""
    if ask.submission:
        return await run_in_threadpool(rules_of, request, game, ask)
    return rules_of(request, game, ask)


def rules_of(request: Request, game: Game, ask: RulesAsk) -> Rules:
    """The rules in force of a request."""
    rules = default_rules(game)
    if ask.submission:
        rules = state_of(request).store.submission(ask.submission).rules(game)
    named = {slot: table for slot, table in ask.paytables.items() if isinstance(table, str)}
    rules = game.with_choices(rules, paytables=named, readings=ask.readings)
    own: Mapping[str, Any] = {slot: table for slot, table in ask.paytables.items() if slot not in named}
    if own:
        made = selected_rules(game, GameSelection(paytables=dict(own))).paytables
        tables = {**rules.paytables, **{slot: made[slot] for slot in own}}
        rules = replace(rules, paytables=tables, house="", submission="")
    return replace(rules, raise_limits=parse_raise_limits(game, ask.raise_limit, rules))


def amounts(given: Mapping[str, str], what: str, game: Game) -> dict[str, int]:
    """Amounts in cents, by wager."""
    return parse_bets([f"{wager}={amount}" for wager, amount in given.items()], what=what)


def seat_of(seat: SeatAsk, game: Game) -> SeatRequest:
    """A seat as rulings take it."""
    return SeatRequest(seat.player, amounts(seat.bets, "bet", game), seat.fold)
