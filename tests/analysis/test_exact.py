"""Exact figures of the real games: golden values, each with where it comes from, and identities that must hold."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.pricing import priced
from tablegames.analysis.solving import solver_of
from tablegames.asks.rulings import parse_raise_limits
from tablegames.contract.game import Game
from tablegames.core.figures import decimal, percent, root
from tablegames.core.law import Refused
from tablegames.games import GAMES, game_named
from tablegames.games.high_card_flush.facts import Facts as FlushFacts
from tablegames.games.high_card_flush.kernel import Solution as FlushSolution
from tablegames.shapes.holdem.kernel.solve import Solution as HoldemSolution


@pytest.fixture(scope="module")
def analyses() -> dict[str, Analysis]:
    return {game.id: analyze(game) for game in GAMES}


def with_tables(game: Game, **tables: str) -> Analysis:
    chosen = {slot.replace("_", "-"): name for slot, name in tables.items()}
    return analyze(game, game.with_choices(game.default_rules(), paytables=chosen, readings={}))


# Each figure was found by two programs written apart (a plain C enumeration among them), or is published where it says so.
GOLDEN = {
    "high-card-flush": {
        "deals": comb(52, 7) * comb(45, 7),
        "ev": Fraction(-1348050875653, 50592437455560),
        "edge": "2.66453040",
        "wager": "1.7112492802",
        "risk": "1.55706736",
        "sd": "1.63086974",
    },
    "heads-up-holdem": {  # the published return is 97.64 %
        "deals": comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2),
        "ev": Fraction(-655967338260, 27813810024000),
        "edge": "2.35842316",
        "wager": decimal(Fraction(102075211366920, 27813810024000), 10),
        "risk": "0.64263138",
        "sd": "4.55784151",
    },
    "ultimate-texas-holdem": {  # published: house edge 2.185 %, average total wager 4.152252, standard deviation 4.94
        "deals": comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2),
        "ev": Fraction(-607723787676, 27813810024000),
        "edge": percent(Fraction(607723787676, 27813810024000)),
        "wager": decimal(Fraction(115489936191960, 27813810024000), 10),
        "risk": "0.52621363",
        "sd": "4.93931185",
    },
    "saigon-5-card": {
        "deals": comb(53, 5) * comb(48, 5),
        "ev": Fraction(-91766866296, 4913773104240),
        "edge": "1.86754383",
        "wager": "1.0000000000",
        "risk": "1.86754383",
        "sd": root(Fraction(853982191370448982, 1033192624974685175), 8),  # see test_saigon_ante_by_another_program
    },
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_golden_figures(game: Game, analyses: dict[str, Analysis]) -> None:
    analysis, golden = analyses[game.id], GOLDEN[game.id]
    main = analysis.main
    assert analysis.deals == golden["deals"]
    assert main.expected_value == golden["ev"]
    assert percent(main.house_edge) == golden["edge"]
    assert decimal(main.average_wager, 10) == golden["wager"]
    assert percent(main.element_of_risk) == golden["risk"]
    assert root(main.variance, 8) == golden["sd"]


def test_ultimate_texas_holdem_as_published(analyses: dict[str, Analysis]) -> None:
    main = analyses["ultimate-texas-holdem"].main
    assert percent(main.house_edge, 3) == "2.185"
    assert decimal(main.average_wager, 6) == "4.152252"
    assert root(main.variance, 2) == "4.94"


def test_high_card_flush_decisions(analyses: dict[str, Analysis]) -> None:
    analysis = analyses["high-card-flush"]
    assert analysis.decisions["fold"] == Fraction(42994176, comb(52, 7))
    assert isinstance(analysis.detail, FlushSolution)
    qualified = 1 - Fraction(analysis.detail.dealer_not_qualified, analysis.deals)
    assert decimal(qualified, 12) == "0.753637310613"


def test_high_card_flush_never_raises_less_than_it_may(analyses: dict[str, Analysis]) -> None:
    most = {5: 2, 6: 3, 7: 3}
    for facts in analyses["high-card-flush"].histogram:
        assert isinstance(facts, FlushFacts)
        assert facts.raise_multiple in (0, most.get(facts.flush, 1))


def test_high_card_flush_threshold_strategy() -> None:
    """Raise any four-card flush and T-8-6 or better, the most allowed; the figure is golden, found by two programs."""
    policy = np.full((8, 8192), -1, dtype=np.int8)
    masks = np.arange(8192)
    policy[2], policy[4], policy[5], policy[6:] = 0, 1, 2, 3
    policy[3] = masks >= (1 << 8 | 1 << 6 | 1 << 4)
    game = game_named("high-card-flush")
    asked = priced(game, game.default_rules())
    fixed = solver_of(game).optimum(asked, policy=policy).counts
    won = sum(int(asked.payoffs[code]) * count for code, count in fixed.items())
    assert asked.unit * Fraction(won, sum(fixed.values())) == Fraction(-2286257119043, 84320729092600)


RANGES = {
    "heads-up-holdem": (3, 416, "33+, A2o+, A2s+, K4s+, K7o+, Q8s+, QTo+, JTs"),
    "ultimate-texas-holdem": (4, 500, "33+, A2o+, A2s+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo, JTs"),
}


def test_preflop_raises(analyses: dict[str, Analysis]) -> None:
    """The published ranges; 416 of 1,326 hands in Heads-Up."""
    order = "23456789TJQKA"

    def within(name: str, text: str) -> bool:
        for token in text.split(", "):
            body = token.rstrip("+")
            plus = token.endswith("+")
            if body[0] == body[1]:
                if name[0] == name[1] and (order.index(name[0]) >= order.index(body[0]) if plus else name == body):
                    return True
            elif name[0] == body[0] and name[2:] == body[2:] and name[0] != name[1]:
                low, floor = order.index(name[1]), order.index(body[1])
                if low >= floor if plus else low == floor:
                    return True
        return False

    for game_id, (multiple, hands, text) in RANGES.items():
        detail = analyses[game_id].detail
        assert isinstance(detail, HoldemSolution)
        starting = detail.preflop
        raised = {hand.name for hand in starting if hand.multiple}
        assert raised == {hand.name for hand in starting if within(hand.name, text)}
        assert {hand.multiple for hand in starting} == {0, multiple}
        total = sum(hand.deals for hand in starting)
        assert sum(hand.deals for hand in starting if hand.multiple) * 1326 == hands * total


def test_side_wagers() -> None:
    """Edges that follow from the hand counts by hand: published, or derived beside the paytables."""
    flush, holdem = game_named("high-card-flush"), game_named("heads-up-holdem")
    assert analyze(flush).wager("flush-bonus").house_edge == Fraction(200861, 2572780)
    assert percent(analyze(flush).wager("straight-flush-bonus").house_edge, 6) == "20.508235"
    low = flush.with_choices(flush.default_rules(), paytables={}, readings={"678a-R1": "ace-low"})
    assert percent(analyze(flush, low).wager("straight-flush-bonus").house_edge, 6) == "13.086386"
    assert analyze(holdem).wager("trips-plus").house_edge == Fraction(4463500, comb(52, 7))
    assert analyze(holdem).wager("pocket-bonus").house_edge == Fraction(60, 1326)
    saigon = with_tables(game_named("saigon-5-card"), bonus="example")
    assert saigon.wager("bonus").house_edge == Fraction(337468, comb(53, 5))


def test_saigon_ante_by_another_program() -> None:
    """Mean and variance of both readings, from an enumeration of value multisets written apart, without this package."""
    game = game_named("saigon-5-card")
    found = {
        "always": (Fraction(-23749189, 1271680410), Fraction(853982191370448982, 1033192624974685175)),
        "only-if-dealer-qualifies": (
            Fraction(-840230663, 102370273005),
            Fraction(5886291437307077405669, 6986448530078821153350),
        ),
    }
    for choice, (mean, variance) in found.items():
        rules = game.with_choices(game.default_rules(), paytables={}, readings={"680a-R3": choice})
        main = analyze(game, rules).main
        assert (main.expected_value, main.variance) == (mean, variance)


def test_saigon_readings() -> None:
    saigon = game_named("saigon-5-card")
    rules = saigon.with_choices(
        saigon.default_rules(), paytables={"bonus": "example"}, readings={"680a-R7": "not-a-straight"}
    )
    analysis = analyze(saigon, rules)
    assert analysis.wager("bonus").house_edge == Fraction(380056, comb(53, 5))
    straights = {row.row: row.deals for row in analysis.rows("bonus")}
    assert straights["straight"] == 18504
    assert straights["no listed hand"] == 2636016


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_rows_add_up(game: Game, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[game.id]
    for wager in analysis.wagers:
        rows = analysis.rows(wager)
        assert {row.of for row in rows} == {game.wager(wager).deals or analysis.deals}
        assert sum(row.deals for row in rows) == rows[0].of
        assert sum(row.contribution for row in rows) == analysis.wager(wager).expected_value
        figures = analysis.wager(wager)
        assert figures.hit + figures.push + figures.loss == 1
    main = sum(analysis.wager(wager).expected_value for wager in analysis.main_wagers)
    assert main == analysis.main.expected_value
    assert sum(analysis.decisions.values()) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_covariances_make_the_variance_of_the_sum(game: Game, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[game.id]
    weights = {wager: Fraction(2 * place + 1, 3) for place, wager in enumerate(analysis.wagers)}
    expected = sum(
        weights[one] * weights[other] * analysis.covariance(one, other)
        for one in analysis.wagers
        for other in analysis.wagers
    )
    assert analysis.combination(weights).variance == expected
    for wager in analysis.wagers:
        assert analysis.covariance(wager, wager) == analysis.wager(wager).variance


def test_wagers_that_share_no_card_with_the_dealer_do_covary_with_the_main_game(analyses: dict[str, Analysis]) -> None:
    """The pocket wager and the main game both like aces; a covariance of 0 would mean the joint histogram lost the pocket."""
    analysis = analyses["heads-up-holdem"]
    assert analysis.covariance("pocket-bonus", "ante") > 0
    assert analysis.covariance("pocket-bonus", "trips-plus") > 0


def test_raise_limits() -> None:
    game = game_named("high-card-flush")
    rules = game.default_rules()
    from dataclasses import replace

    one = analyze(game, replace(rules, raise_limits=parse_raise_limits(game, "1", rules)))
    assert set(one.decisions) == {"raise 1x", "fold"}
    assert one.main.expected_value < Fraction(-1348050875653, 50592437455560)
    whole = analyze(game, replace(rules, raise_limits=parse_raise_limits(game, "4:1,5:2,6:3", rules)))
    assert whole.main.expected_value == Fraction(-1348050875653, 50592437455560)
    for text in ("0", "4:2", "8:1", "x", "1,2"):
        with pytest.raises(Refused, match="limit"):
            parse_raise_limits(game, text, rules)


def test_a_progressive_is_linear_in_its_meter() -> None:
    """Net per unit: the share rows grow with the meter, the amounts do not; 28 and 1,416 hands share it."""
    game = game_named("high-card-flush")
    rules = game.with_choices(game.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    with pytest.raises(Refused, match="give it, such as --meter progressive="):
        analyze(game, rules)
    low, high = (analyze(game, rules, meters={"progressive": m}).wager("progressive") for m in (0, 1000000))
    hands = comb(52, 7)
    assert high.expected_value - low.expected_value == Fraction(10000 * 28 + 5000 * 1416, hands)
    fixed = 250 * 36000 + 50 * 615480 + 5 * 7940748 - (hands - 28 - 1416 - 36000 - 615480 - 7940748)
    assert low.expected_value == Fraction(fixed, hands)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hits_pushes_and_losses_are_those_of_the_results(game: Game) -> None:
    """Of the main game and of each wager: above, at and below nothing, counted from the results themselves."""
    analysis = analyze(game)
    for wagers, figures in [(analysis.main_wagers, analysis.main)] + [
        ((wager,), analysis.wager(wager)) for wager in analysis.wagers
    ]:
        results = analysis.distribution(dict.fromkeys(wagers, Fraction(1)))
        hit, push, loss = (
            Fraction(sum(deals for net, deals in results.items() if (net > 0) - (net < 0) == sign), analysis.deals)
            for sign in (1, 0, -1)
        )
        assert (figures.hit, figures.push, figures.loss) == (hit, push, loss)
        assert hit + push + loss == 1
