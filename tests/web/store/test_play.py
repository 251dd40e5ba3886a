"""Sessions and rounds on the store: played, refused, asked twice, asked by two at once, and gone on with after a crash."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tablegames.asks.records import read_record
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import format_amount
from tablegames.games import GAMES, game_named
from tablegames.rounds.shuffle import commitment
from tablegames.web.problems import Problem
from tablegames.web.settings import Most
from tablegames.web.store import Store, play
from tablegames.web.store.play import Play
from tests.web.store import ME, OTHER, begun, bets, decided, key_of, opened, played

FLUSH, HOLDEM = game_named("high-card-flush"), game_named("heads-up-holdem")


def test_rounds_of_every_game_are_played_recorded_and_verified(store: Store, tmp_path: Path) -> None:
    for game in GAMES:
        seen = opened(store, game)
        nets = []
        for which in (0, -1):
            published = seen["commitment"]
            seen = begun(store, game, seen, seats=2)
            assert seen["round"]["commitment"] == published
            seen = played(store, seen, which=which)
            deck = seen["round"]["deck"]
            assert commitment(parse_cards(" ".join(deck["cards"])), deck["salt"]) == published
            assert seen["round"]["ledger"]["house_net"] == format_amount(-int(seen["round"]["net"].replace(".", "")))
            nets.append(int(seen["round"]["net"].replace(".", "")))
        assert seen["bankroll"] == seen["available"] == format_amount(100_000 + sum(nets))
        history = store.play.history(ME, seen["session"])
        assert [(each.number, each.net) for each in history] == [(1, nets[0]), (2, nets[1])]
        assert format_amount(history[-1].bankroll) == seen["bankroll"]
        verdict = store.play.verify(ME, seen["session"], seen["head"])
        assert (verdict["verdict"], verdict["rounds"], verdict["events"]) == ("unaltered", 2, seen["events"])
        path = tmp_path / f"{game.id}.jsonl"
        path.write_bytes(store.play.transcript(ME, seen["session"]))
        record = read_record(path)
        assert (record.head, record.commitments, record.incomplete) == (seen["head"], (2, 2), "")
        assert [round_.events for round_ in store.play.recall(ME, seen["session"])] == [
            each.events for each in record.rounds
        ]
        assert store.play.recalled(ME, seen["session"], 2).states == record.rounds[1].states


def test_a_round_that_was_left_open_is_there_for_the_next_server(where: str) -> None:
    first = Store(where)
    seen = decided(first, begun(first, HOLDEM, opened(first, HOLDEM), seats=2), which=-1)
    first.database.close()
    second = Store(where)
    assert second.play.seen(ME, seen["session"]) == seen
    after = played(second, seen)
    assert second.play.verify(ME, seen["session"], after["head"])["verdict"] == "unaltered"
    second.database.close()


def test_the_same_key_is_answered_the_same_and_done_once(store: Store) -> None:
    seen = opened(store, FLUSH)
    assert opened(store, FLUSH) == seen
    dealt = begun(store, FLUSH, seen)
    assert begun(store, FLUSH, seen) == dealt
    over = decided(store, dealt)
    assert decided(store, dealt) == over
    assert begun(store, FLUSH, seen) == dealt  # long after, too
    assert store.play.seen(ME, seen["session"]) == over
    with pytest.raises(Refused, match=r"key 'act-.*-18' was used for another request"):
        store.play.act(ME, seen["session"], 1, 1, "fold", key=key_of("act", dealt), after=18)
    with pytest.raises(Refused, match="used for another request"):
        opened(store, HOLDEM, key=f"open-{FLUSH.id}")
    assert opened(store, FLUSH, OTHER)["session"] != seen["session"]  # keys are each player's own


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "é", "a\0b"])
def test_a_key_that_is_none_is_refused(store: Store, key: str) -> None:
    with pytest.raises(Refused, match="a key is 1 to 128 printable ASCII signs"):
        opened(store, FLUSH, key=key)


def test_another_players_session_is_not_there(store: Store) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH))
    session = seen["session"]
    asks: list[Any] = [
        lambda: store.play.seen(OTHER, session),
        lambda: store.play.game(OTHER, session),
        lambda: store.play.rules(OTHER, session),
        lambda: store.play.begin(OTHER, session, bets(FLUSH), key="1"),
        lambda: store.play.act(OTHER, session, 1, 1, "fold", key="2"),
        lambda: store.play.recall(OTHER, session),
        lambda: store.play.recalled(OTHER, session, 1),
        lambda: store.play.history(OTHER, session),
        lambda: store.play.transcript(OTHER, session),
        lambda: store.play.verify(OTHER, session),
        lambda: store.play.seen(ME, "nothing\0"),
    ]
    for ask in asks:
        with pytest.raises(Problem, match=r"no session .* of yours is kept here") as problem:
            ask()
        assert problem.value.status == 404
    assert store.play.sessions(OTHER) == []
    assert [each["session"] for each in store.play.sessions(ME)] == [session]
    assert store.play.seen(ME, session) == seen


def test_what_is_not_allowed_is_said_in_a_sentence_and_changes_nothing(store: Store) -> None:
    between = opened(store, FLUSH, bankroll=3000)
    session = between["session"]
    wrong: list[tuple[Any, str]] = [
        (lambda: store.play.begin(ME, session, {}, key="1"), "nobody has bet"),
        (lambda: store.play.begin(ME, session, {9: {"ante": 1000}}, key="1"), "seat '9' is not one of 1 to 6"),
        (lambda: store.play.begin(ME, session, {1: {"nope": 1000}}, key="1"), "wager 'nope' is not one of"),
        (
            lambda: store.play.begin(ME, session, {1: {"ante": 3001}}, key="1"),
            "the bets come to 30.01; the bankroll is 30.00",
        ),
        (
            lambda: store.play.begin(ME, session, bets(FLUSH), key="1", commitment="0"),
            "not the one with this commitment",
        ),
        (lambda: store.play.act(ME, session, 1, 1, "fold", key="1"), "round 1 is not being played: none has begun"),
        (lambda: store.play.recalled(ME, session, 1), "round 1 was not played"),
        (lambda: store.play.recall(ME, session, last=0), "0 rounds cannot be recalled at once"),
        (lambda: store.play.open(ME, FLUSH, FLUSH.default_rules(), key="1", bankroll=0), "the bankroll is more than"),
        (lambda: store.play.open(ME, FLUSH, FLUSH.default_rules(), key="1", meters={"x": 1}), "meter 'x' is unknown"),
    ]
    _all_refused(wrong)
    assert store.play.seen(ME, session) == between
    dealt = begun(store, FLUSH, between, seats=2)
    wrong = [
        (lambda: store.play.begin(ME, session, bets(FLUSH), key="1"), "round 1 is being played"),
        (
            lambda: store.play.act(ME, session, 2, 1, "fold", key="1"),
            "round 2 is not being played: round 1 is being played",
        ),
        (lambda: store.play.act(ME, session, 1, 1, "fold", key="1", after=3), "the round has gone on"),
        (lambda: store.play.act(ME, session, 1, 1, "raise 9x", key="1"), "seat 1: 'raise 9x' is not allowed here"),
        (
            lambda: store.play.act(ME, session, 1, 2, "fold", key="1"),
            "seat '2' does not decide now: it is seat 1's turn",
        ),
        (lambda: store.play.act(ME, session, 1, 5, "fold", key="1"), "seat '5' is not in the round"),
        (lambda: store.play.recalled(ME, session, 1), "it is recalled when it is over"),
        (lambda: store.play.verify(ME, session, "0" * 64), "the head is compared when it is over"),
    ]
    _all_refused(wrong)
    assert store.play.seen(ME, session) == dealt


def _all_refused(wrong: list[tuple[Any, str]]) -> None:
    for ask, says in wrong:
        with pytest.raises((Refused, Problem), match=says):
            ask()


def test_a_wager_that_the_bankroll_does_not_cover_is_not_offered(store: Store) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH, bankroll=1500))
    assert (seen["available"], seen["round"]["turn"]["actions"]) == ("5.00", ["fold"])
    with pytest.raises(Refused, match=r"raise 1x is a wager of 10\.00; 5\.00 of the bankroll is left"):
        store.play.act(ME, seen["session"], 1, 1, "raise 1x", key="1")


def test_of_two_decisions_at_once_one_is_made(store: Store) -> None:
    seen = begun(store, HOLDEM, opened(store, HOLDEM))
    session, after = seen["session"], seen["events"]

    def act(number: int) -> int:
        try:
            store.play.act(ME, session, 1, 1, "check", key=f"click-{number}", after=after)
        except Problem as problem:
            return problem.status
        return 200

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(act, range(8)))
    assert sorted(answers) == [200] + [409] * 7
    now = store.play.seen(ME, session)
    assert len(now["round"]["board"]) == 3  # one check, not two
    with ThreadPoolExecutor(8) as threads:
        same = list(threads.map(lambda _: decided(store, now, which=-1), range(8)))
    assert same == [store.play.seen(ME, session)] * 8
    assert len(same[0]["round"]["board"]) == 5


def test_a_session_is_opened_once_by_a_key_however_many_ask(store: Store) -> None:
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda _: opened(store, FLUSH)["session"], range(6)))
    assert len(set(found)) == len(store.play.sessions(ME)) == 1


def test_meters_stand_as_the_last_round_left_them(store: Store) -> None:
    rules = FLUSH.with_choices(FLUSH.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    seen = opened(store, FLUSH, rules=rules, meters={"progressive": 123_456})
    for _ in range(2):
        seen = store.play.begin(ME, seen["session"], {1: {"ante": 1000, "progressive": 100}}, key=f"b{seen['events']}")
        seen = played(store, seen)
        assert seen["round"]["meters"].keys() == {"progressive"}
    assert store.play.verify(ME, seen["session"])["verdict"] == "consistent"


def test_there_is_only_so_much_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_SESSIONS", 1)
    mine = begun(store, FLUSH, opened(store, FLUSH))
    with pytest.raises(Problem, match="1 sessions of yours are kept"):
        opened(store, HOLDEM)
    assert opened(store, FLUSH) == opened(store, FLUSH)  # the first answer again
    store.play = Play(store.database, most=Most(sessions=2))
    opened(store, FLUSH, OTHER)
    with pytest.raises(Problem, match="no more sessions can be kept here"):
        opened(store, FLUSH, "third")
    monkeypatch.setattr(play, "IDLE", -10)  # the session without a round makes room, the other one stays
    opened(store, FLUSH, "third")
    assert store.play.sessions(OTHER) == []
    assert store.play.seen(ME, mine["session"]) == mine
    monkeypatch.setattr(play, "MOST_ROUNDS", 1)
    mine = played(store, mine)
    with pytest.raises(Problem, match="1 rounds are the most of a session"):
        begun(store, FLUSH, mine)


def test_one_session_is_verified_at_a_time(store: Store) -> None:
    seen = opened(store, FLUSH)
    with store.play._one_verified(), pytest.raises(Problem, match="another session is being verified"):
        store.play.verify(ME, seen["session"])
    assert store.play.verify(ME, seen["session"])["verdict"] == "consistent"
