"""Sweeps: every table's figures are those of its own analysis, however few counts they came from and whoever made them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablegames import games
from tablegames.analysis import sweep as module
from tablegames.analysis.cluster import Checkpoint, Where, total
from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import Price, price
from tablegames.analysis.same_play import still_best
from tablegames.analysis.sweep import Sweep, Tables, sweep
from tablegames.analysis.table_ranges import combinations, parse_rows, pattern
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.money import Paytable
from tablegames.core.poker import PokerHand
from tablegames.games import game_named
from tests.analysis.small_games import THREE_STREETS, pays, with_table

HEADS_UP, ULTIMATE = game_named("heads-up-holdem"), game_named("ultimate-texas-holdem")
FLUSH, SAIGON = game_named("high-card-flush"), game_named("saigon-5-card")


def tables_of(game: Game, *rows: str, rules: Rules | None = None) -> list[Tables | Refused]:
    return combinations(game, parse_rows(game, rules or game.default_rules(), rows))


def same_as_analyzed(found: Sweep, numbers: Sequence[int], rules: Rules, meters: dict[str, int] | None = None) -> None:
    """These tables' figures are those of an analysis of their own, and so is the top prize."""
    by_number = {row.number: row for row in found.rows}
    for number in numbers:
        row = by_number[number]
        own = replace(rules, paytables={**rules.paytables, **row.paytables})
        analysis = analyze(found.game, own, meters=meters)
        assert row.figures == (analysis.wager(found.wager) if found.side else analysis.main), row
        assert row.top_prize == max(
            prices[found.wager].net for prices in analysis.prices.values() if found.wager in prices
        )


LOSING = ("odds-losing:straight=lose, 5 to 1", "odds-losing:four-of-a-kind=25 to 1, 50 for 1")
WINNING = ("odds-winning:straight=push, 1 to 1",)


@pytest.fixture(scope="module")
def odds() -> Sweep:
    """Eight tables of the Odds, of two slots together."""
    return sweep(HEADS_UP, HEADS_UP.default_rules(), tables_of(HEADS_UP, *WINNING, *LOSING))


def test_a_wager_of_the_main_game_is_played_best_under_every_table(odds: Sweep) -> None:
    assert (odds.wager, odds.side, odds.base) == ("odds", False, "Ante")
    assert odds.slots == ("odds-winning", "odds-losing")
    assert [row.number for row in odds.rows] == list(range(1, 9))
    same_as_analyzed(odds, (1, 4, 7), HEADS_UP.default_rules())
    assert odds.rows[0].figures != odds.rows[1].figures


