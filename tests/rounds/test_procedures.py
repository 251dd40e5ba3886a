"""The readings of procedure, each by a round that shows what its choices change, named as procedures.toml names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablegames.game import Game, Rules
from tablegames.games import game_named
from tablegames.law import Refused, Source
from tablegames.money import MeterShare, Rounding
from tablegames.moves import READING_OF, Kind, Move, Trouble
from tablegames.payouts import most_at_the_minimum
from tablegames.records import read_record
from tablegames.rounds import PROCEDURES, Round
from tablegames.session import Session
from tablegames.shuffle import generator, shuffled
from tablegames.transcript import Recorder
from tablegames.views import player_view
from tablegames.wagers import Limits, MeterPlan
from tests.rounds import (
    UNIT,
    Script,
    all_tables,
    begun,
    cards,
    dealt,
    decided,
    each_game,
    ended,
    every_bet,
    main_bets,
    scripted,
    trouble,
    write_script,
)  # fmt: skip

PLAN = {"progressive": MeterPlan(500_000, Fraction(1, 5))}


def fed(game: Game, **procedures: str) -> Rules:
    """Every wager offered, the meters fed, and choices of procedure, such as ``R4="card-stands"``."""
    plans = dict.fromkeys(game.meters, PLAN["progressive"])
    return replace(
        all_tables(game), meter_plans=plans, procedures={f"procedure-{name}": own for name, own in procedures.items()}
    )


def at_the_decision(game: Game, rules: Rules, seats: int = 2) -> Round:
    """A round dealt to the first decision, every seat with every wager."""
    bets = {number: every_bet(game, rules) for number in range(1, seats + 1)}
    meters = dict.fromkeys(game.meters, 700_000)
    return dealt(begun(game, rules, bets, meters), shuffled(game.deck, generator(4)).cards)


def check_void(round_: Round, reading: str, meters: Mapping[str, int]) -> None:
    """A void round is over, returns every wager, cites its reading, and leaves the meters as they were before it."""
    assert round_.over
    assert round_.void
    assert round_.ledger is not None
    assert list(round_.moves()) == []
    for seat, ledger in zip(round_.seats, round_.ledger.seats, strict=True):
        assert {line.wager: line.returned for line in ledger.lines} == round_.bets_of(seat)
        assert {(line.net, line.cites, line.source) for line in ledger.lines} == {(0, (reading,), Source.INFERRED)}
    assert round_.ledger.house_net == 0
    assert dict(round_.meters) == dict(round_.ledger.meters) == dict(meters)


def test_every_reading_of_procedure_names_a_test_of_this_file() -> None:
    for number, (id_, reading) in enumerate(PROCEDURES.readings.items(), start=1):
        assert id_ == f"procedure-R{number}"
        path, _, name = reading.test.partition("::")
        assert path == "tests/rounds/test_procedures.py"
        assert callable(globals()[name])
        assert reading.default in reading.choices
        assert reading.question.endswith("?")
        assert reading.why
        assert reading.effect
    assert set(READING_OF.values()) <= set(PROCEDURES.readings)
    assert set(READING_OF) == set(Trouble)
    assert "not read" in PROCEDURES.document


def test_procedure_r1() -> None:
    """One card at a time goes round the table; in stacks each seat has all its cards before the next has one."""
    for game_id, hand in (("high-card-flush", 7), ("heads-up-holdem", 2), ("ultimate-texas-holdem", 2)):
        game = game_named(game_id)
        bets = {1: main_bets(game), 3: main_bets(game)}
        orders: dict[str, list[str]] = {}
        for choice in PROCEDURES.readings["procedure-R1"].choices:
            round_ = begun(game, fed(game, R1=choice), bets)
            orders[choice] = []
            for card in game.deck.cards[: 3 * hand]:
                orders[choice].append(round_.next_place)
                round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))
        assert orders["one-at-a-time"] == ["1", "3", "dealer"] * hand
        assert orders["stacks"] == ["1"] * hand + ["3"] * hand + ["dealer"] * hand
    saigon = game_named("saigon-5-card")
    assert not begun(saigon, fed(saigon, R1="stacks"), {1: main_bets(saigon)}).stacks, "§ 680a.9(c) binds there"


@each_game
def test_procedure_r2(game: Game) -> None:
    """A misdeal voids the round, while cards are dealt and after."""
    rules = fed(game)
    before = dict.fromkeys(game.meters, 700_000)
    begun_ = begun(game, rules, {1: every_bet(game, rules)}, before)
    assert dict(begun_.meters) != before or not game.meters, "the meter has risen with the wager"
    check_void(trouble(begun_, Trouble.MISDEAL), "procedure-R2", before)
    deciding = at_the_decision(game, rules)
    check_void(trouble(deciding, Trouble.MISDEAL, "1"), "procedure-R2", before)
    for move in (Move(Kind.IRREGULARITY, "", (Trouble.MISDEAL, None)),):
        assert not Round(game, rules, before).can(move), "nothing is dealt"
        assert not trouble(deciding, Trouble.MISDEAL).can(move), "it is over"


def test_a_void_round_returns_the_raise() -> None:
    for game_id, wager in (
        ("high-card-flush", "raise"),
        ("heads-up-holdem", "raise"),
        ("ultimate-texas-holdem", "play"),
    ):
        game = game_named(game_id)
        round_ = at_the_decision(game, fed(game))
        assert round_.to_decide
        raised = round_.apply(Move(Kind.DECISION, "1", round_.choices(round_.to_decide)[0]))
        void = trouble(raised, Trouble.STUB_COUNT)
        assert wager in {line.wager for line in void.ledger.seats[0].lines}  # type: ignore[union-attr]
        check_void(void, "procedure-R5", dict.fromkeys(game.meters, 700_000))


@each_game
def test_procedure_r3(game: Game) -> None:
    """A card exposed in the shoe takes no part, and the next is dealt in its place; or the round is void."""
    round_ = begun(game, fed(game), {1: main_bets(game)}, dict.fromkeys(game.meters, 700_000))
    card = game.deck.cards[7]
    after = trouble(round_, Trouble.EXPOSED_IN_SHOE, card=card)
    assert card not in after.left
    assert len(after.left) == len(round_.left) - 1
    assert (after.next_place, after.over) == ("1", False)
    with pytest.raises(Refused, match="dealt already"):
        after.apply(Move(Kind.CARD, "1", card))
    whole = dealt(after, game.deck.cards)
    while not whole.over:
        whole = dealt(whole, game.deck.cards) if whole.phase is Kind.CARD else whole.apply(next(iter(whole.moves())))
    assert card not in (*whole.dealer, *whole.board, *whole.seats[0].cards)
    assert not whole.void
    void_rules = fed(game, R3="void-round")
    other = begun(game, void_rules, {1: main_bets(game)}, dict.fromkeys(game.meters, 700_000))
    void = trouble(other, Trouble.EXPOSED_IN_SHOE, card=card)
    check_void(void, "procedure-R3", dict.fromkeys(game.meters, 700_000))
    with pytest.raises(Refused, match="name the card"):
        trouble(round_, Trouble.EXPOSED_IN_SHOE)
    one = round_.apply(Move(Kind.CARD, "1", card))
    with pytest.raises(Refused, match="still in the shoe"):
        trouble(one, Trouble.EXPOSED_IN_SHOE, card=card)


def test_a_card_exposed_in_the_shoe_is_one_of_the_deck() -> None:
    game = game_named("high-card-flush")
    round_ = begun(game, game.default_rules(), {1: main_bets(game)})
    assert not round_.can(Move(Kind.IRREGULARITY, "", (Trouble.EXPOSED_IN_SHOE, cards("Jk")[0])))


def test_a_shoe_that_discards_empty_does_not_leave_the_round_hanging() -> None:
    """Twenty-two seats of Hold 'Em use 51 cards: after two discards something other than a card must be legal."""
    game = game_named("heads-up-holdem")
    bets = {number: main_bets(game) for number in range(1, 23)}
    round_ = begun(game, game.default_rules(), bets)
    for card in game.deck.cards[:2]:
        round_ = trouble(round_, Trouble.EXPOSED_IN_SHOE, card=card)
    while not round_.over:
        round_ = round_.apply(next(iter(round_.moves())))


