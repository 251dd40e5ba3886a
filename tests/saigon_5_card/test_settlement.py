"""Settlement of Saigon 5 Card: every fact against plain tables, then one condition broken at a time.

The tables here are copied from the trade's own, not from the game's; 0 stands for a hand that does not qualify.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.contract.choices import View
from tablegames.contract.facts import Seat
from tablegames.contract.layout import decide
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable
from tablegames.core.wagers import Ledger, Result
from tablegames.games.saigon_5_card.facts import FACTS, BonusHand, Facts
from tablegames.games.saigon_5_card.game import GAME
from tablegames.games.saigon_5_card.rules import set_hand

DEFAULT = GAME.default_rules()
EXAMPLE = GAME.with_choices(DEFAULT, paytables={"bonus": "example"}, readings={})
ANTE = 1_000
BONUS = {
    "five aces": 10000,
    "royal flush with no joker": 5000,
    "royal flush with a joker": 2500,
    "straight flush": 1000,
    "four-of-a-kind": 250,
    "full house": 60,
    "flush": 30,
    "straight": 20,
    "three-of-a-kind": 8,
    "two pair": 3,
}


def ante_halves(mine: int, dealers: int, *, half_always: bool) -> int:
    """The Ante's net in halves of the bet, by the trade's table."""
    player_qualifies, dealer_qualifies = mine > 0, dealers > 0
    match player_qualifies, dealer_qualifies:
        case False, False:
            return 0
        case False, True:
            return -2
        case True, False:
            return 1 if mine == 5 and half_always else 2
        case _:
            if mine == dealers:
                return 0
            return -2 if mine < dealers else 1 if mine == 5 else 2


def settle_one(facts: Facts, bets: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Each wager's net for a seat alone at the table."""
    table = GAME.settle([Seat(facts, bets)], {}, rules)
    table.check({})
    return {line.wager: line.net for line in table.seats[0].lines}


def seat_of(cards: str, bets: Mapping[str, int], *, dealer: str, rules: Rules = DEFAULT) -> Ledger:
    """The ledger of one seat from its cards."""
    return settle_table(GAME, rules, [SeatRequest(cards, bets)], dealer=dealer).table.seats[0]


@pytest.mark.parametrize(("choice", "half_always"), [("always", True), ("only-if-dealer-qualifies", False)])
def test_every_fact(choice: str, half_always: bool) -> None:
    rules = GAME.with_choices(EXAMPLE, paytables={}, readings={"680a-R3": choice})
    wrong = []
    for facts in FACTS:
        expected = {
            "ante": ante_halves(facts.player_count, facts.dealer_count, half_always=half_always) * ANTE // 2,
            "bonus": BONUS[str(facts.bonus)] * 100 if facts.bonus else -100,
        }
        found = settle_one(facts, {"ante": ANTE, "bonus": 100}, rules)
        if found != expected:
            wrong.append((facts, found, expected))
    assert wrong == []
    assert set(FACTS) == {Facts(p, d, b) for p in range(11) for d in range(11) for b in BonusHand}
    assert len(FACTS) == 11 * 11 * 11


def test_paytables() -> None:
    (table,) = GAME.paytables("bonus").values()
    assert (table.name, table.source) == ("example", Source.EXAMPLE)
    assert list(table.rows) == list(BONUS), "the ten hands in the order of § 680a.6(c)"
    assert DEFAULT.paytables == {}, "no house's Bonus table is known, so none is the default"
    with pytest.raises(Refused, match="no paytable is chosen for bonus"):
        settle_one(Facts(1, 1, BonusHand.FLUSH), {"ante": ANTE, "bonus": 100}, DEFAULT)


@pytest.mark.parametrize("row", BONUS)
def test_bonus_table_without_a_row_is_refused(row: str) -> None:
    rows = {name: f"{pays} to 1" for name, pays in BONUS.items() if name != row}
    with pytest.raises(Refused, match=f"'{row}' is missing"):
        make_paytable(GAME.form("bonus"), "house", rows, Source.SUBMISSION, "")


