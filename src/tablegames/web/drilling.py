"""Where a trainee stands in a drill: carried by the page itself, signed; the server keeps only which answer to a question was the first.

A page holds a random name of its question, never the seed: the seed is a signature of that name, which only this server can make.
So neither the page nor its address lets anyone compute the answer beforehand.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.training.drills import all_wagers, make_question
from tablegames.training.levels import LEVELS
from tablegames.training.questions import Kind, Mark, Question, marked, read_answer
from tablegames.web.cookies import Cookies
from tablegames.web.forms import Fields
from tablegames.web.problems import Problem
from tablegames.web.store import Store
from tablegames.web.store.drills import KEPT, Counted

GRACE = 2.0
"""Seconds beyond the time allowed that the way to the server may take."""
_USE, _SEED = "drill", "question"


@dataclass(frozen=True)
class Drill:
    """A trainee's place in a drill: the question by its name, when it was shown, and what came of those before."""

    game: str
    kind: str
    level: int
    house: str = ""
    """The digest of the Rules Submission that is trained; empty for the published rules."""
    name: str = ""
    """The question's random name."""
    shown: float = 0.0
    """When it was shown, in seconds since 1970."""
    asked: int = 0
    right: int = 0
    """Of the questions before this one: how many were asked, how many answered rightly and in time."""
    streak: int = 0
    """How many in a row."""
    given: Mapping[str, str] = field(default_factory=dict)
    """The answers, once they are given."""
    seconds: float = 0.0
    """How long they took."""

    @property
    def over(self) -> bool:
        """Whether the question is answered: every field then has its answer, if only that there is none."""
        return bool(self.given)

    def next(self, result: Result | None = None) -> Drill:
        """The next question, shown now; ``result`` is what came of this one."""
        good = result is not None and result.good
        return replace(
            self, name=secrets.token_urlsafe(12), shown=time.time(), given={}, seconds=0.0,
            asked=self.asked + (result is not None), right=self.right + good, streak=self.streak + 1 if good else 0,
        )  # fmt: skip

    @property
    def took(self) -> float:
        """Seconds since the question was shown."""
        return max(time.time() - self.shown, 0)

    @property
    def stale(self) -> bool:
        """Whether it was shown so long ago that it is answered no more."""
        return not self.over and self.took > KEPT

    def answered(self, counted: Counted) -> Drill:
        """The same question with the answers that count."""
        return replace(self, given=dict(counted.given), seconds=round(max(counted.at - self.shown, 0), 1))

    def token(self, cookies: Cookies) -> str:
        """The drill as a page carries it."""
        body = urlsafe_b64encode(json.dumps(list(asdict(self).values()), separators=(",", ":")).encode()).decode()
        return f"{body}.{cookies.sign(_USE, body)}"


def drill_of(token: str, cookies: Cookies) -> Drill:
    """The drill that a page carried; refused where this server did not sign it."""
    body, _, signature = token.rpartition(".")
    if not body or not hmac.compare_digest(signature.encode(), cookies.sign(_USE, body).encode()):
        raise Problem(422, "this question was not asked here, or its address is not whole: begin again")
    try:
        return Drill(*json.loads(urlsafe_b64decode(body)))
    except TypeError:  # an earlier version of this program signed it
        raise Problem(422, "this question was asked by an earlier version of this program: begin again") from None


@dataclass(frozen=True)
class Result:
    """A question answered: the answers marked, and whether they came in time."""

    question: Question
    marks: tuple[Mark, ...]
    seconds: float

    @property
    def right(self) -> bool:
        """Whether every answer is right."""
        return all(mark.right for mark in self.marks)

    @property
    def in_time(self) -> bool:
        """Whether they came within the time allowed, if there is a clock."""
        return not self.question.seconds or self.seconds <= self.question.seconds + GRACE

    @property
    def good(self) -> bool:
        """Whether it counts: right, and in time."""
        return self.right and self.in_time


def result_of(question: Question, given: Mapping[str, str], seconds: float) -> Result:
    """Answers marked."""
    return Result(question, marked(question, given), seconds)


def question_of(game: Game, rules: Rules, kind: str, level: int, name: str, cookies: Cookies) -> Question:
    """The question of a name; its seed is a secret of this server."""
    seed = int(cookies.sign(_SEED, f"{game.id}:{kind}:{level}:{name}"), 16)
    return make_question(game, rules, Kind(kind), LEVELS[level - 1], seed)


def rules_of(game: Game, house: str, store: Store) -> Rules:
    """The rules that are trained: a saved submission's, or the published ones with every wager that has a known paytable."""
    if not house:
        return all_wagers(game)
    try:
        return store.submission(house).rules(game)
    except Refused as refused:
        raise Problem(422, str(refused)) from None


def answered(question: Question, fields: Fields) -> bool:
    """Whether a form chooses or writes anything that is asked."""
    names = {name for each in question.asks for name in (each.field, f"{each.field}.amount")}
    return any(text.strip() for name in names for text in fields.get(name, []))


def answers(question: Question, fields: Fields) -> tuple[dict[str, str], dict[str, str]]:
    """The answers that a form gives, and what is wrong with a field."""
    given, faults = {}, {}
    for each in question.asks:
        try:
            given[each.field] = read_answer(each, fields)
        except Refused as refused:
            faults[each.field] = str(refused)
    return given, faults