@each_game
def test_procedure_r4(game: Game) -> None:
    """A card exposed while it is dealt voids the round; or it stands and the round goes on."""
    meters = dict.fromkeys(game.meters, 700_000)
    for choice in PROCEDURES.readings["procedure-R4"].choices:
        round_ = begun(game, fed(game, R4=choice), {1: main_bets(game), 2: main_bets(game)}, meters)
        card = game.deck.cards[0]
        one = round_.apply(Move(Kind.CARD, "1", card))
        after = trouble(one, Trouble.EXPOSED_WHILE_DEALT, "1", card)
        if choice == "void-round":
            check_void(after, "procedure-R4", meters)
        else:
            assert (after.over, after.next_place) == (False, "2")
            assert after.seats[0].cards == (card,)


def test_procedure_r4_a_card_that_stands_is_seen_by_all() -> None:
    game = game_named("high-card-flush")
    round_ = begun(game, fed(game, R4="card-stands"), {1: main_bets(game), 2: main_bets(game)})
    card = game.deck.cards[0]
    after = trouble(round_.apply(Move(Kind.CARD, "1", card)), Trouble.EXPOSED_WHILE_DEALT, "1", card)
    assert str(card) in str(player_view(after, 2))


def test_a_card_exposed_while_dealt_is_one_that_was_dealt() -> None:
    game = game_named("high-card-flush")
    round_ = begun(game, fed(game, R4="card-stands"), {1: main_bets(game)})
    one = round_.apply(Move(Kind.CARD, "1", game.deck.cards[0]))
    assert not one.can(Move(Kind.IRREGULARITY, "1", (Trouble.EXPOSED_WHILE_DEALT, game.deck.cards[9])))