def test_a_count_that_serves_several_tables_is_proved_to(odds: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone in its task every table is counted; together fewer are, and each has the same figures to the last digit."""
    assert odds.counted < 5
    monkeypatch.setattr(module, "TOGETHER", 1)
    alone = sweep(HEADS_UP, HEADS_UP.default_rules(), tables_of(HEADS_UP, *WINNING, *LOSING))
    assert alone.counted == 8
    assert alone.rows == odds.rows


def test_the_blind_is_folded_with_four_of_a_kind_on_the_board() -> None:
    """So a better award for four-of-a-kind proves nothing; one for a flush, which is never folded, does."""
    rules = ULTIMATE.default_rules()
    fours = sweep(ULTIMATE, rules, tables_of(ULTIMATE, "blind:four-of-a-kind=10 to 1, 20 to 1"))
    assert fours.counted == 2
    assert fours.rows[0].figures.average_wager < fours.rows[1].figures.average_wager  # it is raised more often
    same_as_analyzed(fours, (1, 2), rules)
    flushes = sweep(ULTIMATE, rules, tables_of(ULTIMATE, "blind:flush=3/2..2 to 1 step 1/2"))
    assert flushes.counted == 1
    same_as_analyzed(flushes, (2,), rules)


def test_when_a_play_is_proved_to_stay_the_best() -> None:
    pays = (Fraction(1), Fraction(2))
    hands = {0: frozenset({PokerHand.STRAIGHT}), 1: frozenset({PokerHand.FLUSH})}
    folded = frozenset({PokerHand.STRAIGHT})
    assert still_best(pays, folded, pays, hands)
    assert still_best(pays, folded, (Fraction(1), Fraction(3)), hands)
    assert not still_best(pays, folded, (Fraction(1), Fraction(3, 2)), hands)
    assert not still_best(pays, folded, (Fraction(2), Fraction(2)), hands)


def test_a_raise_limit_holds_for_every_table() -> None:
    rules = replace(HEADS_UP.default_rules(), raise_limits={0: 2})
    found = sweep(HEADS_UP, rules, tables_of(HEADS_UP, "odds-winning:flush=1..2 to 1"))
    same_as_analyzed(found, (1, 2), rules)


SIDE = [
    (FLUSH, "flush-bonus", ("five-card flush=8..10 to 1", "four-card flush=push, 1 to 1"), {}),
    (FLUSH, "straight-flush-bonus", ("seven-card straight flush=5000 to 1, 8000 for 1", "four-card straight flush=60..61 to 1"), {}),
    (FLUSH, "progressive", ("four-card straight flush=amount 20, 70 to 1", "five-card straight flush=meter 3%"), {"progressive": 1234567}),
    (HEADS_UP, "trips-plus", ("flush=6..7 to 1", "three-of-a-kind=5/2..3 to 1 step 1/2"), {}),
    (HEADS_UP, "pocket-bonus", ("pair of aces=25..30 to 1 step 5",), {}),
    (ULTIMATE, "trips", ("straight=4..5 to 1", "flush=6..7 to 1"), {}),
    (SAIGON, "bonus", ("flush=22..24 to 1 step 2", "two pair=1..2 to 1"), {}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "slot", "rows", "meters"), SIDE, ids=[f"{each[0].id} {each[1]}" for each in SIDE])
def test_a_side_wager_is_priced_from_one_count(
    game: Game, slot: str, rows: tuple[str, ...], meters: dict[str, int]
) -> None:
    missing = {} if slot in game.default_rules().paytables else {slot: next(iter(game.paytables(slot)))}
    rules = game.with_choices(game.default_rules(), paytables=missing, readings={})
    found = sweep(game, rules, tables_of(game, *(f"{slot}:{row}" for row in rows), rules=rules), meters=meters)
    assert (found.side, found.counted, found.refused) == (True, 1, ())
    assert found.base == f"unit of {slot}"
    assert len(found.rows) >= 2
    same_as_analyzed(found, [row.number for row in found.rows], rules, meters)


@pytest.mark.parametrize(
    ("game", "reading", "row"),
    [(HEADS_UP, "677a-R4", "trips-plus:flush=6..7 to 1"), (FLUSH, "678a-R7", "progressive:four-card straight flush=amount 20, amount 30")],
)  # fmt: skip
def test_readings_that_change_what_a_side_wager_pays(game: Game, reading: str, row: str) -> None:
    other = next(
        choice for choice in game.law.readings[reading].choices if choice != game.law.readings[reading].default
    )
    chosen = {"progressive": "one-dollar"} if game is FLUSH else {}
    rules = game.with_choices(game.default_rules(), paytables=chosen, readings={reading: other})
    meters = {"progressive": 500000} if chosen else None
    found = sweep(game, rules, tables_of(game, row, rules=rules), meters=meters)
    same_as_analyzed(found, (1, 2), rules, meters)


def test_published_tables_keep_their_names() -> None:
    patterns = [pattern(FLUSH, "flush-bonus", {}, like=table) for table in FLUSH.paytables("flush-bonus").values()]
    found = sweep(FLUSH, FLUSH.default_rules(), combinations(FLUSH, patterns))
    assert [row.paytables["flush-bonus"] for row in found.rows] == list(FLUSH.paytables("flush-bonus").values())


def test_wherever_it_is_worked_the_result_is_the_same(odds: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    """And work and tasks can be sent: they come out of their pickles as they went in."""

    def sent(work: Any, tasks: Sequence[Any], **options: Any) -> dict[str, int]:
        return total(pickle.loads(pickle.dumps(work)), [pickle.loads(pickle.dumps(task)) for task in tasks], **options)

    monkeypatch.setattr(module, "total", sent)
    monkeypatch.setattr(module, "TOGETHER", 4)
    found = sweep(HEADS_UP, HEADS_UP.default_rules(), tables_of(HEADS_UP, *WINNING, *LOSING), where=Where(workers=2))
    assert found.rows == odds.rows


def stop_after(part: float) -> Callable[[float], None]:
    def progress(done: float) -> None:
        if done >= part:
            raise KeyboardInterrupt

    return progress


def test_a_stopped_sweep_goes_on_where_it_was(odds: Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOGETHER", 4)
    rules, tables, file = HEADS_UP.default_rules(), tables_of(HEADS_UP, *WINNING, *LOSING), tmp_path / "state"
    with pytest.raises(KeyboardInterrupt):
        sweep(HEADS_UP, rules, tables, checkpoint=file, progress=stop_after(0.5))
    told: list[float] = []
    found = sweep(HEADS_UP, rules, tables, checkpoint=file, progress=told.append)
    assert told[0] == 0.5
    assert found.rows == odds.rows
    with pytest.raises(Refused, match="a checkpoint of another run: its tables is"):
        sweep(HEADS_UP, rules, tables[1:], checkpoint=file)


def test_a_checkpoint_without_the_tables_of_its_tasks_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forged(path: Path, job: Any) -> Checkpoint:
        with Checkpoint(path, job) as state:
            state.note(0, {"1 as": 1})
        return Checkpoint(path, job)

    monkeypatch.setattr(module, "Checkpoint", forged)
    with pytest.raises(Refused, match="its tables are not counted over the same deals"):
        sweep(HEADS_UP, HEADS_UP.default_rules(), tables_of(HEADS_UP, *WINNING), checkpoint=tmp_path / "state")


def test_refused_tables_are_kept_with_their_reasons() -> None:
    tables = tables_of(FLUSH, "flush-bonus:six-card flush=10 to 1, 75 to 1", "flush-bonus:five-card flush=10..11 to 1")
    found = sweep(FLUSH, FLUSH.default_rules(), tables)
    assert [row.number for row in found.rows] == [1, 3, 4]
    ((number, reason),) = found.refused
    assert number == 2
    assert "five-card flush (11 to 1) pays more than six-card flush (10 to 1)" in reason.message
    assert reason.cites == ("678a.6(b)",)


def test_payoffs_that_the_count_cannot_take_refuse_their_table_alone() -> None:
    found = sweep(HEADS_UP, HEADS_UP.default_rules(), tables_of(HEADS_UP, "odds-winning:royal flush=500 to 1, 20000000 to 1"))  # fmt: skip
    assert [row.number for row in found.rows] == [1]
    assert "reach" in found.refused[0][1].message


def test_a_meter_that_is_not_given_refuses_the_tables_that_share_it() -> None:
    rules = FLUSH.with_choices(FLUSH.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    tables = tables_of(FLUSH, "progressive:four-card straight flush=amount 20, amount 30", rules=rules)
    with pytest.raises(Refused, match=r"all 2 tables are refused; the first: progressive .* give it"):
        sweep(FLUSH, rules, tables)
    with pytest.raises(Refused, match="meter 'jackpot' is unknown"):
        sweep(FLUSH, rules, tables, meters={"jackpot": 5})


def test_what_no_sweep_is() -> None:
    rules = FLUSH.default_rules()
    flush, straight = ({table.form.slot: table} for table in rules.paytables.values())
    with pytest.raises(Refused, match="a sweep needs a paytable"):
        sweep(FLUSH, rules, [])
    with pytest.raises(Refused, match="choose the same slots, here flush-bonus"):
        sweep(FLUSH, rules, [flush, straight])
    with pytest.raises(Refused, match=r"one sweep is of one wager; flush-bonus, .*bonus$"):
        sweep(FLUSH, rules, [{**flush, **straight}])


def test_a_table_of_several_wagers_is_priced_for_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ante and three bets by one table: each table's figures are those of its own analysis, with its own best play."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, THREE_STREETS))
    tables = [pays("2 to 1", "push", "push"), pays("2 to 1", "1 to 1", "lose"), pays("9 to 1", "push", "lose")]
    found = sweep(THREE_STREETS, with_table(tables[0]), [{"pays": table} for table in tables])
    assert found.wager == "ante, third, fourth, fifth"
    assert (len(found.rows), found.side, found.refused) == (3, False, ())
    assert len({row.figures for row in found.rows}) == 3
    for row in found.rows:
        own = analyze(THREE_STREETS, with_table(row.paytables["pays"]))
        assert row.figures == own.main
        assert row.top_prize == max(
            sum(prices[wager].net for wager in prices) for prices in all_prices(row.paytables["pays"])
        )


def all_prices(table: Paytable) -> list[dict[str, Price]]:
    """The prices of all facts of Three Streets."""
    return [price(THREE_STREETS, with_table(table), facts, {}) for facts in THREE_STREETS.facts]
