"""Room on the store: how many sessions, table tests and players one address may bring within a day, and all together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from tablegames.games import game_named
from tablegames.web.problems import Problem
from tablegames.web.settings import Most
from tablegames.web.store import Store
from tablegames.web.store.exams import Exams
from tablegames.web.store.models import OpeningRow
from tablegames.web.store.play import Play

FLUSH = game_named("high-card-flush")
DAY = 24 * 3600
Open = Callable[[str, str, str], None]


@pytest.fixture(params=["session", "table test"])
def kind(request: pytest.FixtureRequest) -> str:
    """What is opened."""
    return str(request.param)


def opener(store: Store, kind: str, most: Most, now: Callable[[], int] = lambda: 0) -> Open:
    """Opens a session or a table test: of a player, from an address, under a key."""
    play, exams = Play(store.database, clock=now, most=most), Exams(store.database, clock=now, most=most)

    def open_(player: str, address: str, key: str) -> None:
        if kind == "session":
            play.open(player, FLUSH, FLUSH.default_rules(), key=key, address=address)
        else:
            exams.open(player, key.rjust(16, "-"), FLUSH.id, "", 2, 4, "Ada", None, address)

    return open_


def told(open_: Open, *of: str) -> Problem:
    """What is said where there is no room."""
    with pytest.raises(Problem) as problem:
        open_(*of)
    return problem.value


def test_one_address_opens_only_so_many_within_a_day(store: Store, kind: str) -> None:
    now = 0
    open_ = opener(store, kind, Most(sessions_of_address=3), lambda: now)
    for number in range(3):
        now = number * 600
        open_(f"player {number}", "near", f"k{number}")
    open_("player 0", "near", "k0")  # the same once more: nothing is opened
    problem = told(open_, "player 4", "near", "k4")
    assert problem.status == 429
    assert problem.detail == (
        f"3 {kind}s came from your address within a day, which is the most: wait 24 hours, or the house gives more with --sessions-per-address"
    )
    assert problem.headers == {"retry-after": str(DAY - 1200)}
    open_("player 4", "far", "k4")
    now = DAY - 1
    assert told(open_, "player 5", "near", "k5").headers == {"retry-after": "1"}
    now = DAY
    open_("player 5", "near", "k5")
    assert told(open_, "player 6", "near", "k6").headers == {"retry-after": "600"}
    with store.database.reading() as rows:
        assert rows.scalar(select(func.count()).select_from(OpeningRow)) == 4  # what is older than a day is forgotten


def test_sessions_and_table_tests_are_counted_apart(store: Store) -> None:
    most = Most(sessions_of_address=1)
    for kind in ("session", "table test"):
        opener(store, kind, most)("ada", "near", "k1")
        assert told(opener(store, kind, most), "ada", "near", "k2").status == 429


def test_one_address_brings_only_so_many_players_within_a_day(store: Store, kind: str) -> None:
    open_ = opener(store, kind, Most(players_of_address=2))
    open_("ada", "near", "k1")
    open_("bob", "near", "k2")
    problem = told(open_, "eve", "near", "k3")
    assert (problem.status, problem.headers) == (429, {"retry-after": str(DAY)})
    assert problem.detail.endswith("wait 24 hours, or the house gives more with --players-per-address")
    open_("ada", "near", "k4")
    open_("eve", "far", "k5")


def test_all_together_are_only_so_many(store: Store, kind: str) -> None:
    open_ = opener(store, kind, Most(sessions=2))
    open_("ada", "near", "k1")
    open_("bob", "far", "k2")
    problem = told(open_, "eve", "there", "k3")
    assert problem.status == 503
    assert problem.detail == (
        f"no more {kind}s can be kept here: the house removes old ones with `tablegames store prune`, or gives more with --sessions"
    )
    assert told(opener(store, kind, Most(players=2)), "eve", "there", "k3").detail.endswith("gives more with --players")
    opener(store, kind, Most(players=2))("ada", "there", "k4")  # no new player


def test_what_is_refused_is_not_counted(store: Store, kind: str) -> None:
    few, more = opener(store, kind, Most(sessions_of_address=1)), opener(store, kind, Most(sessions_of_address=2))
    few("ada", "near", "k1")
    for number in range(3):
        told(few, "ada", "near", f"x{number}")
    more("ada", "near", "k2")
