"""The dealer's table test: every question asked once, its first answer kept, and a scored record that can be printed."""

from __future__ import annotations

import secrets
import time
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.core.figures import percent
from tablegames.core.law import Refused
from tablegames.training.levels import LEVELS, level_of
from tablegames.training.questions import Kind, Question
from tablegames.web.drilling import Result, answered, answers, question_of, result_of, rules_of
from tablegames.web.forms import Fields, posted, posted_lists
from tablegames.web.pages.games import game_of_page
from tablegames.web.pages.player import Kept, known, player_here, with_player
from tablegames.web.players import address_of
from tablegames.web.problems import Problem
from tablegames.web.rendering import render
from tablegames.web.state import state_of
from tablegames.web.store.exams import LENGTHS, PASS_MARKS, Answered, Exam

router = APIRouter(prefix="/{game}/test")
OfGame = Annotated[Game, Depends(game_of_page)]
ORDER = tuple(Kind)
MARK = "pass_mark"
"""The field of the pass mark."""
UNANSWERED = "unanswered"
"""What the button sends that counts a question as one without an answer, and the address that asks whether it is meant."""


@router.get("")
def begin(request: Request, game: OfGame) -> Response:
    """The form that begins a test, and the tests that were taken."""
    return _begin(request, game, {}, {})


@router.post("")
def open_test(request: Request, game: OfGame, form: Annotated[dict[str, str], Depends(posted)]) -> Response:
    """A new test; sent twice it is one."""
    store, player = state_of(request).store, player_here(request)
    id_, house = form.get("id", ""), form.get("submission", "")
    try:
        pass_mark = _pass_mark(form.get(MARK, ""))
    except Refused as refused:
        return _begin(request, game, form, {MARK: str(refused)})
    try:
        level = level_of(form.get("level", "")).number
        rules_of(game, house, store)
        count = form.get("questions", "")
        store.exams.open(
            player,
            id_,
            game.id,
            house,
            level,
            int(count) if count in map(str, LENGTHS) else 0,
            form.get("candidate", ""),
            pass_mark,
            address_of(request),
        )
    except Refused as refused:
        return _begin(request, game, form, {"candidate": str(refused)})
    return RedirectResponse(f"/train/{game.id}/test/{id_}", status_code=303)


@router.get("/{exam}")
def take(request: Request, game: OfGame, exam: Kept, unanswered: str = "") -> Response:
    """The next question; the record once every one is answered.  ``unanswered`` is the question that was sent without an answer."""
    taken = _of_game(state_of(request).store.exams.show(player_here(request), exam), game)
    if not taken.next:
        return _record(request, game, taken)
    return _asked(request, game, taken, again=unanswered == str(taken.next))


@router.post("/{exam}")
def answer(request: Request, game: OfGame, exam: Kept, fields: Annotated[Fields, Depends(posted_lists)]) -> Response:
    """The answers to a question; those to one that is answered already, or was not shown yet, change nothing.

    A form without any answer is asked about once: it counts where that is meant.
    """
    exams, player = state_of(request).store.exams, player_here(request)
    taken = _of_game(exams.seen(player, exam), game)
    number = fields.get("number", [""])[-1]
    if taken.asked and number == str(taken.asked):
        question = _question(request, game, taken, taken.asked)
        given, faults = answers(question, fields)
        if faults:
            return _asked(request, game, taken, fields, faults)
        if not (answered(question, fields) or UNANSWERED in fields):
            return RedirectResponse(f"/train/{game.id}/test/{exam}?{UNANSWERED}={number}", status_code=303)
        exams.answer(player, exam, taken.asked, given)
    return RedirectResponse(f"/train/{game.id}/test/{exam}", status_code=303)


def _begin(request: Request, game: Game, typed: dict[str, str], faults: dict[str, str]) -> Response:
    state, player = state_of(request), known(request)
    context = {
        "page": "train", "game": game, "levels": LEVELS, "lengths": LENGTHS, "typed": typed, "faults": faults,
        "id": typed.get("id") or secrets.token_urlsafe(16), "submissions": state.store.saved(),
        "taken": [] if player[1] else [(exam, _date(exam)) for exam in state.store.exams.taken(player[0], game.id)],
    }  # fmt: skip
    return with_player(request, render(request, "exam.html", context, status=422 if faults else 200), player)


def _asked(
    request: Request,
    game: Game,
    exam: Exam,
    typed: Fields | None = None,
    faults: dict[str, str] | None = None,
    *,
    again: bool = False,
) -> Response:
    """The page of the next question; ``again`` where it was sent without an answer, which is asked about."""
    question = _question(request, game, exam, exam.next)
    shown = next((each.shown for each in exam.answers if each.number == exam.next), time.time() * 1000)
    left = max(question.seconds - (time.time() - shown / 1000), 0)
    context = {
        "page": "train", "game": game, "title": f"Table test: {exam.next} of {exam.questions}", "question": question,
        "level": question.level, "action": f"/train/{game.id}/test/{exam.id}", "left": round(left),
        "hidden": {"number": exam.next}, "typed": typed or {}, "faults": faults or {}, "progress": exam.candidate,
        "steps": (), "unanswered": UNANSWERED if again else "",
    }  # fmt: skip
    response = render(request, "question.html", context, status=422 if faults else 200)
    response.headers["cache-control"] = "no-store"
    return response


def _record(request: Request, game: Game, exam: Exam) -> Response:
    """The scored record, each question with its correction."""
    results = [_result(request, game, exam, each) for each in exam.answers]
    kinds = {kind: [result for result in results if result.question.kind is kind] for kind in Kind}
    score = sum(result.good for result in results)
    context = {
        "page": "train", "game": game, "exam": exam, "results": results, "date": _date(exam), "kinds": kinds,
        "rules": results[0].question.rules, "level": results[0].question.level,
        "score": score, "passed": exam.passed(score), "percent": percent(Fraction(score, len(results)), 1), "cites": _cites(results),
    }  # fmt: skip
    return render(request, "record.html", context)


def _pass_mark(text: str) -> int | None:
    """A pass mark in percent, from text; none where nothing is written.

    >>> _pass_mark(" 80 %"), _pass_mark("")
    (80, None)
    """
    digits = text.strip().removesuffix("%").rstrip()
    if not text.strip():
        return None
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 3 or int(digits) not in PASS_MARKS:
        raise Refused(f"{text[:20]!a} is no pass mark: a whole number of percent, 1 to 100, or nothing")
    return int(digits)


def _question(request: Request, game: Game, exam: Exam, number: int) -> Question:
    """A question of a test: of each kind in turn, from a seed that only this server knows."""
    state = state_of(request)
    rules = rules_of(game, exam.house, state.store)
    kind = ORDER[(number - 1) % len(ORDER)]
    return question_of(game, rules, kind.value, exam.level, f"{exam.id}:{number}", state.cookies)


def _result(request: Request, game: Game, exam: Exam, of: Answered) -> Result:
    return result_of(_question(request, game, exam, of.number), of.given or {}, of.seconds)


def _cites(results: list[Result]) -> list[str]:
    """The paragraphs and rules behind every answer that was wrong."""
    missed = (mark.ask.cites for result in results for mark in result.marks if not mark.right)
    return list(dict.fromkeys(cite for cites in missed for cite in cites))


def _date(exam: Exam) -> str:
    """The day on which a test was begun, in UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(exam.opened))


def _of_game(exam: Exam, game: Game) -> Exam:
    if exam.game != game.id:
        raise Problem(404, f"this test is not of {game.name}")
    return exam
