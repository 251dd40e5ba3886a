"""Documents over HTTP: the mathematics report, the rack card and the dealers' test, as files; made at once or as a job."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from tablegames.analysis.pricing import check_combination, check_meters
from tablegames.core.law import Refused
from tablegames.web import documents
from tablegames.web.api import examples
from tablegames.web.api.answers import LATER, worked
from tablegames.web.api.asks import Amounts, Chosen, RulesAsk, amounts, rules_of
from tablegames.web.api.books import OfGame

MOST_QUESTIONS = 100
MOST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""
router = APIRouter(prefix="/games/{game}", tags=["documents"], responses=LATER)


class ReportAsk(RulesAsk):
    """A report: its format, the date that it bears, and bets made together."""

    format: Literal["pdf", "html", "xlsx", "md", "json"]
    date: Chosen = Field(default="", description="YYYY-MM-DD; none where it is left out.")
    bets: Amounts = Field(default={})
    meters: Amounts = Field(default={})


class DealerTestAsk(RulesAsk):
    """A test: how many questions, and which."""

    questions: int = Field(default=20, ge=2, le=MOST_QUESTIONS)
    seed: int = Field(default=1, ge=0, le=MOST_SEED, description="Another seed, another test.")


def _files(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """An answer that is a file of one of some media types."""
    return {200: {"description": "The file.", "content": {kind: {} for kind in kinds}}}


@router.post("/report", responses=_files(*documents.MEDIA_TYPES.values()), response_class=Response)
async def report(request: Request, game: OfGame, ask: Annotated[ReportAsk, examples.asked("report")]) -> Response:
    """The mathematics report (PAR sheet) as a file."""
    rules = rules_of(request, game, ask)
    bets, meters = amounts(ask.bets, "bet", game), amounts(ask.meters, "meter", game)
    check_combination(game, rules, bets)
    check_meters(game, rules, {**{wager: plan.seed for wager, plan in rules.meter_plans.items()}, **meters})
    return await worked(request, documents.Report(game.id, rules, meters, bets, ask.format, _day(ask.date)))


@router.post("/rack-card", responses=_files(documents.PDF), response_class=Response)
async def rack_card(request: Request, game: OfGame, ask: Annotated[RulesAsk, examples.asked("rack-card")]) -> Response:
    """The one-page card for the table as a PDF: how to play and what is paid, from the rules in force."""
    return await worked(request, documents.RackCard(game.id, rules_of(request, game, ask)))


@router.post("/dealer-test", responses=_files(documents.PDF), response_class=Response)
async def dealer_test(
    request: Request,
    game: OfGame,
    ask: Annotated[DealerTestAsk, examples.asked("dealer-test")],
) -> Response:
    """A printable test for dealers as a PDF, with its answer key."""
    rules = rules_of(request, game, ask)
    return await worked(request, documents.DealerTest(game.id, rules, ask.questions, ask.seed))


def _day(text: str) -> str:
    """A date as it is printed; refused in another form, so that no report bears one that could be read in two ways."""
    try:
        if text and date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        raise Refused(f"date {text!a} is not of the form YYYY-MM-DD, such as 2026-12-01") from None
    return text
