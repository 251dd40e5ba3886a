"""The aggregate payout limit, reading procedure-R8."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tablegames.contract.rules import Rules
from tablegames.core.wagers import Limits
from tablegames.games import game_named
from tablegames.rounds.payouts import House
from tablegames.rounds.round import Round
from tests.kit import held
from tests.rounds import (
    UNIT,
    Script,
    all_tables,
    cards,
    scripted,
)  # fmt: skip

STRAIGHT_FLUSH = "As Ks Qs Js Ts 9s 8s"
OTHER_FLUSH = "Ah Kh Qh 9h 7h 5h 3c"
DEALER = "Ad Kd 9d 2c 5c 4h 6h"


def two_winners(rules: Rules, meters: Mapping[str, int]) -> Round:
    """Two seats that win a lot: a seven-card straight flush with every wager, and a six-card flush with two."""
    first = {"ante": UNIT, "flush-bonus": UNIT, "straight-flush-bonus": UNIT, "progressive": 100}
    seats = {
        1: Script(first, STRAIGHT_FLUSH, ("raise 3x",)),
        2: Script({"ante": UNIT, "flush-bonus": UNIT}, OTHER_FLUSH, ("raise 3x",)),
    }
    return scripted(game_named("high-card-flush"), rules, seats, DEALER, meters=meters)


def test_procedure_r8() -> None:
    """What the house pays is reduced in one proportion, down to the cent; the meter pays in full."""
    game = game_named("high-card-flush")
    rules = all_tables(game)
    meters = {"progressive": 1_000_000}
    full, limit = two_winners(rules, meters), 5_000_000
    assert full.ledger
    owed = [{line.wager: max(line.net - line.from_meter, 0) for line in seat.lines} for seat in full.ledger.seats]
    assert owed[0] == {
        "ante": UNIT, "raise": 3 * UNIT, "flush-bonus": 300 * UNIT, "straight-flush-bonus": 8000 * UNIT, "progressive": 0
    }  # fmt: skip
    assert owed[1] == {"ante": UNIT, "raise": 3 * UNIT, "flush-bonus": 100 * UNIT}
    total = sum(sum(each.values()) for each in owed)
    cut = two_winners(replace(rules, payout_limit=limit), meters)
    assert cut.ledger
    for own, seat in zip(owed, cut.ledger.seats, strict=True):
        for line in seat.lines:
            if line.wager == "progressive":
                assert (line.net, line.from_meter, line.note) == (1_000_000, 1_000_000, "")
                continue
            assert line.net == own[line.wager] * limit // total
            assert line.cites[-1] == "procedure-R8"
            assert "aggregate payout limit" in line.note
    paid = sum(max(line.net - line.from_meter, 0) for seat in cut.ledger.seats for line in seat.lines)
    assert limit - 10 < paid <= limit
    assert cut.meters == full.meters
    cut.ledger.check(meters)
    at_the_total = two_winners(replace(rules, payout_limit=total), meters)
    assert at_the_total.ledger == full.ledger, "a limit that is just reached changes nothing"
    assert two_winners(replace(rules, payout_limit=total - 1), meters).ledger != full.ledger


def test_procedure_r8_limit_is_never_below_what_one_patron_can_win_at_the_minimum() -> None:
    """Ante minimum 1: Ante 1, Raise 3, Flush Bonus 300, Straight Flush Bonus 8,000 at minimums of 1: 8,304 in all."""
    game = game_named("high-card-flush")
    minimums = {wager: Limits(minimum=100) for wager in ("ante", "flush-bonus", "straight-flush-bonus")}
    rules = replace(all_tables(game), payout_limit=100, limits=minimums)
    cut = two_winners(rules, {"progressive": 1_000_000})
    assert cut.ledger
    paid = sum(max(line.net - line.from_meter, 0) for seat in cut.ledger.seats for line in seat.lines)
    assert 830_400 - 10 < paid <= 830_400
    fixed_above = two_winners(replace(rules, payout_limit=1_000_000), {"progressive": 1_000_000})
    assert fixed_above.ledger
    more = sum(max(line.net - line.from_meter, 0) for seat in fixed_above.ledger.seats for line in seat.lines)
    assert 1_000_000 - 10 < more <= 1_000_000


def test_procedure_r8_leaves_the_pot() -> None:
    """What players pay each other is not the house's to reduce."""
    game = game_named("saigon-5-card")
    bets = {"ante": UNIT, "pot": 5_000}
    seats = {
        1: Script(bets, "Kh Kd Tc 9h Jc", ("Kh Kd Tc / 9h Jc",)),
        2: Script(bets, "Ks Qs Ts 2h 3h", ("Ks Qs Ts / 2h 3h",)),
    }
    dealer = "2c 2d 4c 4d 9c"
    for limit, ante in ((None, UNIT), (500, 333), (1, 0)):  # the house owes 10 and, by half, 5
        ledger = scripted(game, replace(game.default_rules(), payout_limit=limit), seats, dealer).ledger
        assert ledger
        first = {line.wager: line for line in ledger.seats[0].lines}
        assert first["pot"].net == first["pot"].from_players == 5_000
        assert first["ante"].net == ante


def test_procedure_r8_counts_only_what_one_hand_can_win() -> None:
    """At an Ante and a Bonus of 1 five aces win 10,000 and no Ante: A A A A and the joker never total 10, 20 or 30."""
    game = game_named("saigon-5-card")
    assert not any(
        setting.point_count for setting in held(game.rank(cards("As Ah Ad Ac Jk"), (), all_tables(game))).settings
    )
    rules = replace(all_tables(game), limits={wager: Limits(minimum=100) for wager in ("ante", "bonus")})
    assert House(game, rules).most_at_the_minimum == 1_000_000


# --- meters -----------------------------------------------------------------------------------------------------------