@each_game
def test_procedure_r5(game: Game) -> None:
    """§ 680a.9(d) has the stub counted; a foreign or missing card voids the round, even after the reveal."""
    meters = dict.fromkeys(game.meters, 700_000)
    round_ = at_the_decision(game, fed(game))
    check_void(trouble(round_, Trouble.STUB_COUNT), "procedure-R5", meters)
    while round_.phase is not Kind.SETTLE:
        round_ = (
            dealt(round_, game.deck.cards) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
        )
    check_void(trouble(round_, Trouble.STUB_COUNT), "procedure-R5", meters)
    settled = round_.apply(Move(Kind.SETTLE))
    assert not settled.can(Move(Kind.IRREGULARITY, "", (Trouble.STUB_COUNT, None))), "all is settled"


@each_game
def test_procedure_r6(game: Game) -> None:
    """A dead hand's wagers are returned, or lost; the other seats are settled as if it were not there."""
    nets = {}
    for choice in PROCEDURES.readings["procedure-R6"].choices:
        round_ = trouble(at_the_decision(game, fed(game, R6=choice), 3), Trouble.DEAD_HAND, "2")
        assert [seat.dead for seat in round_.seats] == [False, True, False]
        turns = []
        while not round_.over:
            if round_.to_decide:
                turns.append(round_.to_decide.number)
            deck = shuffled(game.deck, generator(4)).cards
            round_ = dealt(round_, deck) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
        assert 2 not in turns
        assert round_.ledger is not None
        dead = round_.ledger.seats[1]
        assert {line.wager: line.bet for line in dead.lines} == round_.seats[1].bets
        assert {(line.row, line.cites) for line in dead.lines} == {("dead hand", ("procedure-R6",))}
        nets[choice] = [ledger.net for ledger in round_.ledger.seats]
        round_.ledger.check(at_the_decision(game, fed(game), 3).meters)
    whole = -sum(every_bet(game, fed(game)).values())
    assert nets["returned"][1] == 0
    assert nets["lost"][1] == whole
    assert nets["returned"][::2] == nets["lost"][::2]


