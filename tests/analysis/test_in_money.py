"""Exact figures, advice and simulations of bets in money, as the house pays them: one price for a fact, wherever it is asked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tablegames.analysis.advise import advise
from tablegames.analysis.exact import Analysis, analyze, in_money
from tablegames.analysis.payout_limit import limit_effect
from tablegames.analysis.pricing import priced
from tablegames.analysis.shared_limit import shared_limit
from tablegames.analysis.simulate import simulate
from tablegames.analysis.solving import strategy_of
from tablegames.contract.choices import View
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, parse_cards
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import Limits
from tablegames.games import GAMES, game_named
from tablegames.games.high_card_flush.facts import Facts as FlushFacts
from tablegames.games.high_card_flush.facts import Outcome
from tablegames.games.saigon_5_card.kernel import Solution as SettingSolution
from tablegames.kernels.random_deals import stream_key
from tablegames.rounds.payouts import House, bets_made, paid_by_house
from tablegames.shapes.holdem.kernel.solve import Solution as HoldemSolution
from tablegames.shapes.holdem.rules import Pocket

FLUSH, HOLDEM, ULTIMATE, SAIGON = map(
    game_named, ("high-card-flush", "heads-up-holdem", "ultimate-texas-holdem", "saigon-5-card")
)
ROUNDS = 100_000


def chip_down(game: Game, cents: int) -> Rules:
    return game.with_rounding(game.default_rules(), Rounding(cents, Direction.DOWN))


def limit_of(game: Game, cents: int) -> Rules:
    return replace(game.default_rules(), payout_limit=cents)


def worth(game: Game, rules: Rules, hand: str, bets: dict[str, int], board: str = "") -> dict[str, Fraction]:
    """The value of each action in money."""
    advice = advise(game, rules, View(parse_cards(hand), parse_cards(board)), bets)
    return {action.action: action.expected_value / 100 for action in advice.actions}


# --- advice -----------------------------------------------------------------------------------------------------------


def test_under_a_limit_the_smallest_raise_is_best_with_a_six_card_flush() -> None:
    """The Flush Bonus of 10,000 alone reaches the limit of 1,000; a raise only makes the reduced lines more, each down to the cent."""
    rules, bets = limit_of(FLUSH, 100_000), {"ante": 10_000, "flush-bonus": 10_000}
    values = worth(FLUSH, rules, "9s 8s 7s 5s 4s 2s Kd", bets)
    assert max(values, key=lambda action: values[action]) == "raise 1x"
    assert values["fold"] == 900
    assert round(values["raise 1x"], 4) == Fraction("999.3608")
    assert round(values["raise 3x"], 4) == Fraction("998.7238")
    free = worth(FLUSH, FLUSH.default_rules(), "9s 8s 7s 5s 4s 2s Kd", bets)
    assert max(free, key=lambda action: free[action]) == "raise 3x"


def test_no_action_is_worth_more_than_the_limit() -> None:
    """A royal flush made on the board's five cards, which pays the Blind 500 to 1 without a limit."""
    bets = {"ante": 10_000, "blind": 10_000, "trips": 2_500}
    values = worth(ULTIMATE, limit_of(ULTIMATE, 60_000), "Ah Kh", bets, "Qh Jh Th 2c 3d")
    assert max(values.values()) <= 600
    assert values["play 1x"] > 599  # a cent is lost at each of the four lines at most
    assert worth(ULTIMATE, ULTIMATE.default_rules(), "Ah Kh", bets, "Qh Jh Th 2c 3d")["play 1x"] > 51_000