@pytest.mark.parametrize(
    ("cards", "dealer", "net"),
    [
        ("Ts Th Td 2c 3c", "Kc Kh Kd Ac 3s", 500),  # 5 over 4: half
        ("Ts Th Td 2c 4c", "Kc Kh Kd Ac 3s", 1_000),  # 6 over 4
        ("Ts Th Td 2c 3c", "Kc Kh Kd As 4s", 0),  # 5 and 5
        ("Ts Th Td 2c 3c", "Kc Kh Kd As 5s", -1_000),  # 5 under 6
        ("Ts Th Td 2c 3c", "2h 2s 3s 3d 9d", 500),  # 5, the dealer does not qualify
        ("Ts Th Td 2c 4c", "2h 2s 3s 3d 9d", 1_000),  # 6, the dealer does not qualify
        ("2c 2d 3c 3h 9c", "2h 2s 3s 3d 9d", 0),  # neither qualifies
        ("2c 2d 3c 3h 9c", "Kc Kh Kd Ac 3s", -1_000),  # the player does not, the dealer does with 4
    ],
)
def test_outcomes_from_cards(cards: str, dealer: str, net: int) -> None:
    assert seat_of(cards, {"ante": ANTE}, dealer=dealer).net == net


def test_bonus_stands_whatever_the_dealer_holds() -> None:
    bets = {"ante": ANTE, "bonus": 100}
    for dealer in ("Kc Kh Kd Ac 3s", "2h 2s 3s 3d 9c"):
        ledger = seat_of("9d 9h 9s 6c 6h", bets, dealer=dealer, rules=EXAMPLE)
        assert [line.net for line in ledger.lines if line.wager == "bonus"] == [6_000]


def test_a_hand_as_set() -> None:
    # 4 + 6 + 10 qualifies and leaves 9 and the joker; the joker in the three-card hand leaves less.
    dealer = "Ts Jh Kd 4h Ad"
    best = seat_of("4s 6h Tc / 9d Jk", {"ante": ANTE}, dealer=dealer)
    assert best.net == seat_of("4s 6h Tc 9d Jk", {"ante": ANTE}, dealer=dealer).net == 1_000
    foul = seat_of("4s 6h 9d / Tc Jk", {"ante": ANTE}, dealer=dealer)
    assert foul.net == -1_000, "as set it does not qualify"
    assert set_hand(parse_cards("4s 6h 9d"), parse_cards("Tc Jk")).point_count == 0


@pytest.mark.parametrize("cards", ["4s 6h / Tc 9d Jk", "4s 6h Tc 9d / Jk", "4s 6h / Tc / 9d Jk", "4s 6h Tc 9d Jk /"])
def test_a_hand_is_set_in_three_and_two(cards: str) -> None:
    with pytest.raises(Refused, match="a set hand is three cards, a slash, and two cards"):
        seat_of(cards, {"ante": ANTE}, dealer="Ts Jh Kd 4h Ad")


@pytest.mark.parametrize(
    ("bets", "fold", "words"),
    [
        ({"ante": ANTE}, True, "has no fold"),
        ({"bonus": 100}, False, "wager ante is missing"),
        ({"ante": ANTE, "raise": ANTE}, False, "wager 'raise' is not one of ante, bonus, pot"),
        ({"ante": 0}, False, "wager ante is 0.00"),
        ({"ante": ANTE, "pot": -1}, False, "wager pot is -0.01"),
    ],
)
def test_refused_layouts(bets: dict[str, int], fold: bool, words: str) -> None:
    with pytest.raises(Refused, match=words):
        decide(GAME, View(parse_cards("Ts Th Td 2c 3c")), bets, DEFAULT, fold=fold)


# --- the Pot ----------------------------------------------------------------------------------------------------------


def pot(counts: list[int | None], bet: int) -> list[int | None]:
    """Each seat's net of the Pot by its Point Count; a seat of None is at the table and has not bet the Pot."""
    seats = [
        Seat(Facts(count or 0, 3, BonusHand.NONE), {"ante": ANTE} | ({} if count is None else {"pot": bet}))
        for count in counts
    ]
    table = GAME.settle(seats, {}, DEFAULT)
    table.check({})
    lines = [next((line for line in seat.lines if line.wager == "pot"), None) for seat in table.seats]
    assert sum(line.net for line in lines if line) == 0, "the Pot is the players' own"
    assert all(line.from_players == line.net for line in lines if line)
    return [line.net if line else None for line in lines]


