"""Train: questions at three levels, each with a clock, and with each correction the paragraphs that it rests on."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.report.rack_card import card_data
from tablegames.training.levels import LEVELS, level_of
from tablegames.training.questions import Kind, Question
from tablegames.web.drilling import Drill, answers, drill_of, question_of, result_of, rules_of
from tablegames.web.forms import Fields, posted_lists
from tablegames.web.pages import exam
from tablegames.web.pages.games import game_of_page
from tablegames.web.problems import Problem
from tablegames.web.rendering import render
from tablegames.web.state import state_of

router = APIRouter(prefix="/train", include_in_schema=False)
router.include_router(exam.router)
OfGame = Annotated[Game, Depends(game_of_page)]
DRILLS = {
    Kind.RANK: ("Rank this hand", "What a hand is, and which cards make it"),
    Kind.COMPARE: ("Who wins?", "Two hands: which is higher, and what each is"),
    Kind.SETTLE: ("Settle these bets", "Take, return or pay, wager by wager, to the cent"),
    Kind.MISTAKE: ("Find the dealer’s mistake", "The wrong payment, the unpaid win, the push that was taken"),
}
"""Each drill's title, and what it trains."""


@router.get("/{game}")
def hall(request: Request, game: OfGame, submission: str = "") -> Response:
    """The drills and the table test."""
    rules = rules_of(game, submission, state_of(request).store)
    context = {
        "page": "train", "game": game, "drills": DRILLS, "levels": LEVELS, "house": submission,
        "submissions": state_of(request).store.saved(), "steps": card_data(game, rules)["steps"],
    }  # fmt: skip
    return render(request, "train.html", context)


@router.get("/{game}/{kind}")
def ask(request: Request, game: OfGame, kind: Kind, at: str = "", level: str = "", submission: str = "") -> Response:
    """A question; without the token of one, a drill begins."""
    cookies = state_of(request).cookies
    if not at:
        begun = Drill(game.id, kind.value, _level(level or "1"), submission)
        _rules(request, game, begun)  # refused where the submission is not there
        return RedirectResponse(_address(begun.next(), request), status_code=303)
    if level or submission:
        raise Problem(
            422,
            "a question has its level and its rules already: leave out level and submission, or begin a drill without at",
        )
    drill = _drill(at, game, kind, request)
    if (first := _first(drill, request)) is not None:
        return first
    return _shown(
        request, drill, question_of(game, _rules(request, game, drill), kind, drill.level, drill.name, cookies)
    )


@router.post("/{game}/{kind}")
def answer(request: Request, game: OfGame, kind: Kind, fields: Annotated[Fields, Depends(posted_lists)]) -> Response:
    """The answers to a question, which lead to their correction; what cannot be read is said beside its field.

    One answer counts: a question that was answered already leads to the correction of its first answers, which says so.
    """
    drill = _drill(fields.get("at", [""])[-1], game, kind, request)
    if (first := _first(drill, request)) is not None:
        return first
    question = question_of(game, _rules(request, game, drill), kind, drill.level, drill.name, state_of(request).cookies)
    given, faults = answers(question, fields)
    if faults:
        return _shown(request, drill, question, fields, faults)
    counted, before = state_of(request).store.drills.answer(drill.name, given)
    return _corrected(drill.answered(counted), request, again=before)


@router.get("/{game}/{kind}/marked")
def correction(request: Request, game: OfGame, kind: Kind, at: str, again: str = "") -> Response:
    """A question corrected: each answer beside the right one, the hands, the ledger, and the paragraphs.

    Before it is answered there is none: the question is asked.
    """
    drill = _drill(at, game, kind, request)
    if not drill.over:
        return RedirectResponse(_address(drill, request), status_code=303)
    cookies = state_of(request).cookies
    question = question_of(game, _rules(request, game, drill), kind, drill.level, drill.name, cookies)
    result = result_of(question, drill.given, drill.seconds)
    context = {
        "page": "train", "game": game, "title": DRILLS[kind][0], "drill": drill, "result": result,
        "question": question, "level": question.level, "next": f"/train/{game.id}/{kind}/next?{urlencode({'at': at})}",
        "asked": drill.asked + 1, "right": drill.right + result.good, "streak": drill.streak + 1 if result.good else 0,
        "again": bool(again),
    }  # fmt: skip
    return render(request, "marked.html", context)


@router.get("/{game}/{kind}/next")
def onward(request: Request, game: OfGame, kind: Kind, at: str) -> Response:
    """The next question, whose clock begins now; this one again before it is answered."""
    drill = _drill(at, game, kind, request)
    if not drill.over:
        return RedirectResponse(_address(drill, request), status_code=303)
    cookies = state_of(request).cookies
    question = question_of(game, _rules(request, game, drill), kind, drill.level, drill.name, cookies)
    return RedirectResponse(
        _address(drill.next(result_of(question, drill.given, drill.seconds)), request), status_code=303
    )


def _shown(
    request: Request,
    drill: Drill,
    question: Question,
    typed: Fields | None = None,
    faults: dict[str, str] | None = None,
) -> Response:
    """The page of a question, with what was typed and what is wrong with it."""
    left = max(question.seconds - drill.took, 0)
    context: dict[str, Any] = {
        "page": "train", "game": question.game, "title": DRILLS[question.kind][0], "drill": drill, "question": question,
        "level": question.level, "action": f"/train/{question.game.id}/{question.kind}", "left": round(left),
        "hidden": {"at": drill.token(state_of(request).cookies)}, "typed": typed or {}, "faults": faults or {},
        "unanswered": "", "steps": card_data(question.game, question.rules)["steps"] if question.level == LEVELS[0] else (),
        "progress": f"{drill.right} of {drill.asked} right so far" if drill.asked else "",
    }  # fmt: skip
    return render(request, "question.html", context, status=422 if faults else 200)


def _drill(token: str, game: Game, kind: Kind, request: Request) -> Drill:
    """The drill of a token, which must be one of this page."""
    drill = drill_of(token, state_of(request).cookies)
    if (drill.game, drill.kind) != (game.id, kind.value):
        raise Problem(422, "this question belongs to another drill: begin again")
    if drill.stale:
        raise Problem(422, "this question was asked over a day ago: begin again")
    return drill


def _first(drill: Drill, request: Request) -> Response | None:
    """The way to the correction of a question that was answered already; none while it is not."""
    if drill.over:
        return _corrected(drill, request, again=True)
    counted = state_of(request).store.drills.counted(drill.name)
    return None if counted is None else _corrected(drill.answered(counted), request, again=True)


def _corrected(drill: Drill, request: Request, *, again: bool) -> Response:
    """The way to a question's correction, which says where it was answered ``again``."""
    more = {"again": "yes"} if again else {}
    return RedirectResponse(_address(drill, request, "/marked", **more), status_code=303)


def _rules(request: Request, game: Game, drill: Drill) -> Rules:
    return rules_of(game, drill.house, state_of(request).store)


def _level(text: str) -> int:
    try:
        return level_of(text).number
    except Refused as refused:
        raise Problem(422, str(refused)) from None


def _address(drill: Drill, request: Request, part: str = "", **more: str) -> str:
    """The address of a drill's question, or of its correction."""
    query = urlencode({"at": drill.token(state_of(request).cookies), **more})
    return f"/train/{drill.game}/{drill.kind}{part}?{query}"