@each_game
def test_dead_hands_alone_still_end_the_round(game: Game) -> None:
    round_ = trouble(at_the_decision(game, fed(game), 1), Trouble.DEAD_HAND, "1")
    while not round_.over:
        round_ = (
            dealt(round_, game.deck.cards) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
        )
    assert round_.ledger
    assert round_.ledger.seats[0].net == 0
    for place in ("1", "2", "dealer", ""):
        again = trouble(at_the_decision(game, fed(game), 1), Trouble.DEAD_HAND, "1")
        assert not again.can(Move(Kind.IRREGULARITY, place, (Trouble.DEAD_HAND, None)))


@each_game
def test_procedure_r7(game: Game) -> None:
    """A player who leaves folds, or in Saigon 5 Card is set for the greatest count; by ``dead`` the hand is dead."""
    for choice in PROCEDURES.readings["procedure-R7"].choices:
        round_ = trouble(at_the_decision(game, fed(game, R7=choice)), Trouble.PLAYER_LEAVES, "2")
        left = round_.seats[1]
        assert round_.to_decide
        assert round_.to_decide.number == 1
        if choice == "dead":
            assert (left.dead, left.decided) == (True, False)
        elif game.set_hand is None:
            assert (left.dead, left.decided, left.decision) == (False, True, 0)
        else:
            best = game.decide(left.cards, left.bets, False, round_.rules)
            assert (left.dead, left.decision.point_count) == (False, best.point_count)
        while not round_.over:
            deck = shuffled(game.deck, generator(4)).cards
            round_ = dealt(round_, deck) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
        assert round_.ledger
        rows = {line.wager: line.row for line in round_.ledger.seats[1].lines}
        assert (rows["ante"] == "dead hand") == (choice == "dead")
        assert (rows["ante"] == "folded") == (choice == "fold" and game.set_hand is None)


def test_procedure_r7_a_player_who_has_decided_leaves_the_decision() -> None:
    game = game_named("high-card-flush")
    raised = decided(at_the_decision(game, fed(game, R7="fold")), "raise 1x")
    assert trouble(raised, Trouble.PLAYER_LEAVES, "1").seats == raised.seats


def test_procedure_r7_a_player_who_leaves_during_the_deal_folds() -> None:
    """Under ``fold`` nobody gets a wager back by leaving once the first cards have been seen."""
    game = game_named("high-card-flush")
    round_ = begun(game, game.default_rules(), {1: main_bets(game), 2: main_bets(game)})
    for card in game.deck.cards[:3]:
        round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))
    round_ = dealt(trouble(round_, Trouble.PLAYER_LEAVES, "1"), game.deck.cards)
    round_ = ended(decided(round_, "fold"))
    assert round_.ledger
    assert round_.ledger.seats[0].net == -UNIT


# --- procedure-R8: the aggregate payout limit -------------------------------------------------------------------------

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
    assert not any(setting.point_count for setting in game.rank(cards("As Ah Ad Ac Jk"), (), all_tables(game)).settings)
    rules = replace(all_tables(game), limits={wager: Limits(minimum=100) for wager in ("ante", "bonus")})
    assert most_at_the_minimum(game, rules) == 1_000_000


# --- meters -----------------------------------------------------------------------------------------------------------


def test_meter_rises_with_each_wager_and_is_seeded() -> None:
    """A fifth of each Progressive of 1.00 goes to the meter when the bets are closed; an unset meter starts at its seed."""
    game = game_named("high-card-flush")
    rules = fed(game)
    bets = {"ante": UNIT, "progressive": 100}
    assert begun(game, rules, {1: bets, 2: bets, 3: {"ante": UNIT}}).meters == {"progressive": 500_040}
    assert begun(game, rules, {1: bets}, {"progressive": 600_000}).meters == {"progressive": 600_020}


def test_meter_pays_a_hit_and_starts_at_its_seed() -> None:
    game = game_named("high-card-flush")
    after = two_winners(fed(game), {"progressive": 1_000_000})
    assert after.ledger
    line = after.ledger.seats[0].lines[-1]
    assert (line.wager, line.net, line.from_meter) == ("progressive", 1_000_020, 1_000_020)
    assert after.ledger.meters == {"progressive": 0}
    assert after.meters == {"progressive": 500_000}


