"""Submissions on the store: whose they are, what uses them, how many there may be, and that deleting one can be undone for a day."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select, text

from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.web.api.examples import SUBMISSION
from tablegames.web.problems import Problem
from tablegames.web.store import Store, submissions
from tablegames.web.store.facade import Store as Facade
from tablegames.web.store.models import SubmissionRow
from tests.cli import json_of, refused, text_of
from tests.web.store import ME, OTHER, opened
from tests.web.store.test_commands import url_of

FLUSH = game_named("high-card-flush")
DAY = 24 * 3600


def named(house: str) -> str:
    """A submission of a house."""
    return SUBMISSION.replace("Example Casino", house)


def at(store: Store, now: int) -> Store:
    """The store as it is asked at some time."""
    later = Facade.__new__(Facade)
    later.__dict__.update(store.__dict__, _clock=lambda: now)
    return later


def status(store: Store, digest: str, owner: str) -> int:
    """What a player is answered who would delete a submission."""
    with pytest.raises(Problem) as problem:
        store.delete(digest, owner)
    return problem.value.status


def test_only_its_owner_deletes_a_submission(store: Store) -> None:
    digest = store.save(SUBMISSION, ME).digest
    assert store.save(SUBMISSION, OTHER).digest == digest  # it stays the first one's
    for stranger in (OTHER, "", "token"):
        assert status(store, digest, stranger) == 403
    assert [each.digest for each in store.own(ME)] == [digest]
    assert store.own(OTHER) == []
    store.delete(digest, ME)
    assert store.saved() == []
    with pytest.raises(Refused, match="no submission '"):
        store.toml(digest)
    with pytest.raises(Refused, match="no submission '"):
        store.delete(digest, ME)


def test_a_submission_of_before_is_deleted_by_the_house_alone(store: Store, where: str) -> None:
    digest = store.save(SUBMISSION).digest
    for player in (ME, ""):
        with pytest.raises(Problem, match="was saved before submissions had owners: the house alone may delete it"):
            store.delete(digest, player)
    assert digest in text_of("store", "delete", digest, "--db", url_of(where))
    assert store.saved() == []
    assert "no submission 'absent' is saved here" in refused("store", "delete", "absent", "--db", url_of(where))
    text_of("store", "restore", digest, "--db", url_of(where))
    assert [each.digest for each in store.saved()] == [digest]


def test_a_submission_stays_while_a_session_or_a_table_test_uses_it(store: Store, where: str) -> None:
    digest = store.save(SUBMISSION, ME).digest
    rules = store.submission(digest).rules(FLUSH)
    for player in (ME, OTHER):
        opened(store, FLUSH, player, rules=rules)
    store.exams.open(OTHER, "a-test-of-the-house", "high-card-flush", digest, 2, 4, "Ada Example")
    with pytest.raises(
        Problem, match=r"^this submission is used by 2 sessions and 1 table test: it stays until"
    ) as used:
        store.delete(digest, ME)
    assert used.value.status == 409
    assert "used by 2 sessions and 1 table test" in refused("store", "delete", digest, "--db", url_of(where))
    assert status(store, digest, OTHER) == 403


def test_what_is_deleted_is_not_used_any_more(store: Store) -> None:
    digest = store.save(SUBMISSION, ME).digest
    rules = store.submission(digest).rules(FLUSH)
    store.delete(digest, ME)
    with pytest.raises(Refused, match="no submission"):
        opened(store, FLUSH, rules=rules)
    with pytest.raises(Refused, match="no submission"):
        store.exams.open(ME, "a-test-of-the-house", "high-card-flush", digest, 2, 4, "Ada Example")
    assert store.play.sessions(ME) == []


def test_a_deletion_is_undone_for_a_day(store: Store) -> None:
    digest = at(store, 0).save(SUBMISSION, ME).digest
    at(store, 0).delete(digest, ME)
    last, over = at(store, DAY - 1), at(store, DAY)
    assert [each.digest for each in last.own(ME, deleted=True)] == [digest]
    with pytest.raises(Problem, match="was saved by another"):
        last.restore(digest, OTHER)
    last.restore(digest, ME)
    last.restore(digest, ME)  # nothing more is done
    assert [each.digest for each in store.saved()] == [digest]
    at(store, 0).delete(digest, ME)
    assert over.own(ME, deleted=True) == []
    with pytest.raises(Refused, match="no submission"):
        over.restore(digest, ME)
    over.save(named("Another"), ME)  # what cannot come back is forgotten by the way
    with store.database.reading() as rows:
        assert rows.scalar(select(func.count()).select_from(SubmissionRow)) == 1


def test_a_deleted_one_that_is_saved_again_is_his_who_saves_it(store: Store) -> None:
    digest = store.save(SUBMISSION, ME).digest
    store.delete(digest, ME)
    store.save(SUBMISSION, OTHER)
    assert [each.digest for each in store.own(OTHER)] == [digest]
    with pytest.raises(Problem, match="was saved by another"):
        store.restore(digest, ME)


def test_pruning_forgets_what_was_deleted_long_ago(store: Store, where: str) -> None:
    digest, kept = at(store, 0).save(SUBMISSION, ME).digest, store.save(named("Another"), ME).digest
    at(store, 0).delete(digest, ME)
    asked = ("store", "prune", "--older-than", "1", "--db", url_of(where))
    assert json_of(*asked, "--dry-run")["submissions_removed"] == [digest]
    assert text_of(*asked).startswith(f"submission {digest}: Example Casino, version ")
    with store.database.reading() as rows:
        assert list(rows.scalars(select(SubmissionRow.digest))) == [kept]


def test_there_is_only_so_much_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_OF_OWNER", 2)
    monkeypatch.setattr(submissions, "MOST_OF_ALL", 4)
    first = store.save(named("A"), ME, "near").digest
    store.save(named("B"), ME, "near")
    with pytest.raises(Problem, match="2 submissions of yours are saved, which is the most: delete one") as many:
        store.save(named("C"), ME, "far")
    assert many.value.status == 409
    with pytest.raises(Problem, match=r"2 submissions came from your address within a day.*wait 24 hours") as near:
        store.save(named("C"), OTHER, "near")
    assert (near.value.status, int(near.value.headers["retry-after"]) <= DAY) == (429, True)
    store.delete(first, ME)
    store.save(named("C"), ME, "far")
    with pytest.raises(Problem, match="2 submissions of yours"):
        store.restore(first, ME)
    store.save(named("D"), OTHER)
    store.save(named("E"), OTHER)
    with pytest.raises(Problem, match=r"4 submissions are saved here.*tablegames store delete") as full:
        store.save(named("F"), "third")
    assert full.value.status == 503


def test_a_database_of_before_is_taken_over(where: str) -> None:
    store = Store(where)
    digest = store.save(SUBMISSION).digest
    toml = store.toml(digest)
    session = opened(store, FLUSH, rules=store.submission(digest).rules(FLUSH))["session"]
    free = opened(store, FLUSH, OTHER)["session"]
    with store.database.writing() as rows:  # as the version before had it
        for change in (
            "ALTER TABLE submissions DROP COLUMN owner", "ALTER TABLE submissions DROP COLUMN deleted",
            "ALTER TABLE sessions DROP COLUMN house", "DROP TABLE openings", "UPDATE alembic_version SET version_num = '0006'",
        ):  # fmt: skip
            rows.execute(text(change))
    store.database.close()
    store = Store(where)
    assert store.toml(digest) == toml
    assert [each.digest for each in store.saved()] == [digest]
    with store.database.reading() as rows:
        asked = text("SELECT id, house FROM sessions ORDER BY house")
        assert [tuple(row) for row in rows.execute(asked)] == [(free, ""), (session, digest)]
    assert status(store, digest, ME) == 403
    with pytest.raises(Problem, match="is used by 1 session: "):
        store.delete(digest)
    store.database.close()