def test_advice_counts_payments_in_chips_of_5() -> None:
    """A flush: Ante 5 and raise 5 pay even money, the Odds 3 to 2 pay 5 of the 7.50: 15 against a dealer who qualifies, else 10."""
    rules, board = chip_down(HOLDEM, 500), "Qs 7s 2s 9h 3d"
    values = worth(HOLDEM, rules, "As 9s", {"ante": 500, "odds": 500}, board)
    facts = HOLDEM.facts_of(
        Deal(parse_cards("As 9s"), parse_cards("Qd Ts"), parse_cards(board)), HOLDEM.lines[1], rules
    )
    (won,) = House(HOLDEM, rules).settle([Seat(facts, bets_made(HOLDEM, facts, {"ante": 500}))], {}).seats
    assert won.net == 1_500
    facts = HOLDEM.facts_of(
        Deal(parse_cards("As 9s"), parse_cards("Td 4h"), parse_cards(board)), HOLDEM.lines[1], rules
    )
    (won,) = House(HOLDEM, rules).settle([Seat(facts, bets_made(HOLDEM, facts, {"ante": 500}))], {}).seats
    assert won.net == 1_000
    by_hand = {1_500: 0, 1_000: 0}
    deck = [card for card in HOLDEM.deck.cards if card not in parse_cards("As 9s " + board)]
    for place, one in enumerate(deck):
        for other in deck[:place]:
            facts = HOLDEM.facts_of(
                Deal(parse_cards("As 9s"), (one, other), parse_cards(board)), HOLDEM.lines[1], rules
            )
            (ledger,) = House(HOLDEM, rules).settle([Seat(facts, bets_made(HOLDEM, facts, {"ante": 500}))], {}).seats
            by_hand[ledger.net] = by_hand.get(ledger.net, 0) + 1
    assert values["raise 1x"] == Fraction(sum(net * count for net, count in by_hand.items()), 990 * 100)
    assert by_hand.keys() == {1_500, 1_000}, "the nut flush is never beaten here"


# --- the whole game ----------------------------------------------------------------------------------------------------


def test_a_chip_of_1_at_an_ante_of_5_costs_a_player_of_ultimate_texas_holdem_more_than_a_cent() -> None:
    rules = chip_down(ULTIMATE, 100)
    free = analyze(ULTIMATE, rules)
    assert round(free.main.expected_value * 5, 10) == Fraction("-0.1092485688")
    kept = replace(free, stakes={"ante": 500})
    assert round(kept.in_money.expected_value, 10) == Fraction("-0.1221060657")
    best = in_money(free, {"ante": 500}).in_money.expected_value
    assert kept.in_money.expected_value <= best < kept.in_money.expected_value + Fraction(1, 1000)


def test_where_nothing_is_rounded_or_limited_money_is_the_odds() -> None:
    for game in GAMES:
        analysis = analyze(game)
        assert in_money(analysis, {"ante": 1000}).in_money.expected_value == analysis.main.expected_value * 10


@pytest.mark.parametrize(
    ("game", "rules", "bets"),
    [
        (FLUSH, limit_of(FLUSH, 100_000), {"ante": 10_000, "flush-bonus": 10_000, "straight-flush-bonus": 10_000}),
        (HOLDEM, limit_of(HOLDEM, 5_000_000), {"ante": 50_000, "pocket-bonus": 50_000}),
        (HOLDEM, chip_down(HOLDEM, 500), {"ante": 700, "trips-plus": 300}),
        (ULTIMATE, limit_of(ULTIMATE, 60_000), {"ante": 10_000, "trips": 2_500}),
        (SAIGON, chip_down(SAIGON, 100), {"ante": 300}),
        (SAIGON, limit_of(SAIGON, 250), {"ante": 300}),
    ],
    ids=str,
)
def test_figures_in_money_are_sums_of_settled_facts(game: Game, rules: Rules, bets: dict[str, int]) -> None:
    """The mean is that of the house's settlement over the histogram; no play of the table odds is better."""
    free = analyze(game, rules)
    best = in_money(free, bets)
    assert best.in_money.expected_value == mean(best, rules, bets)
    assert mean(free, rules, bets) <= best.in_money.expected_value
    assert sum(best.histogram.values()) == free.deals
    assert best.in_money.average_wager > 0