def test_meter_that_pays_a_part_keeps_the_rest() -> None:
    game = game_named("high-card-flush")
    seats = {1: Script({"ante": UNIT, "progressive": 100}, "As Ks Qs Js Ts 9s 2d", ("fold",))}
    after = scripted(game, fed(game), seats, DEALER, meters={"progressive": 1_000_001})
    share = all_tables(game).table("progressive").award("six-card straight flush")
    assert share == MeterShare(Fraction(1, 2))
    assert after.meters == {"progressive": 1_000_021 - 500_010}


def test_678a_r6_two_hits_in_deal_order() -> None:
    """The second seven-card straight flush finds an empty meter; it starts at its seed after the round."""
    game = game_named("high-card-flush")
    bets = {"ante": UNIT, "progressive": 100}
    seats = {2: Script(bets, STRAIGHT_FLUSH, ("raise 3x",)), 5: Script(bets, "Ah Kh Qh Jh Th 9h 8h", ("raise 3x",))}
    after = scripted(
        game, fed(game), seats, DEALER.replace("4h", "4c").replace("6h", "6c"), meters={"progressive": 10_000}
    )
    assert after.ledger
    assert [seat.lines[-1].from_meter for seat in after.ledger.seats] == [10_040, 0]
    assert after.meters == {"progressive": 500_000}


def test_meter_hit_in_full_is_reset_though_a_chip_leaves_cents() -> None:
    game = game_named("high-card-flush")
    rules = game.with_rounding(fed(game), Rounding(25))
    after = two_winners(rules, {"progressive": 1_000_001})
    assert after.ledger
    assert after.ledger.meters == {"progressive": 21}
    assert after.meters["progressive"] >= 500_000


def test_meter_at_nothing_is_not_reset_without_a_hit() -> None:
    game = game_named("high-card-flush")
    seats = {1: Script({"ante": UNIT}, OTHER_FLUSH, ("fold",))}
    assert scripted(game, fed(game), seats, DEALER, meters={"progressive": 0}).meters == {"progressive": 0}


# --- in a record ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "place", "procedures"),
    [
        (Trouble.MISDEAL, "1", {}),
        (Trouble.STUB_COUNT, "", {}),
        (Trouble.DEAD_HAND, "2", {"R6": "lost"}),
        (Trouble.DEAD_HAND, "2", {}),
        (Trouble.PLAYER_LEAVES, "1", {}),
        (Trouble.PLAYER_LEAVES, "1", {"R7": "dead"}),
        (Trouble.EXPOSED_WHILE_DEALT, "2", {}),
        (Trouble.EXPOSED_IN_SHOE, "", {}),
        (Trouble.EXPOSED_IN_SHOE, "", {"R3": "void-round"}),
    ],
)
@pytest.mark.parametrize("commit", [False, True])
@each_game
def test_irregular_rounds_are_recorded_and_replayed(
    game: Game, what: Trouble, place: str, procedures: dict[str, str], commit: bool, tmp_path: Path
) -> None:
    rules = fed(game, **procedures)
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, rules, generator(5), Recorder(file, game, rules), commit=commit)
        session.begin([every_bet(game, rules)] * 2)
        session.trouble(what, place, session.round.left[-1] if what is Trouble.EXPOSED_IN_SHOE else None)
        while not session.round.over:
            session.decide(session.actions()[0])
        session.begin([every_bet(game, rules)] * 2)
        while not session.round.over:
            session.decide(session.actions()[-1])
    record = read_record(path)
    assert [each.states[-1].over for each in record.rounds] == [True, True]
    assert record.rounds[1].states[-1].ledger == session.round.ledger
    assert record.incomplete == ""