@pytest.mark.parametrize(
    ("counts", "nets"),
    [
        ([9, 9, 4], [251, 250, -501]),  # case 28: shares 7.52 and 7.51
        ([4, 9, 9], [-501, 251, 250]),
        ([9, 4, 9], [251, -501, 250]),
        ([8, 9, 4], [-501, 1_002, -501]),
        ([9, 9, 9], [0, 0, 0]),
        ([9, 0, 9], [251, -501, 250]),  # who does not qualify cannot win, and plays on
        ([0, 1, 0], [-501, 1_002, -501]),
        ([0, 0, 0], [0, 0, 0]),  # nobody qualifies
        ([10], [0]),  # a lone player
        ([0], [0]),
        ([None, 10, None], [None, 0, None]),
        ([10, 3, None, 2], [1_002, -501, None, -501]),  # a seat without the wager has no part
        ([None, 3, 3], [None, 0, 0]),
    ],
)
def test_pot(counts: list[int | None], nets: list[int | None]) -> None:
    assert pot(counts, 501) == nets


def test_case_28_odd_cents() -> None:
    seats = [Seat(Facts(count, 3, BonusHand.NONE), {"ante": ANTE, "pot": 501}) for count in (9, 9, 4)]
    lines = [seat.lines[-1] for seat in GAME.settle(seats, {}, DEFAULT).seats]
    assert [line.returned for line in lines] == [752, 751, 0]
    assert [line.result for line in lines] == [Result.WIN, Result.WIN, Result.LOSE]
    assert {line.exact for line in lines[:2]} == {(lines[0].exact + lines[1].exact) / 2}, "the exact shares are equal"
    assert lines[0].note == "exactly 7.515, paid 7.52"
    assert lines[1].note == "exactly 7.515, paid 7.51"
    assert all("680a-R6" in line.cites for line in lines)


@pytest.mark.parametrize(("counts", "note"), [((10,), "one player only"), ((0, 0), "nobody qualifies")])
def test_a_returned_pot_says_why(counts: tuple[int, ...], note: str) -> None:
    seats = [Seat(Facts(count, 3, BonusHand.NONE), {"ante": ANTE, "pot": 501}) for count in counts]
    for seat in GAME.settle(seats, {}, DEFAULT).seats:
        assert (seat.lines[-1].result, seat.lines[-1].pays, seat.lines[-1].row) == (Result.PUSH, "push", note)


def test_pot_shares_of_many_seats() -> None:
    chooser = random.Random(680)
    for _ in range(500):
        counts = [chooser.choice((0, 1, 9, 10)) for _ in range(chooser.randint(2, 9))]
        bet = chooser.randint(1, 1_000)
        nets = [net or 0 for net in pot(list(counts), bet)]
        best = max(counts)
        shares = [net + bet for net, count in zip(nets, counts, strict=True) if count == best]
        if best == 0:
            assert nets == [0] * len(counts)
            continue
        assert all(net == -bet for net, count in zip(nets, counts, strict=True) if count != best)
        assert sum(shares) == bet * len(counts)
        equal, odd = divmod(bet * len(counts), len(shares))
        assert shares == [equal + odd] + [equal] * (len(shares) - 1), (
            "equal but for the odd cents, which the first takes"
        )


def test_unequal_pot_wagers_are_refused() -> None:
    seats = [SeatRequest("Ts Th Td 2c 3c", {"ante": ANTE, "pot": 500})]
    seats += [SeatRequest("Js Jh Jd 4c 5c", {"ante": ANTE, "pot": 1_000})]
    with pytest.raises(Refused, match=r"pot wagers differ, 5\.00 and 10\.00"):
        settle_table(GAME, DEFAULT, seats, dealer="Kc Kh Kd Ac 3s")
    seats[1] = seats[1]._replace(bets={"ante": ANTE, "pot": 500})
    table = settle_table(GAME, DEFAULT, seats, dealer="Kc Kh Kd Ac 3s").table
    assert [seat.lines[-1].net for seat in table.seats] == [-500, 500]


def test_the_pot_is_not_the_houses() -> None:
    seats = [Seat(Facts(count, 3, BonusHand.NONE), {"ante": ANTE, "pot": 501}) for count in (9, 9, 0)]
    table = GAME.settle(seats, {}, DEFAULT)
    assert [seat.lines[0].net for seat in table.seats] == [ANTE, ANTE, -ANTE]
    assert table.house_net == -ANTE, "the Antes only"
