"""The readings of procedure, each by a round that shows what its choices change, named as procedures.toml names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.contract.choices import is_fold
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source
from tablegames.core.wagers import MeterPlan
from tablegames.games import game_named
from tablegames.rounds.moves import READING_OF, Called, Kind, Move, Trouble
from tablegames.rounds.round import PROCEDURES, Round
from tablegames.rounds.shuffle import generator, shuffled
from tablegames.rounds.views import player_view
from tests.rounds import (
    UNIT,
    all_tables,
    begun,
    cards,
    dealt,
    decided,
    each_game,
    ended,
    every_bet,
    main_bets,
    trouble,
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


def test_every_reading_of_procedure_names_its_test() -> None:
    for number, (id_, reading) in enumerate(PROCEDURES.readings.items(), start=1):
        assert id_ == f"procedure-R{number}"
        path, _, name = reading.test.partition("::")
        tests = (Path(__file__).parents[2] / path).read_text()
        assert f"def {name}(" in tests
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
    for move in (Move(Kind.IRREGULARITY, "", Called(Trouble.MISDEAL, None)),):
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
    assert not round_.can(Move(Kind.IRREGULARITY, "", Called(Trouble.EXPOSED_IN_SHOE, cards("Jk")[0])))


def test_a_shoe_that_discards_empty_does_not_leave_the_round_hanging() -> None:
    """Twenty-two seats of Hold 'Em use 51 cards: after two discards something other than a card must be legal."""
    game = game_named("heads-up-holdem")
    bets = {number: main_bets(game) for number in range(1, 23)}
    round_ = begun(game, replace(game.default_rules(), seats=22), bets)
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


def test_procedure_r4_the_holder_of_an_exposed_card_plays_on_or_has_the_hand_declared_dead() -> None:
    """As Northwood Casino prints it; a card of the dealer voids the round."""
    game = game_named("heads-up-holdem")
    meters: dict[str, int] = {}
    first, second = game.deck.cards[:2]
    one = begun(game, fed(game, R4="holder-decides"), {1: main_bets(game)}).apply(Move(Kind.CARD, "1", first))
    for place in ("1", ""):
        after = trouble(one, Trouble.EXPOSED_WHILE_DEALT, place, first)
        assert not after.void
        assert trouble(after, Trouble.DEAD_HAND, "1").seats[0].dead
    two = one.apply(Move(Kind.CARD, "dealer", second))
    for place in ("dealer", ""):
        check_void(trouble(two, Trouble.EXPOSED_WHILE_DEALT, place, second), "procedure-R4", meters)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_an_irregularity_that_a_casino_prints_is_cited_as_the_source(number: int) -> None:
    reading = PROCEDURES.readings[f"procedure-R{number}"]
    assert [PROCEDURES.sources[id_].publisher for id_ in reading.sources] == ["Northwood Casino"]
    assert "Northwood Casino prints" in reading.why + reading.effect


def test_a_card_exposed_while_dealt_is_one_that_was_dealt() -> None:
    game = game_named("high-card-flush")
    round_ = begun(game, fed(game, R4="card-stands"), {1: main_bets(game)})
    one = round_.apply(Move(Kind.CARD, "1", game.deck.cards[0]))
    assert not one.can(Move(Kind.IRREGULARITY, "1", Called(Trouble.EXPOSED_WHILE_DEALT, game.deck.cards[9])))


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
    assert not settled.can(Move(Kind.IRREGULARITY, "", Called(Trouble.STUB_COUNT, None))), "all is settled"


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
        assert not again.can(Move(Kind.IRREGULARITY, place, Called(Trouble.DEAD_HAND, None)))


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
        elif game.setting is None:
            assert (left.dead, left.decided, is_fold(left.line)) == (False, True, True)
        else:
            assert (left.dead, left.line[-1].hand) == (False, game.best_setting(left.cards, round_.rules))
        while not round_.over:
            deck = shuffled(game.deck, generator(4)).cards
            round_ = dealt(round_, deck) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
        assert round_.ledger
        rows = {line.wager: line.row for line in round_.ledger.seats[1].lines}
        assert (rows["ante"] == "dead hand") == (choice == "dead")
        assert (rows["ante"] == "folded") == (choice == "fold" and game.setting is None)


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