def mean(analysis: Analysis, rules: Rules, bets: dict[str, int]) -> Fraction:
    """The expected net in money of a play, fact by fact."""
    house, total = House(analysis.game, rules), 0
    for facts, count in analysis.histogram.items():
        seat = Seat(facts, bets_made(analysis.game, facts, bets))
        total += house.settle([seat], {}).seats[0].net * count
    return Fraction(total, analysis.deals * 100)


def test_an_ante_of_500_with_a_limit_of_50000_and_a_pocket_bonus() -> None:
    """The bonus makes pockets differ: aces, of which the bonus alone reaches 12,500, are limited at smaller Odds than others."""
    best = in_money(analyze(HOLDEM, limit_of(HOLDEM, 5_000_000)), {"ante": 50_000, "pocket-bonus": 50_000})
    assert isinstance(best.detail, HoldemSolution)
    assert len(best.detail.flops) > 1
    assert best.detail.payoffs.wide
    assert best.detail.payoffs.table_of[Pocket.ACES] != best.detail.payoffs.table_of[Pocket.NONE]
    effect = limit_effect(best, {"ante": 50_000, "pocket-bonus": 50_000})
    assert effect.reached > 0
    chosen = sum(max((*hand.raises, hand.check)) for hand in best.detail.preflop)
    assert Fraction(chosen, best.deals) == best.in_money.expected_value * 100, "the kernel's own sum"


def test_a_side_wager_that_a_fold_forfeits_counts_in_the_play() -> None:
    """With Trips lost by a fold (653a-R1), the best play for Ante 1 and Trips 100 folds no hand that Trips pays."""
    rules = ULTIMATE.with_choices(ULTIMATE.default_rules(), paytables={}, readings={"653a-R1": "forfeit"})
    free = analyze(ULTIMATE, rules)
    best = in_money(free, {"ante": 100, "trips": 10_000})
    kept = replace(free, stakes={"ante": 100, "trips": 10_000})
    assert best.in_money.expected_value > kept.in_money.expected_value


def test_the_report_of_a_limit_has_the_best_play_by_the_odds_and_under_the_limit() -> None:
    from tablegames.report.par.paytables import payout_limit

    rules = replace(limit_of(FLUSH, 100_000), limits={"ante": Limits(minimum=1_000, maximum=10_000)})
    blocks = list(payout_limit(analyze(FLUSH, rules), {"ante": 10_000, "flush-bonus": 10_000}))
    words: Any = blocks[0]
    # Ante 10, raise 30: 40.00 is the most at the minimum
    assert "1,000.00 a round, or what one patron can win at the minimum wagers (40.00) if that is more" in words.text
    rows = {row[0].text: row for row in blocks[-1].rows}  # type: ignore[union-attr]
    given = next(name for name in rows if name.startswith("the bets given:"))
    best = next(name for name in rows if name.startswith("the bets given, played best under the limit"))
    value = {name: Fraction(rows[name][5].exact) for name in (given, best)}
    assert value[best] > value[given]


# --- simulation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rules", "bets"),
    [
        (ULTIMATE, chip_down(ULTIMATE, 100), {"ante": 500}),
        (HOLDEM, limit_of(HOLDEM, 500_000), {"ante": 50_000, "pocket-bonus": 50_000}),
        (FLUSH, limit_of(FLUSH, 100_000), {"ante": 10_000, "flush-bonus": 10_000, "straight-flush-bonus": 10_000}),
        (SAIGON, limit_of(SAIGON, 250), {"ante": 300}),
    ],
    ids=str,
)
def test_a_simulation_in_money_agrees_with_the_exact_figure(game: Game, rules: Rules, bets: dict[str, int]) -> None:
    found = simulate(
        game, rules, rounds=ROUNDS, seed=1, bets={wager: Fraction(cents, 100) for wager, cents in bets.items()}
    )
    assert found.exact.stakes == bets
    assert found.z is not None
    assert abs(found.z) < 4
    assert found.fit is not None
    assert found.fit.p_value is None or found.fit.p_value > 1e-4
    own = sum(
        House(game, rules).settle([Seat(facts, bets_made(game, facts, bets))], {}).seats[0].net * count
        for facts, count in found.observed.histogram.items()
    )
    assert found.mean == Fraction(own, ROUNDS * 100)


