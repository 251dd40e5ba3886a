"""The conformance kit of rounds: what every game of GAMES must do at the table, with no exclusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablegames.asks.records import read_record
from tablegames.contract.choices import CHECK, Choice, View
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.layout import legal_lines
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, Deal
from tablegames.core.law import Refused
from tablegames.rounds.moves import BOARD, DEALER, Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.shuffle import generator, shuffled
from tests.rounds import UNIT, all_tables, begun, dealt, each_game, every_bet, main_bets, write_script

METER = 1_000_000
ROUNDS = 500
"""Random rounds of each game: 2,000 in all, and those of the other tests."""


def bets_drawn(game: Game, rules: Rules, draw: Any, everywhere: bool) -> dict[str, int]:
    """The required wagers and some of the others; a Pot, of one size, is made at every seat of the table or at none."""
    bets = every_bet(game, rules)
    bets = {wager: cents for wager, cents in bets.items() if everywhere or wager not in rules.where_offered}
    optional = [wager for wager in bets if not (game.wager(wager).required or wager in rules.where_offered)]
    taken = draw(st.integers(0, 2 ** len(optional) - 1))
    left_out = {wager for bit, wager in enumerate(optional) if not taken >> bit & 1}
    return {wager: cents for wager, cents in bets.items() if wager not in left_out}


def random_round(game: Game, rules: Rules, draw: Any) -> Iterator[tuple[Move, Round]]:
    """Each move of a random complete round, with the round after it; bets, numbers of seats and decisions are drawn."""
    most = game.seats(rules)
    seats = draw(st.sampled_from([1, 2, 3, 4] * 3 + [most, draw(st.integers(1, most))]))
    numbers = sorted(draw(st.permutations(range(1, most + 1)))[:seats])
    deck = iter(shuffled(game.deck, generator(draw(st.integers(0, 2**32)))).cards)
    round_ = Round(game, rules, dict.fromkeys(game.meters, METER))
    everywhere = draw(st.booleans())
    opening = [Move(Kind.BET, str(number), bets_drawn(game, rules, draw, everywhere)) for number in numbers]
    for move in (*opening, Move(Kind.NO_MORE_BETS)):
        round_ = round_.apply(move)
        yield move, round_
    while not round_.over:
        move = Move(round_.phase)
        if round_.phase is Kind.CARD:
            move = Move(Kind.CARD, round_.next_place, next(deck))
        elif round_.phase is Kind.DECISION:
            listed = list(round_.moves())
            move = listed[draw(st.integers(0, len(listed) - 1))]
        round_ = round_.apply(move)
        yield move, round_


def ledger_faults(game: Game, rules: Rules, last: Round) -> list[str]:
    """What is wrong with a settled round: money made or lost, facts that are not those of the cards, bets not settled."""
    ledger = last.ledger
    assert ledger is not None
    faults = []
    before, after = sum(last.meters_before.values()), sum(ledger.meters.values())
    if sum(seat.net for seat in ledger.seats) + ledger.house_net + after - before:
        faults.append("seats, house and meters gain or lose")
    facts = [game.facts_of(Deal(seat.cards, last.dealer, last.board), seat.line, rules) for seat in last.seats]
    again = game.settle([*map(Seat, facts, map(last.bets_of, last.seats))], last.meters_before, rules)
    if again != ledger:
        faults.append(f"the ledger is not the settlement of {facts}")
    for seat, own in zip(last.seats, ledger.seats, strict=True):
        if {line.wager: line.bet for line in own.lines} != last.bets_of(seat):
            faults.append(f"seat {seat.number}: {own.lines} for {last.bets_of(seat)}")
    return faults


@each_game
def test_random_rounds_balance_and_their_facts_are_those_of_the_cards(game: Game) -> None:
    rules = replace(all_tables(game), seats=game.most_seats)
    seen: Counter[int] = Counter()

    @settings(max_examples=ROUNDS)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        moves = list(random_round(game, rules, data.draw))
        last = moves[-1][1]
        seen[len(last.seats)] += 1
        assert last.over
        assert not last.void
        assert [move.kind for move, _ in moves[-3:]] == [Kind.REVEAL, Kind.SETTLE, Kind.DISCARD]
        assert ledger_faults(game, rules, last) == []
        hands = [*last.dealer, *last.board, *(card for seat in last.seats for card in seat.cards)]
        assert len(set(hands)) == len(hands) == last.seen.bit_count()
        assert {len(seat.cards) for seat in last.seats} == {game.player_cards}
        assert (len(last.dealer), len(last.board)) == (game.dealer_cards, game.board_cards)

    rounds()
    assert sum(seen.values()) >= ROUNDS
    assert {1, 2, 3, 4, game.most_seats} <= set(seen), "every number of seats up to four, and a full table, were played"


@each_game
def test_random_rounds_are_recorded_read_and_replayed_to_the_cent(game: Game, tmp_path: Path) -> None:
    rules = replace(all_tables(game), seats=game.most_seats)
    done: Counter[str] = Counter()

    @settings(max_examples=120)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        done["rounds"] += 1
        moves = list(random_round(game, rules, data.draw))
        path = tmp_path / f"{done['rounds']}.jsonl"
        head = write_script(path, game, rules, moves)
        record = read_record(path)
        assert (record.game, record.rules, record.head, record.incomplete) == (game, rules, head, "")
        (recorded,) = record.rounds
        assert recorded.states[-1].ledger == moves[-1][1].ledger
        assert recorded.states[1:] == [after for _, after in moves]

    rounds()
    assert done["rounds"] >= 120


def deeply(value: Any) -> Any:
    """A value as text, by which a change of anything inside it is seen."""
    return repr(value)


@each_game
def test_a_move_leaves_the_round_before_it_as_it_was(game: Game) -> None:
    rules = replace(all_tables(game), seats=game.most_seats)

    @settings(max_examples=20)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        before = Round(game, rules, dict.fromkeys(game.meters, METER))
        text = deeply(before)
        for _, after in random_round(game, rules, data.draw):
            assert deeply(before) == text
            before, text = after, deeply(after)

    rounds()


@each_game
def test_bets_are_copied_when_they_are_made(game: Game) -> None:
    """A caller who changes the mapping it bet with does not change the wager after "no more bets"."""
    bets = main_bets(game)
    round_ = begun(game, game.default_rules(), {1: bets})
    bets["ante"] = 99_999
    assert round_.seats[0].bets["ante"] == UNIT


# --- what may not be done ---------------------------------------------------------------------------------------------


def every_move(game: Game, round_: Round) -> Iterator[Move]:
    """Every card at a place, every decision of a seat, and each of the other moves."""
    places = [str(seat.number) for seat in round_.seats[:4]] + [DEALER, BOARD, "", round_.next_place]
    yield from (Move(Kind.CARD, place, card) for place in places for card in CARDS)
    decisions: list[Choice] = [
        CHECK,
        *game.known_choices,
        *(Choice(f"raise {size}x", (("raise", size),)) for size in range(-1, 6)),
    ]
    for seat in round_.seats[:4]:
        if len(seat.cards) == game.player_cards:
            lines = legal_lines(game, View(seat.cards, round_.board), round_.rules)
            decisions += dict.fromkeys(choice for line in lines for choice in line)
    yield from (Move(Kind.DECISION, place, decision) for place in places for decision in decisions)
    yield from (Move(kind) for kind in (Kind.NO_MORE_BETS, Kind.REVEAL, Kind.SETTLE, Kind.DISCARD))


@each_game
def test_moves_lists_exactly_what_can_be_done(game: Game) -> None:
    """Cards, decisions and the house's moves; bets and irregularities are any that ``verify`` accepts, and are not listed.

    A setting of Saigon 5 Card that does not qualify may be made, though only the qualifying ones are listed.
    """
    rules = replace(all_tables(game), seats=game.most_seats)
    positions: Counter[Kind] = Counter()

    @settings(max_examples=12)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        for _, round_ in random_round(game, rules, data.draw):
            if round_.phase is Kind.CARD and len(round_.left) % 7:
                continue
            if round_.to_decide and round_.to_decide.number > round_.seats[:4][-1].number:
                continue
            positions[round_.phase] += 1
            listed = list(round_.moves())
            accepted = [move for move in every_move(game, round_) if round_.can(move)]
            assert len(set(map(repr, listed))) == len(listed)
            assert sorted(set(map(repr, accepted))) == sorted(map(repr, listed))
            assert all(round_.can(move) for move in listed)

    rounds()
    assert min(positions[kind] for kind in (Kind.CARD, Kind.DECISION, Kind.REVEAL, Kind.SETTLE, Kind.DISCARD)) > 5


@each_game
def test_chance_is_even_over_the_cards_left(game: Game) -> None:
    round_ = begun(game, game.default_rules(), {1: main_bets(game)})
    for dealt_so_far, card in enumerate(game.deck.cards[: game.player_cards]):
        assert round_.chance == Fraction(1, len(game.deck) - dealt_so_far)
        assert round_.chance * len(list(round_.moves())) == 1
        round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))


def refusal(round_: Round, move: Move) -> str:
    """The reason why a move is refused; the round stays as it was."""
    text = deeply(round_)
    assert not round_.can(move)
    with pytest.raises(Refused) as caught:
        round_.apply(move)
    assert deeply(round_) == text
    return str(caught.value)


@each_game
def test_a_bet_after_no_more_bets_is_refused(game: Game) -> None:
    round_ = begun(game, game.default_rules(), {1: main_bets(game)})
    late = Move(Kind.BET, "2", main_bets(game))
    while round_.phase is not Kind.DISCARD:
        assert "no more bets" in refusal(round_, late)
        if round_.phase is Kind.DECISION:
            assert "no more bets" in refusal(round_, Move(Kind.BET, "1", {"ante": UNIT}))
        round_ = round_.apply(next(iter(round_.moves())))
    cite = "680a.9(b)" if game.id == "saigon-5-card" else game.betting
    with pytest.raises(Refused) as caught:
        begun(game, game.default_rules(), {1: main_bets(game)}).apply(late)
    assert caught.value.cites == (cite,)
    assert "over" in refusal(round_.apply(Move(Kind.DISCARD)), late)


@each_game
def test_seats_are_those_of_the_game(game: Game) -> None:
    """Six, nine and twenty-two by the deck, six at Hold 'Em unless the house says more; a seat bets once, and in order; a round needs one."""
    most = {"high-card-flush": 6, "saigon-5-card": 9, "heads-up-holdem": 22, "ultimate-texas-holdem": 22}[game.id]
    assert game.most_seats == most
    assert (most * game.player_cards + game.dealer_cards + game.board_cards) <= len(game.deck)
    rules, bets = game.default_rules(), main_bets(game)
    usual = {9: 9}.get(most, 6)
    assert game.seats(rules) == usual
    assert Round(game, replace(rules, seats=most)).can(Move(Kind.BET, str(most), bets))
    assert Round(game, replace(rules, seats=None)).can(Move(Kind.BET, str(most), bets)), "as records of before have it"
    round_ = Round(game, rules)
    for place in (str(usual + 1), "0", "-1", "", "dealer", "1.0", "one", " 1"):
        assert f"1 to {usual}" in refusal(round_, Move(Kind.BET, place, bets))
    assert "a round needs a seat" in refusal(round_, Move(Kind.NO_MORE_BETS))
    third = round_.apply(Move(Kind.BET, "3", bets))
    for place in ("3", "2"):
        assert "in their order" in refusal(third, Move(Kind.BET, place, bets))
    assert begun(game, rules, dict.fromkeys(range(1, usual + 1), bets)).phase is Kind.CARD


