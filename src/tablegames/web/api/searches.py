"""Searches over HTTP: many paytables, and rounds dealt at random, both bounded; answered at once or as a job."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from tablegames.analysis.plan import named_plan
from tablegames.analysis.selection import (
    ANY,
    Bounds,
    Front,
    Order,
    Wanted,
    parse_bounds,
    parse_hit_every,
    parse_level,
    shift_rounds_of,
)
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.web import work
from tablegames.web.api import examples
from tablegames.web.api.answers import LATER, worked
from tablegames.web.api.asks import Amounts, Chosen, RulesAsk, amounts, rules_of
from tablegames.web.api.books import OfGame

MOST_SWEPT, MOST_OF_MAIN = 10_000, 1_000
"""Tables of one sweep, of a side wager and of one of the main game, which are counted anew."""
MOST_ROUNDS = 100_000_000
MOST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""
BEST = "best"
router = APIRouter(prefix="/games/{game}", tags=["searches"], responses=LATER)
FrontField = Annotated[Front | None, Field(strict=False, description="Only tables that no other outdoes, for whom.")]


class SweepAsk(RulesAsk):
    """Which paytables, and which of them answer."""

    rows: dict[str, dict[str, str]] = Field(
        default={}, description="By slot and row the awards: `8..12 to 1`, `1..4 to 1 step 1/2`, or a list."
    )
    published: list[str] = Field(default=[], description="Slots of which every published table is taken.")
    meters: Amounts = Field(default={})
    edge: Chosen = Field(default="", description="House edge in percent: `4..6`, `4..` or `..6`.")
    risk: Chosen = Field(default="", description="Element of risk in percent.")
    deviation: Chosen = Field(default="", description="Standard deviation.")
    top: Chosen = Field(default="", description="Top prize, net per unit.")
    hit_every: Chosen = Field(default="", description="A hit at least once in so many hands on average.")
    pareto: FrontField = None
    sort: Annotated[Order, Field(strict=False)] = Order.EDGE
    descending: bool = False


class SimulateAsk(RulesAsk):
    """What is dealt, how it is played, and what is asked of it."""

    rounds: int = Field(ge=1, le=MOST_ROUNDS)
    seed: int = Field(ge=0, le=MOST_SEED, description="The same seed deals the same rounds.")
    seats: int = Field(default=1, ge=1, le=100)
    play: str = Field(default=BEST, description="best, or the name of a plan: always-raise, published.")
    plan: dict[str, str] = Field(default={}, description="A plan by stage, as for strategy.")
    bets: Amounts = Field(default={})
    meters: Amounts = Field(default={})
    level: str = Field(default="95", description="The confidence level in percent.")
    session: int | None = Field(default=None, ge=1, le=MOST_ROUNDS, description="Follow sessions of so many rounds.")
    bankroll: Chosen = Field(default="", description="What a session begins with.")
    hours: Chosen = Field(default="", description="The house's win over a shift of so many hours.")
    rounds_per_hour: Chosen = ""


@router.post("/sweep")
async def sweep(request: Request, game: OfGame, ask: Annotated[SweepAsk, examples.asked("sweep")]) -> Response:
    """The exact figures of many paytables of one wager, and which of them answer what is asked."""
    rules = rules_of(request, game, ask)
    wanted = Wanted(
        edge=_bounds("edge", ask.edge), risk=_bounds("risk", ask.risk), deviation=_bounds("deviation", ask.deviation),
        top=_bounds("top", ask.top), hit_every=parse_hit_every(ask.hit_every, what="hit_every"), front=ask.pareto,
        order=ask.sort, descending=ask.descending,
    )  # fmt: skip
    rows = tuple(f"{slot}:{row}={awards}" for slot, given in ask.rows.items() for row, awards in given.items())
    slots = [game.form(slot) for slot in (*ask.rows, *ask.published)]
    if not slots:
        known = ", ".join(form.slot for form in game.forms)
        raise Refused(f"say what to sweep, by rows or published: {game.name} has paytables {known}")
    side = all(map(game.is_side, slots))
    most = MOST_SWEPT if side else MOST_OF_MAIN
    meters = amounts(ask.meters, "meter", game)
    return await worked(request, work.Sweep(game.id, rules, rows, tuple(ask.published), meters, wanted, most))


@router.post("/simulate")
async def simulate(request: Request, game: OfGame, ask: Annotated[SimulateAsk, examples.asked("simulate")]) -> Response:
    """Rounds dealt at full speed under any play, against the exact figures; what sessions and shifts bring."""
    rules = rules_of(request, game, ask)
    if ask.plan and ask.play != BEST:
        raise Refused(f"play {ask.play} is a plan already: leave out it, or plan")
    if ask.bankroll and ask.session is None:
        raise Refused("bankroll is what a session begins with: give session too")
    bank = parse_amount(ask.bankroll, what="bankroll") if ask.bankroll else None
    for name in ask.meters:
        if name not in ask.bets:
            raise Refused(f"meter {name[:40]!a} is for a wager that is not bet: give its bet too")
    asked = work.Simulation(
        game.id, rules, ask.rounds, ask.seed, ask.seats, ask.plan or named_plan(game, ask.play),
        amounts(ask.bets, "bet", game), amounts(ask.meters, "meter", game),
        (ask.session, bank) if ask.session is not None else None, parse_level(ask.level),
        shift_rounds_of(ask.hours, ask.rounds_per_hour),
    )  # fmt: skip
    return await worked(request, asked)


def _bounds(name: str, text: str) -> Bounds:
    """Bounds; none where nothing is asked."""
    return parse_bounds(text, what=name) if text else ANY
