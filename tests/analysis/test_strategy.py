"""The best play in words, and the exact price of simpler play, against golden values."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest

from tablegames.analysis.advise import advise
from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import priced
from tablegames.analysis.strategy import evaluate, strategy
from tablegames.contract.choices import View
from tablegames.core.cards import CARDS
from tablegames.core.law import Refused
from tablegames.games import GAMES, game_named
from tablegames.games.high_card_flush.best import FlushPlay
from tablegames.games.high_card_flush.strategy import format_flush, parse_flush
from tablegames.games.saigon_5_card.best import SettingPlay
from tablegames.shapes.holdem.best import HoldemPlay
from tablegames.shapes.holdem.plans import SIMPLE_PLAY
from tablegames.shapes.holdem.ranges import HANDS, combinations, format_range, parse_range

HCF = game_named("high-card-flush")
HEADS_UP = game_named("heads-up-holdem")
ULTIMATE = game_named("ultimate-texas-holdem")
ULTIMATE_RAISES = "33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo"


def test_every_game_has_a_strategy() -> None:
    assert all(game.load_strategy for game in GAMES)


# --- High Card Flush --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def flush() -> FlushPlay:
    described = strategy(HCF).described
    assert isinstance(described, FlushPlay)
    return described


def test_flush_bounds(flush: FlushPlay) -> None:
    """Golden: J-3-2 and better always raise, 9-8-7 and worse always fold, 42,994,176 hands fold."""
    assert (flush.always_raise, flush.always_fold, flush.folds, flush.hands) == (
        "J-3-2",
        "9-8-7",
        42994176,
        comb(52, 7),
    )


def test_the_ten_high_flushes_are_the_mixed_ones(flush: FlushPlay) -> None:
    """Two of the eight ranks below the ten: 28 flushes, from T-9-8 down; with T-8-7 about half the hands raise."""
    tens = [format_flush(0x100 | mask) for mask in range(255, 0, -1) if mask.bit_count() == 2]
    assert [mixed.flush for mixed in flush.mixed] == tens
    assert all(mixed.raises and mixed.folds for mixed in flush.mixed)
    assert [mixed.courts for mixed in flush.mixed] == sorted(mixed.courts for mixed in flush.mixed)


def test_the_short_rule_costs_what_its_mistakes_cost(flush: FlushPlay) -> None:
    """Seeded hands of a mixed flush: those that the rule misplays are those that advise plays otherwise."""
    mixed = {each.flush: each for each in flush.mixed}
    assert mixed["T-9-8"].misplayed == 0
    assert 0 < flush.readable_cost < Fraction(2, 100000)
    rules, seeded = HCF.default_rules(), random.Random(678)
    for _ in range(12):
        own = [CARDS[4 * rank + 3] for rank in (8, 7, 6)]  # T-9-8 of spades, where the rule is exact
        others = seeded.sample([card for card in CARDS[:52] if card.suit != 3], 4)
        if max(sum(card.suit == suit for card in others) for suit in range(3)) > 2:
            continue
        courts = sum(card.rank >= 11 for card in others)
        best = advise(HCF, rules, View((*own, *others))).best.action
        assert (best == "raise 1x") == (courts >= mixed["T-9-8"].courts), others


def test_t_8_6_and_better() -> None:
    """Golden: EV -2286257119043/84320729092600, which costs 0.04685 points."""
    evaluation = evaluate(HCF, {"flush": "T-8-6"})
    assert evaluation.expected_value == Fraction(-2286257119043, 84320729092600)
    assert evaluation.cost == Fraction(-1348050875653, 50592437455560) - evaluation.expected_value
    assert round(evaluation.cost * 100, 5) == Fraction(4685, 100000)


def test_any_raises_every_hand() -> None:
    """No hand folds; every four-card flush and shorter raises once, and longer ones the most allowed."""
    played = evaluate(HCF, {"flush": "any"}).played
    assert "fold" not in played.decisions
    assert played.decisions["raise 3x"] == Fraction(6864 + 267696, comb(52, 7))


def test_a_lower_threshold_is_no_cheaper_than_the_best_one() -> None:
    costs = {text: evaluate(HCF, {"flush": text}).cost for text in ("T-8-7", "T-8-6", "T-8-5", "2-3-4-5"[::-1])}
    assert min(costs, key=lambda text: costs[text]) == "T-8-6"
    assert all(cost > 0 for cost in costs.values())


def test_a_flush_is_read_and_written_back() -> None:
    for mask in random.Random(1).sample([mask for mask in range(8192) if 2 <= mask.bit_count() <= 7], 200):
        assert parse_flush(format_flush(mask)) == (mask.bit_count(), mask)


@pytest.mark.parametrize(("text", "column"), [("T-8-X", 5), ("T-T-2", 3), ("8-T-6", 3), ("T-8-6s", 5), ("10-9-11", 6)])
def test_an_unknown_token_of_a_flush_is_refused_with_its_place(text: str, column: int) -> None:
    with pytest.raises(Refused, match=f"column {column}: .*such as T-8-6") as refused:
        evaluate(HCF, {"flush": text})
    assert refused.value.column == column


@pytest.mark.parametrize("text", ["", "T", "A-K-Q-J-T-9-8-7"])
def test_a_flush_of_another_length_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="two to seven"):
        parse_flush(text)


# --- Hold 'Em ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def heads_up() -> HoldemPlay:
    described = strategy(HEADS_UP).described
    assert isinstance(described, HoldemPlay)
    return described


def test_the_grid_of_heads_up(heads_up: HoldemPlay) -> None:
    """Golden: raise 3x on 416 of 1,326 hands: 33+, any ace, K4s+, K7o+, Q8s+, QTo+, JTs."""
    assert heads_up.raising == "33+, A2+, K4s+, K7o+, Q8s+, QTo+, JTs"
    assert heads_up.frequency == Fraction(416, 1326)
    assert len(heads_up.starting) == 169
    assert all((hand.advantage >= 0) == hand.raises for hand in heads_up.starting)


def test_an_advantage_is_the_difference_that_advise_finds(heads_up: HoldemPlay) -> None:
    kings = next(hand for hand in heads_up.starting if hand.hand == "K7o")
    advice = advise(HEADS_UP, HEADS_UP.default_rules(), View((CARDS[4 * 11], CARDS[4 * 5 + 1])))
    values = {action.action: action.expected_value for action in advice.actions}
    assert kings.advantage == values["raise 3x"] - values["check"]


def test_the_best_range_costs_nothing_and_another_what_its_hands_lose(heads_up: HoldemPlay) -> None:
    assert evaluate(HEADS_UP, {"preflop": heads_up.raising}).cost == 0
    without = parse_range(heads_up.raising) - {"JTs", "33"} | {"Q9o"}
    gains = {hand.hand: hand.advantage * hand.deals for hand in heads_up.starting}
    lost = gains["JTs"] + gains["33"] - gains["Q9o"]
    deals = sum(hand.deals for hand in heads_up.starting)
    assert evaluate(HEADS_UP, {"preflop": format_range(without)}).cost == lost / deals > 0


def test_the_published_simple_play_of_ultimate() -> None:
    """Published house edge 2.43 %: it must come out within its rounding, 2.425 to 2.435 %."""
    evaluation = evaluate(ULTIMATE, {"preflop": ULTIMATE_RAISES, **SIMPLE_PLAY})
    assert round(-evaluation.expected_value * 100, 2) == Fraction(243, 100)
    assert evaluation.played.deals == 27813810024000
    assert evaluation.cost == evaluation.best.main.expected_value - evaluation.expected_value > 0


def test_rules_that_never_raise_are_a_limit_on_raises() -> None:
    """No raise on the flop and none after the river: everybody who checks folds."""
    decisions = evaluate(ULTIMATE, {"preflop": "AA", "flop": "none", "river": "none"}).played.decisions
    assert decisions == {"play 4x": Fraction(6, 1326), "fold": Fraction(1320, 1326)}
    always = evaluate(ULTIMATE, {"preflop": "none", "flop": "none", "river": "any"}).played.decisions
    assert always == {"play 1x": 1}


def test_a_plan_of_the_best_play_alone_is_the_best_play() -> None:
    """Without rules the counting of rules must agree with the solver, fact by fact."""
    from tablegames.shapes.holdem.kernel.policy import follow

    best = analyze(ULTIMATE)
    counts = follow(priced(ULTIMATE, best.rules, ULTIMATE.facts).payoffs, (4, 3))
    assert {facts: int(counts[facts.code]) for facts in ULTIMATE.facts if counts[facts.code]} == best.histogram


def test_raise_limits_hold_in_a_plan() -> None:
    from dataclasses import replace

    rules = replace(HEADS_UP.default_rules(), raise_limits={0: 1})
    with pytest.raises(Refused, match="no raise is allowed before the flop"):
        evaluate(HEADS_UP, {"preflop": "AA"}, rules)
    decisions = evaluate(HEADS_UP, {"preflop": "none", "flop": "any", "river": "any"}, rules).played.decisions
    assert decisions == {"raise 1x": 1}


@pytest.mark.parametrize("game", [HCF, HEADS_UP, game_named("saigon-5-card")])
def test_a_stage_of_another_game_is_refused(game: object) -> None:
    stage = "preflop" if game is HCF else "flush"
    with pytest.raises(Refused, match=f"has no plan for {stage}"):
        evaluate(game, {stage: "any"})  # type: ignore[arg-type]


# --- ranges -----------------------------------------------------------------------------------------------------------


def test_a_range_is_read_and_written_back() -> None:
    seeded = random.Random(169)
    for size in (0, 1, 2, 10, 60, 120, 168, 169):
        hands = frozenset(seeded.sample(HANDS, size))
        assert parse_range(format_range(hands)) == hands


def test_what_a_range_holds() -> None:
    assert sum(map(combinations, parse_range("33+"))) == 72
    assert sum(map(combinations, parse_range("any"))) == 1326
    assert parse_range("a2S+,  10-9"[:5]) == parse_range("A2s+")
    assert parse_range("T9o, 109o") == {"T9o"}
    assert parse_range("none") == frozenset()


@pytest.mark.parametrize(
    ("text", "column"), [("33+, A1o+", 6), ("33s", 1), ("AK, KQx", 5), ("A", 1), ("33-55", 1), ("AKs++", 1)]
)
def test_an_unknown_token_of_a_range_is_refused_with_its_place(text: str, column: int) -> None:
    with pytest.raises(Refused, match=f"preflop, column {column}: .* such as 33 or 33"):
        evaluate(HEADS_UP, {"preflop": text})


@pytest.mark.parametrize(
    ("stage", "text", "column"),
    [
        ("flop", "two pair+, pair", 12),
        ("flop", "outs<21", 1),
        ("river", "hidden pair, flush draw T+", 14),
        ("river", "outs<x", 1),
    ],
)
def test_an_unknown_alternative_of_a_rule_is_refused_with_its_place(stage: str, text: str, column: int) -> None:
    with pytest.raises(Refused, match=rf"{stage}, column {column}: .*two pair\+"):
        evaluate(HEADS_UP, {stage: text})


# --- Saigon -----------------------------------------------------------------------------------------------------------


def test_how_to_set_a_hand() -> None:
    """Golden: the joker beside A 2 3 4 5 6 7 8 9 and a ten counts 10 8 9 10 8 9 10 7 8 9; a choice in 168,052 hands."""
    described = strategy(game_named("saigon-5-card")).described
    assert isinstance(described, SettingPlay)
    assert described.greatest_is_best
    assert [beside.point_count for beside in described.joker_beside] == [10, 8, 9, 10, 8, 9, 10, 7, 8, 9]
    assert (described.joker_hands, described.several, described.several_without_joker) == (comb(52, 4), 168052, 0)
