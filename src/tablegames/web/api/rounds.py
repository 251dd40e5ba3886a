"""Rounds over HTTP: sessions are opened, rounds begun, decisions made, recalled and verified, each by its player alone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field

from tablegames.asks.records import RecordedRound
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.games import game_named
from tablegames.web.api.asks import Amounts, Ask, Chosen, RulesAsk, amounts, rules_of
from tablegames.web.players import address_of, new_player, player_of, player_token, the_player, write_player
from tablegames.web.state import state_of
from tablegames.web.store.play import MOST_RECALLED, MOST_ROUNDS, Play

router = APIRouter(prefix="/sessions", tags=["rounds"])
Player = Annotated[str, Depends(the_player)]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        description="Of your choice, new for each change. Asked again with the same key and body, the first answer is given and nothing is done.",
    ),
]
SessionId = Annotated[str, Path(alias="session", description="The session's id.")]
Number = Annotated[int, Path(alias="number", ge=1, le=MOST_ROUNDS, description="The round's number, from 1.")]
PRIVATE = {"cache-control": "no-store"}


class OpenAsk(RulesAsk):
    """A session: the game, the rules in force, what is brought, and the meters before the first round."""

    game: str
    bankroll: str = "1000"
    meters: Amounts = Field(default={})


class BeginAsk(Ask):
    """A round: each seat's bets by its number, and the commitment to the deck as it was shown, to hold the house to it."""

    bets: dict[str, Amounts] = Field(examples=[{"1": {"ante": "10"}, "2": {"ante": "25"}}])
    commitment: Chosen = ""


class ActAsk(Ask):
    """A decision: whose, which (one of `turn.actions`, or a set hand as `three / two`), and after how many events it was made."""

    seat: int = Field(ge=1, le=99, examples=[1])
    action: str = Field(max_length=200, examples=["raise 1x"])
    after: int | None = Field(default=None, description="The `events` you have seen: refused where more have happened.")


def play_of(request: Request) -> Play:
    """The sessions of the server that a request is put to."""
    return state_of(request).store.play


Table = Annotated[Play, Depends(play_of)]


@router.post("", status_code=201)
def open_session(request: Request, play: Table, ask: OpenAsk, key: Key) -> JSONResponse:
    """Open a session at a table of one's own. Play money. Who has none yet is given a `player`, by which he is known from then on."""
    game = game_named(ask.game)
    known = player_of(request)
    player = known or new_player()
    opened = play.open(
        player, game, rules_of(request, game, ask), key=key, bankroll=parse_amount(ask.bankroll, what="bankroll"),
        meters=amounts(ask.meters, "meter", game), address=address_of(request),
    )  # fmt: skip
    named = {} if known else {"player": player_token(request, player)}
    answer = JSONResponse(opened | named, 201, {"location": f"{request.url.path}/{opened['session']}", **PRIVATE})
    if not known:
        write_player(request, answer, player)
    return answer


@router.get("")
def sessions(play: Table, player: Player) -> JSONResponse:
    """Your sessions, the last used first."""
    return _private({"sessions": play.sessions(player)})


@router.get("/{session}")
def session(play: Table, player: Player, session: SessionId) -> JSONResponse:
    """A session as it stands: the bankroll, the round with whose turn it is, and between rounds the commitment to the next deck."""
    return _private(play.seen(player, session))


@router.post("/{session}/rounds", status_code=201)
def begin(play: Table, player: Player, session: SessionId, ask: BeginAsk, key: Key) -> JSONResponse:
    """Begin a round with your bets, which is dealt to the first decision."""
    game = play.game(player, session)
    bets = {_seat(seat): amounts(own, "bet", game) for seat, own in ask.bets.items()}
    begun = play.begin(player, session, dict(sorted(bets.items())), key=key, commitment=ask.commitment)
    return _private(begun, 201)


@router.post("/{session}/rounds/{number}/acts")
def act(play: Table, player: Player, session: SessionId, number: Number, ask: ActAsk, key: Key) -> JSONResponse:
    """Decide for the seat whose turn it is; the round then goes on to the next decision, or to its end with the ledger."""
    return _private(play.act(player, session, number, ask.seat, ask.action, key=key, after=ask.after))


@router.get("/{session}/rounds")
def rounds(
    play: Table, player: Player, session: SessionId, last: Annotated[int, Query(ge=1, le=MOST_RECALLED)] = 10
) -> JSONResponse:
    """Recall the last rounds that are over, event by event, as ``tablegames round recall``."""
    game = play.game(player, session)
    return _private({"rounds": [_recalled(game, each) for each in play.recall(player, session, last=last)]})


@router.get("/{session}/rounds/{number}")
def recalled(play: Table, player: Player, session: SessionId, number: Number) -> JSONResponse:
    """Recall one round that is over."""
    return _private(_recalled(play.game(player, session), play.recalled(player, session, number)))


@router.get("/{session}/transcript", response_class=PlainTextResponse)
def transcript(play: Table, player: Player, session: SessionId) -> PlainTextResponse:
    """The record of every round that is over, which ``tablegames round verify`` checks."""
    return PlainTextResponse(play.transcript(player, session), media_type="application/jsonl", headers=PRIVATE)


@router.get("/{session}/verification")
def verification(
    play: Table,
    player: Player,
    session: SessionId,
    head: Annotated[
        str, Query(max_length=100, description="A head that was shown between rounds, kept elsewhere.")
    ] = "",
) -> JSONResponse:
    """Follow the chain of hashes and replay every round by the rules, as ``tablegames round verify``."""
    return _private(play.verify(player, session, head))


def _private(answer: Any, status: int = 200) -> JSONResponse:
    """An answer that is one player's, and kept nowhere on its way."""
    return JSONResponse(answer, status, PRIVATE)


def _seat(text: str) -> int:
    """A seat's number, which is written in one way only, so that no seat has its bets twice."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 2) or text.startswith("0"):
        raise Refused(f"seat {text[:20]!a} is not a number from 1 to 99, written without zeros before it")
    return int(text)


def _recalled(game: Game, round_: RecordedRound) -> dict[str, Any]:
    return {"game": game.id, "round": round_.number, "events": round_.events}