SEATS = 4
SHARED = {"ante": 10_000, "flush-bonus": 10_000, "straight-flush-bonus": 10_000}


def test_seats_that_win_together_share_the_limit_as_the_house_settles_them() -> None:
    """Each round of a simulation is worth what the house's settlement of the whole table says, seat by seat and to the cent."""
    rules = limit_of(FLUSH, 100_000)
    house = House(FLUSH, rules)
    limit = shared_limit(house, SHARED, {}, SEATS)
    assert limit
    codes = np.zeros((3_000, SEATS), np.uint16)
    strategy_of(FLUSH).dealing(priced(FLUSH, rules, bets=SHARED), {}).deal(stream_key(1), 0, codes)
    of_code = {facts.code: facts for facts in FLUSH.facts}
    rounds, taken = limit.taken(codes)
    less = dict(zip(rounds.tolist(), taken.tolist(), strict=True))
    assert len(less) > 100
    for number, row in enumerate(codes.tolist()):
        seats = [Seat(of_code[code], bets_made(FLUSH, of_code[code], SHARED)) for code in row]
        together = [ledger.net for ledger in house.settle(seats, {}).seats]
        alone = [house.settle([seat], {}).seats[0].net for seat in seats]
        assert [one - own for one, own in zip(alone, together, strict=True)] == less.get(number, [0] * SEATS)


def test_a_simulation_of_seats_that_share_a_limit() -> None:
    rules = limit_of(FLUSH, 100_000)
    bets = {wager: Fraction(cents, 100) for wager, cents in SHARED.items()}
    found = simulate(FLUSH, rules, rounds=3_000, seed=1, seats=SEATS, bets=bets)
    codes = np.zeros((3_000, SEATS), np.uint16)
    strategy_of(FLUSH).dealing(priced(FLUSH, rules, bets=SHARED), {}).deal(stream_key(1), 0, codes)
    of_code = {facts.code: facts for facts in FLUSH.facts}
    house, nets, paid = House(FLUSH, rules), [], 0
    for row in codes.tolist():
        table = house.settle([Seat(of_code[code], bets_made(FLUSH, of_code[code], SHARED)) for code in row], {})
        nets.append([ledger.net for ledger in table.seats])
        paid = max(paid, sum(map(paid_by_house, table.seats)))
    won = np.array(nets)
    assert paid <= 100_000
    assert found.mean == Fraction(int(won.sum()), 3_000 * SEATS * 100)
    assert found.covariance(0, 1) * 3_000**2 * 10_000 == int(
        3_000 * (won[:, 0] * won[:, 1]).sum() - won[:, 0].sum() * won[:, 1].sum()
    )
    assert found.covariance(2, 2) * 3_000**2 * 10_000 == int(3_000 * (won[:, 2] ** 2).sum() - won[:, 2].sum() ** 2)
    assert found.z is None, "the exact figure is of one seat alone"
    assert found.limited > 0
    assert found.taken > 0
    assert found.shift(10).theoretical_win == 10 * SEATS * (found.expected.house_edge + found.taken)


def test_sessions_of_seats_that_share_a_limit_have_what_the_house_pays() -> None:
    from tablegames.analysis.simulation import Span

    rules = limit_of(FLUSH, 100_000)
    bets = {wager: Fraction(cents, 100) for wager, cents in SHARED.items()}
    found = simulate(FLUSH, rules, rounds=2_000, seed=1, seats=SEATS, bets=bets, session=Span(1))
    assert found.sessions
    assert sum(result * count for result, count in found.sessions.tables.items()) == found.mean * SEATS * 2_000 * (
        found.sessions.scale
    )
    assert max(found.sessions.tables) <= 1_000 * found.sessions.scale


