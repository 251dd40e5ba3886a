"""Answers to drills on either database: of each question the first one counts, and old ones go."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from tablegames.web.store import Store, drills
from tablegames.web.store.drills import KEPT, Drills
from tablegames.web.store.models import DrillAnswerRow


def test_the_first_answer_counts_with_its_time(store: Store) -> None:
    store.drills = Drills(store.database, iter((100.5, 200.0)).__next__)
    assert store.drills.counted("a") is None
    assert store.drills.answer("a", {"who": "player"}) == (({"who": "player"}, 100.5), False)
    assert store.drills.answer("a", {"who": "dealer"}) == (({"who": "player"}, 100.5), True)
    assert store.drills.counted("a") == ({"who": "player"}, 100.5)
    assert store.drills.counted("b") is None


def test_of_answers_that_come_together_one_counts(store: Store) -> None:
    with ThreadPoolExecutor(8) as together:
        found = list(together.map(lambda number: store.drills.answer("a", {"who": str(number)}), range(8)))
    assert len({str(counted.given) for counted, _ in found}) == 1
    assert sorted(before for _, before in found) == [False] + 7 * [True]


def test_old_answers_and_too_many_go(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drills, "MOST_KEPT", 2)
    times = (0.0, 1.0, 2.0, 2.0 + KEPT)
    store.drills = Drills(store.database, iter(times).__next__)
    for name in "abc":
        store.drills.answer(name, {"who": name})
    assert [store.drills.counted(name) is None for name in "abc"] == [True, False, False]
    store.drills.answer("d", {"who": "d"})
    assert [store.drills.counted(name) is None for name in "bcd"] == [True, False, False]
    with store.database.reading() as rows:
        assert rows.scalar(select(func.count()).select_from(DrillAnswerRow)) == 2