@pytest.mark.parametrize("place", ["²", "①"])
@each_game
def test_a_place_in_strange_digits_is_refused(game: Game, place: str) -> None:
    assert not Round(game, game.default_rules()).can(Move(Kind.BET, place, main_bets(game)))


@each_game
def test_fewer_seats_by_the_house(game: Game) -> None:
    rules = replace(game.default_rules(), seats=2)
    round_ = Round(game, rules).apply(Move(Kind.BET, "2", main_bets(game)))
    assert "1 to 2" in refusal(round_, Move(Kind.BET, "3", main_bets(game)))


@each_game
def test_bets_that_cannot_stand_are_refused(game: Game) -> None:
    round_ = Round(game, game.default_rules())
    good = main_bets(game)
    for bets, words in (
        ({}, "missing"),
        ({**good, "ante": 0}, "0.00"),
        ({**good, "ante": -UNIT}, "ante"),
        ({**good, "insurance": UNIT}, "insurance"),
    ):
        assert words in refusal(round_, Move(Kind.BET, "1", bets))
    for wager in game.wagers:
        if wager.by_choice:
            assert "made by a decision" in refusal(round_, Move(Kind.BET, "1", {**good, wager.id: UNIT}))
    for form in game.forms:
        if form.slot not in round_.rules.paytables:
            assert "no paytable" in refusal(round_, Move(Kind.BET, "1", {**good, form.wagers[0]: UNIT}))


