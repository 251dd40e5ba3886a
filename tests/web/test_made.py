"""The page of a file that is being made."""

from __future__ import annotations

from tablegames.games import game_named
from tablegames.web.documents import RackCard
from tablegames.web.jobs import Job, Jobs
from tests.web.apart import run_apart

GIVEN = ("saigon-5-card", "high-card-flush", "heads-up-holdem")


def card(game: str) -> RackCard:
    return RackCard(game, game_named(game).default_rules())


def test_a_job_that_waits_knows_how_many_are_before_it() -> None:
    async def asked() -> list[int]:
        jobs = Jobs(most_waiting=8, seconds=1)
        waiting: list[Job] = [jobs.submit(card(game)) for game in GIVEN]  # none has been taken yet
        places = [jobs.ahead(job) for job in waiting]
        jobs.cancel(waiting[0])
        places += [jobs.ahead(job) for job in waiting]
        await jobs.close()
        return places

    assert run_apart(asked()) == [0, 1, 2, 0, 0, 1]
