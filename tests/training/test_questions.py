"""Questions: the answers are the engine's own, what is shown says nothing of them, and a planted mistake is the only one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tablegames.asks.rulings import SeatRequest, compare_hands, rank_hand, settle_table
from tablegames.contract.game import Game, ranking_of
from tablegames.core.cards import format_cards, parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import Odds, Unit
from tablegames.training.asking import choices
from tablegames.training.deals import meters_of
from tablegames.training.drills import all_wagers, make_question
from tablegames.training.levels import LEVELS, level_of
from tablegames.training.mistakes import NOTHING, mistakes
from tablegames.training.questions import Form, Kind, Question, Spot, marked, read_answer
from tests.cases import FLUSH, HOLDEM, SAIGON
from tests.kit import each_game, held

SEEDS = range(3)


def question(game: Game, kind: Kind, level: int, seed: int) -> Question:
    return make_question(game, all_wagers(game), kind, LEVELS[level - 1], seed)


def seats(asked: Question) -> list[Spot]:
    return [spot for spot in asked.spots if spot.name != "Dealer"]


def cards(spot: Spot) -> str:
    return format_cards([card for part in spot.hand for card in part])


@each_game
def test_the_engines_answers_are_right_and_no_answers_are_wrong(game: Game) -> None:
    for kind, level, seed in product(Kind, (1, 2, 3), SEEDS):
        asked = question(game, kind, level, seed)
        assert all(mark.right for mark in marked(asked, {ask.field: ask.answer for ask in asked.asks}))
        assert not marked(asked, {})[0].right
        assert asked.cites or NOTHING in [ask.answer for ask in asked.asks]
        for ask in asked.asks:
            if ask.form is Form.CHOICE:
                assert ask.answer in ask.choices
                wrong = {ask.field: next(choice for choice in ask.choices if choice != ask.answer)}
                assert not marked(asked, wrong)[asked.asks.index(ask)].right


@each_game
def test_the_same_seed_asks_the_same_and_another_seed_something_else(game: Game) -> None:
    for kind in Kind:
        first, again, other = (question(game, kind, 3, seed) for seed in (1, 1, 2))
        assert first.spots == again.spots
        assert [ask.answer for ask in first.asks] == [ask.answer for ask in again.asks]
        assert first.spots != other.spots


@each_game
def test_what_is_asked_does_not_depend_on_the_answer(game: Game) -> None:
    for kind, level in product((Kind.RANK, Kind.COMPARE), (1, 2, 3)):
        shapes = {
            tuple((ask.field, ask.form, ask.choices if ask.form is Form.CHOICE else ()) for ask in asked.asks)
            for asked in (question(game, kind, level, seed) for seed in SEEDS)
        }
        assert len(shapes) == 1


@each_game
def test_a_hand_to_rank_is_answered_as_the_ruling_on_it(game: Game) -> None:
    for level, seed in product((1, 2, 3), SEEDS):
        asked = question(game, Kind.RANK, level, seed)
        evaluation = held(rank_hand(game, asked.rules, cards(asked.spots[0]), format_cards(asked.board)).evaluation)
        answers = {ask.field: ask.answer for ask in asked.asks}
        if game is SAIGON:
            assert answers["point_count"] == str(evaluation._asdict()["point_count"] or "none")
        else:
            assert answers["rank"] == ranking_of(evaluation).category


@each_game
def test_hands_are_apart_at_level_1_and_close_at_level_3(game: Game) -> None:
    for seed in SEEDS:
        for level, close in ((1, False), (3, True)):
            asked = question(game, Kind.COMPARE, level, seed)
            dealer, player = map(cards, asked.spots)
            comparison = compare_hands(game, asked.rules, player, dealer, format_cards(asked.board)).comparison
            assert asked.asks[0].answer == {1: "player", -1: "dealer", 0: "neither"}[comparison.result]
            found = [held(each.evaluation) for each in asked.held]
            alike = {e.rank.category if hasattr(e, "rank") else e.point_count for e in found}
            assert (len(alike) == 1) == close


@each_game
def test_bets_are_settled_as_the_one_settlement_settles_what_is_shown(game: Game) -> None:
    for level, seed in product((1, 2, 3), SEEDS):
        asked = question(game, Kind.SETTLE, level, seed)
        shown = seats(asked)
        assert len(shown) == LEVELS[level - 1].seats
        requests = [SeatRequest(cards(spot), spot.bets, spot.decision == "fold") for spot in shown]
        dealer = next((cards(spot) for spot in asked.spots if spot.name == "Dealer"), "")
        ruling = settle_table(
            game, asked.rules, requests, dealer=dealer, board=format_cards(asked.board),
            meters=meters_of(game, asked.rules),
        )  # fmt: skip
        owed = [line.net for seat in ruling.seats for line in seat.ledger.lines]
        words = ["take" if net < 0 else "return" if net == 0 else f"pay {net // 100}.{net % 100:02}" for net in owed]
        assert [ask.answer for ask in asked.asks] == words
        side = {wager.id for wager in game.wagers if wager.needs_table}
        assert level > 1 or not any(side & set(spot.bets) for spot in shown)


@each_game
def test_exactly_one_payment_is_the_planted_mistake(game: Game) -> None:
    rightly = 0
    for level, seed in product((1, 2, 3), range(8)):
        asked = question(game, Kind.MISTAKE, level, seed)
        wrong = [
            f"{spot.name}: {paid.wager.replace('-', ' ')}"
            for spot in seats(asked)
            for paid, line in zip(spot.paid, asked.ledgers[spot.name].lines, strict=True)
            if paid.paid != line.net
        ]
        assert wrong in ([], [asked.asks[0].answer])
        assert (asked.asks[0].answer == NOTHING) == (not wrong)
        rightly += not wrong
        assert wrong or level > 1
    assert rightly


def test_a_planted_payment_takes_the_whole_wager_or_none_of_it() -> None:
    """What may be done instead of 10.00: take, return, the stake too, or another row; never a row that returns half of the stake."""
    game = FLUSH
    ruling = settle_table(
        game, game.default_rules(), [SeatRequest("As Ks Qs 9s 4d 3d 2c", {"ante": 1000, "flush-bonus": 1000}, fold=True)],
        dealer="Ah Kh Jh 9h 4c 3c 2d",
    )  # fmt: skip
    table = ruling.rules.paytables["flush-bonus"]
    half = replace(table, rows={**table.rows, "a half": Odds(1, 2, Unit.FOR)})
    rules = replace(ruling.rules, paytables={**ruling.rules.paytables, "flush-bonus": half})
    for in_force in (ruling.rules, rules):
        planted = mistakes(replace(ruling, rules=in_force))
        assert [fault.paid for fault in planted if fault.line.wager == "flush-bonus"] == [
            -1_000, 0, 2_000, 10_000, 100_000, 300_000,
        ]  # fmt: skip


def test_cards_that_make_the_same_hand_are_right_too() -> None:
    for seed in range(200):
        asked = question(HOLDEM, Kind.RANK, 2, seed)
        ask = asked.asks[1]
        if asked.asks[0].answer == "straight" and len({card[0] for card in ask.choices}) < 6:  # a rank stands twice
            answer = ask.answer.split()
            other = [
                next((each for each in ask.choices if each[0] == card[0] and each not in answer), card)
                for card in answer
            ]
            assert other != answer
            assert ask.is_right(" ".join(other))
            assert not ask.is_right(" ".join(answer[:4]))
            return
    pytest.fail("no straight with two cards of a rank was dealt")


def test_any_setting_of_the_greatest_count_is_right() -> None:
    for seed in range(50):
        asked = question(SAIGON, Kind.RANK, 2, seed)
        values = held(asked.held[0].evaluation)
        best = [each for each in values.settings if each.point_count == values.point_count]
        setting = next(ask for ask in asked.asks if ask.field == "settings")
        worse = [each for each in values.settings if each not in best]
        assert all(setting.is_right(format_cards(each.three)) for each in best)
        assert not any(setting.is_right(format_cards(each.three)) for each in worse)
        assert setting.is_right("none") == (not best)


def test_whether_a_hand_qualifies_rests_on_its_definition_and_its_count_on_the_counting() -> None:
    cites = {"yes": set[tuple[str, ...]](), "no": set[tuple[str, ...]]()}
    for seed in range(20):
        qualifies, count = question(SAIGON, Kind.RANK, 1, seed).asks
        assert qualifies.cites == ("680a.1",)
        cites[qualifies.answer].add(count.cites)
    assert cites == {"yes": {("680a.6(b)",)}, "no": {("680a.1",)}}


def test_the_choices_hold_what_is_too_rare_to_be_dealt() -> None:
    assert choices("heads-up-holdem", "rank")[:2] == ("royal flush", "straight flush")
    assert choices("heads-up-holdem", "rank")[-1] == "high card"
    assert choices("high-card-flush", "rank")[0] == "seven-card flush"
    assert choices("high-card-flush", "straight_flush")[-1] == "none"
    assert choices("saigon-5-card", "point_count") == (*map(str, range(1, 11)), "none")


def test_an_answer_is_read_from_its_fields() -> None:
    payments, ranked = question(FLUSH, Kind.SETTLE, 1, 1).asks[0], question(FLUSH, Kind.RANK, 2, 1).asks
    field = payments.field
    assert read_answer(payments, {field: ["pay"], f"{field}.amount": ["15"]}) == "pay 15.00"
    assert read_answer(payments, {field: ["take"], f"{field}.amount": ["15"]}) == "take"
    assert read_answer(payments, {}) == ""
    assert read_answer(ranked[1], {}) == "none"
    shown = ranked[1].choices
    assert parse_cards(read_answer(ranked[1], {ranked[1].field: [shown[1], shown[0]]})) == parse_cards(
        " ".join(shown[:2])
    )
    with pytest.raises(Refused, match="how much is paid on top of the stake"):
        read_answer(payments, {field: ["pay"]})
    with pytest.raises(Refused, match="'1e3' is not an amount"):
        read_answer(payments, {field: ["pay"], f"{field}.amount": ["1e3"]})
    with pytest.raises(Refused, match="is not one of seven-card flush"):
        read_answer(ranked[0], {"rank": ["royal"]})
    with pytest.raises(Refused, match="not among the cards shown"):
        read_answer(ranked[1], {"rank.cards": ["Zz"]})


def test_there_are_three_levels() -> None:
    assert [level_of(str(number)).number for number in (1, 2, 3)] == [1, 2, 3]
    with pytest.raises(Refused, match="level '4': there are 1 to 3"):
        level_of("4")