@each_game
def test_cards_go_where_and_when_they_are_due(game: Game) -> None:
    bets = main_bets(game)
    round_ = begun(game, game.default_rules(), {1: bets, 3: bets})
    first = game.deck.cards[0]
    for place in ("3", "2", "9", DEALER, BOARD, ""):
        assert "the next card goes to 1" in refusal(round_, Move(Kind.CARD, place, first))
    after = round_.apply(Move(Kind.CARD, "1", first))
    assert "dealt already" in refusal(after, Move(Kind.CARD, after.next_place, first))
    joker = CARDS[52]
    if joker not in game.deck:
        assert "is not in" in refusal(after, Move(Kind.CARD, after.next_place, joker))
    for kind in (Kind.DECISION, Kind.REVEAL, Kind.SETTLE, Kind.DISCARD):
        assert "not due" in refusal(after, Move(kind, "1" if kind is Kind.DECISION else ""))
        assert "the table's" in refusal(after, Move(Kind.REVEAL, "1"))
    deciding = dealt(round_, game.deck.cards)
    assert "not due" in refusal(deciding, Move(Kind.CARD, "1", deciding.left[0]))


@each_game
def test_seats_decide_in_their_order_and_once(game: Game) -> None:
    bets = main_bets(game)
    round_ = dealt(begun(game, game.default_rules(), {1: bets, 2: bets, 4: bets}), game.deck.cards)
    for number in (1, 2, 4):
        assert round_.to_decide is not None
        assert round_.to_decide.number == number
        choice = round_.choices(round_.to_decide)[0]
        for place in {"1", "2", "4"} - {str(number)} | {"3", "9", "dealer", ""}:
            assert "does not decide now" in refusal(round_, Move(Kind.DECISION, place, choice))
        before, round_ = round_, round_.apply(Move(Kind.DECISION, str(number), choice))
        if round_.phase is Kind.DECISION:
            assert "does not decide now" in refusal(round_, Move(Kind.DECISION, str(number), choice))
        assert before.to_decide is not None
    assert round_.to_decide is None