def test_a_seed_gives_the_same_sums_with_a_shared_limit_whoever_deals() -> None:
    bets = {wager: Fraction(cents, 100) for wager, cents in SHARED.items()}
    rules = limit_of(FLUSH, 100_000)
    one, other = (simulate(FLUSH, rules, rounds=9_000, seed=2, seats=2, bets=bets).counts for _ in range(2))
    assert one == other
    assert one["limited"] > 0


def test_the_page_counts_the_rows_of_a_wager_that_is_made_in_one_size() -> None:
    """Under a low limit nobody raises more than 1x, so that in these rounds all raises are of one size: each stands in its row."""
    from tablegames.report.simulation import simulation_text
    from tablegames.report.text import table_of

    rules = limit_of(FLUSH, 10_000)
    found = simulate(FLUSH, rules, rounds=2_000, seed=1, bets={"ante": Fraction(50)})
    tables = [
        line for line in simulation_text(found, level=Fraction(95, 100)) if isinstance(line, type(table_of((), ())))
    ]
    raised = tables[2]
    rows = dict(zip(map(str, raised.columns[0].cells), map(str, raised.columns[2].cells), strict=True))
    won = sum(
        count
        for facts, count in found.observed.histogram.items()
        if isinstance(facts, FlushFacts) and facts.raise_multiple and facts.outcome is Outcome.WIN
    )
    assert rows["raise 1x: win"] == f"{won:,}"


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        (FLUSH, {"ante": 1_050, "flush-bonus": 5_000}),
        (FLUSH, {"ante": 1_099, "straight-flush-bonus": 1}),
        (HOLDEM, {"ante": 1_050, "trips-plus": 1_025}),
        (ULTIMATE, {"ante": 1_050, "trips": 1_050}),
    ],
    ids=str,
)
def test_bets_with_cents_are_weighed_whole(game: Game, bets: dict[str, int]) -> None:
    """By the odds and in money alike, fact by fact: the mean, the square, and all that is wagered."""
    rules = limit_of(game, 10_000)
    for analysis in (in_money(analyze(game, rules), bets), analyze(game, rules)):
        house, net, square, wagered = House(game, rules), Fraction(0), Fraction(0), Fraction(0)
        for facts, count in analysis.histogram.items():
            seat = Seat(facts, bets_made(game, facts, bets))
            ledger = house.settle([seat], {}) if analysis.stakes else game.settle([seat], {}, rules)
            won = Fraction(ledger.seats[0].net if analysis.stakes else ledger.seats[0].exact) / 100
            net, square = net + won * count, square + won * won * count
            wagered += Fraction(sum(seat.bets.values()), 100) * count
        found = analysis.bets({wager: Fraction(cents, 100) for wager, cents in bets.items()})
        assert found.expected_value == net / analysis.deals
        assert found.average_wager == wagered / analysis.deals
        assert found.variance == square / analysis.deals - (net / analysis.deals) ** 2


def test_a_chip_that_takes_the_half_pay_has_other_settings_dealt() -> None:
    """With a chip of 1 at an Ante of 3 a win on 5 pays 1, not 1.50: some hands are better set to 2, and the kernels deal them so."""
    rules, bets = chip_down(SAIGON, 100), {"ante": 300}
    best = in_money(analyze(SAIGON, rules), bets)
    assert best.in_money.expected_value == Fraction(-4587222590, 61422163803)  # found by a program of its own, in C
    assert isinstance(best.detail, SettingSolution)
    assert best.detail.lower_settings[2] == 3_008
    *_, greatest, lower = sorted(worth(SAIGON, rules, "Jk 2s 3d 4h Tc", bets).values())
    assert [round(value, 8) for value in (greatest, lower)] == [Fraction("-0.43674546"), Fraction("-0.40546597")]
    found = simulate(SAIGON, rules, rounds=200_000, seed=1, bets={"ante": Fraction(3)})
    assert found.expected.expected_value == best.in_money.expected_value
    assert found.observed.histogram.keys() <= best.histogram.keys()
    assert found.fit is not None
    assert found.fit.p_value is None or found.fit.p_value > 1e-4