def test_a_card_that_stands_does_not_spoil_the_commitment(tmp_path: Path) -> None:
    game = game_named("high-card-flush")
    rules = fed(game, R4="card-stands")
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, rules, generator(5), Recorder(file, game, rules), commit=True)
        session.begin([{"ante": UNIT}])
        session.trouble(Trouble.EXPOSED_WHILE_DEALT, "1", session.round.seats[0].cards[-1])
        session.decide("fold")
    assert read_record(path).incomplete == ""


@each_game
def test_rounds_with_random_irregularities_end_balance_and_replay(game: Game, tmp_path: Path) -> None:
    """Any trouble at any time, under any choices: every wager is settled or returned, and the record replays to the same round."""
    troubles: Counter[str] = Counter()
    done = 0

    @settings(max_examples=150)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        nonlocal done
        choices = {id_[10:]: data.draw(st.sampled_from(own.choices)) for id_, own in PROCEDURES.readings.items()}
        rules = fed(game, **choices)
        seats = data.draw(st.integers(1, 4))
        deck = shuffled(game.deck, generator(data.draw(st.integers(0, 2**32)))).cards
        due = data.draw(st.lists(st.integers(0, 40), max_size=3))
        round_ = Round(game, rules, dict.fromkeys(game.meters, 700_000))
        moves: list[tuple[Move, Round]] = []
        opening = [Move(Kind.BET, str(number), every_bet(game, rules)) for number in range(1, seats + 1)]
        opening.append(Move(Kind.NO_MORE_BETS))
        while not round_.over:
            move = opening.pop(0) if opening else None
            if move is None and len(moves) in due:
                what = data.draw(st.sampled_from(Trouble))
                card = round_.left[-1] if what is Trouble.EXPOSED_IN_SHOE else None
                move = Move(Kind.IRREGULARITY, str(data.draw(st.integers(1, seats))), (what, card))
                due.remove(len(moves))
                if not round_.can(move):
                    continue
                troubles[what] += 1
            if move is None and round_.phase is Kind.CARD:
                move = Move(Kind.CARD, round_.next_place, next(card for card in deck if not round_.seen >> card & 1))
            made = move or data.draw(st.sampled_from(list(round_.moves())))
            round_ = round_.apply(made)
            moves.append((made, round_))
        assert round_.ledger
        for seat, ledger in zip(round_.seats, round_.ledger.seats, strict=True):
            assert {line.wager: line.bet for line in ledger.lines} == round_.bets_of(seat)
            assert all(line.returned >= 0 for line in ledger.lines)
        nets = sum(ledger.net for ledger in round_.ledger.seats) + round_.ledger.house_net
        assert nets == sum(line.from_meter for ledger in round_.ledger.seats for line in ledger.lines)
        if round_.void:
            check_void(round_, READING_OF[Trouble(round_.void)], dict.fromkeys(game.meters, 700_000))
        done += 1
        if done % 10 == 0:
            path = tmp_path / f"{done}.jsonl"
            write_script(path, game, rules, moves)
            assert read_record(path).rounds[0].states[-1] == round_

    rounds()
    assert done >= 150
    assert set(troubles) == set(Trouble)


NOT_TROUBLES = [("fire", None), None, ("card-exposed-in-shoe", None), (Trouble.EXPOSED_IN_SHOE, "As")]


@pytest.mark.parametrize("value", NOT_TROUBLES, ids=str)
def test_what_is_no_trouble_is_refused(value: object) -> None:
    round_ = at_the_decision(game_named("high-card-flush"), fed(game_named("high-card-flush")))
    assert not round_.can(Move(Kind.IRREGULARITY, "1", value))


@pytest.mark.parametrize("place", ["9", "nobody"])
@pytest.mark.parametrize("what", [Trouble.MISDEAL, Trouble.EXPOSED_WHILE_DEALT])
def test_trouble_is_at_a_place_of_the_table(what: Trouble, place: str) -> None:
    round_ = at_the_decision(game_named("high-card-flush"), fed(game_named("high-card-flush")))
    assert round_.can(Move(Kind.IRREGULARITY, "1", (what, None)))
    assert round_.can(Move(Kind.IRREGULARITY, "dealer", (what, None)))
    assert not round_.can(Move(Kind.IRREGULARITY, place, (what, None)))
