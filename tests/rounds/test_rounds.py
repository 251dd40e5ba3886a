"""Deal order, decisions and the engine's own shape: a round as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from tablegames.contract.choices import in_words
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.core.cards import Deal, Deck, Rank, Suit
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.shuffle import generator, shuffled
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
)  # fmt: skip


def places(game: Game, procedure: str, seats: tuple[int, ...]) -> list[str]:
    """The places of all cards of a round in the order in which they are dealt; everyone checks or sets the first way."""
    rules = replace(game.default_rules(), procedures={"procedure-R1": procedure} if procedure else {})
    round_ = begun(game, rules, {number: main_bets(game) for number in seats})
    found = []
    deck = iter(game.deck.cards)
    while round_.phase in (Kind.CARD, Kind.DECISION):
        if round_.phase is Kind.CARD:
            found.append(round_.next_place)
            round_ = round_.apply(Move(Kind.CARD, round_.next_place, next(deck)))
        else:
            assert round_.to_decide
            round_ = round_.apply(
                Move(Kind.DECISION, str(round_.to_decide.number), round_.choices(round_.to_decide)[-1])
            )
    return found


@each_game
def test_one_at_a_time_clockwise_with_the_dealer_last_in_each_pass(game: Game) -> None:
    seats = (1, 2, 5)
    one_pass = [*map(str, seats), "dealer"]
    assert places(game, "one-at-a-time", seats) == one_pass * game.player_cards + ["board"] * game.board_cards


@pytest.mark.parametrize("procedure", ["", "one-at-a-time", "stacks"])
def test_680a_9_c_binds_saigon(procedure: str) -> None:
    """§ 680a.9(c): one card at a time, clockwise, to each who bet and the dealer, until each has five, whatever the house selects."""
    game = game_named("saigon-5-card")
    assert places(game, procedure, (1, 4, 9)) == ["1", "4", "9", "dealer"] * 5


def test_680a_9_b_no_more_bets_comes_before_any_card() -> None:
    game = game_named("saigon-5-card")
    betting = Round(game, game.default_rules()).apply(Move(Kind.BET, "1", {"ante": UNIT}))
    assert not betting.can(Move(Kind.CARD, "1", game.deck.cards[0]))
    assert betting.apply(Move(Kind.NO_MORE_BETS)).can(Move(Kind.CARD, "1", game.deck.cards[0]))


@pytest.mark.parametrize("game_id", ["heads-up-holdem", "ultimate-texas-holdem"])
def test_board_comes_three_then_two_with_the_decisions_between(game_id: str) -> None:
    game = game_named(game_id)
    bets = main_bets(game)
    deck = shuffled(game.deck, generator(1)).cards
    round_ = begun(game, game.default_rules(), {1: bets, 2: bets})
    boards = []
    for action in ("check", "check", "check", "check", "fold", "fold"):
        round_ = dealt(round_, deck)
        boards.append(len(round_.board))
        round_ = decided(round_, action)
    assert boards == [0, 0, 3, 3, 5, 5]
    assert round_.phase is Kind.REVEAL


@pytest.mark.parametrize("game_id", ["heads-up-holdem", "ultimate-texas-holdem"])
def test_board_runs_out_when_all_have_raised(game_id: str) -> None:
    game = game_named(game_id)
    bets = main_bets(game)
    deck = shuffled(game.deck, generator(1)).cards
    round_ = dealt(begun(game, game.default_rules(), {1: bets, 2: bets}), deck)
    for _ in (1, 2):
        round_ = decided(round_, in_words(game.lines[3]))
    after = ended(dealt(round_, deck))
    assert len(after.board) == 5
    assert after.ledger
    raises = [line.bet for seat in after.ledger.seats for line in seat.lines if line.wager in ("raise", "play")]
    assert raises == [3 * UNIT, 3 * UNIT]


@each_game
def test_full_table(game: Game) -> None:
    """Every seat of the game, with every wager, from one deck."""
    rules = replace(all_tables(game), seats=game.most_seats)
    deck = shuffled(game.deck, generator(11)).cards
    bets = {number: every_bet(game, rules) for number in range(1, game.most_seats + 1)}
    round_ = begun(game, rules, bets, dict.fromkeys(game.meters, 10**6))
    while not round_.over:
        round_ = dealt(round_, deck) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
    assert round_.ledger
    assert len(round_.ledger.seats) == game.most_seats
    round_.ledger.check(round_.meters_before)


@each_game
def test_seats_of_one_table_have_their_own_ledgers(game: Game) -> None:
    """A seat's ledger is that of its cards and decisions alone, the Pot and the meters apart."""
    rules = game.default_rules()
    deck = shuffled(game.deck, generator(2)).cards
    round_ = begun(game, rules, {number: main_bets(game, number * UNIT) for number in (1, 2, 3)})
    while not round_.over:
        round_ = dealt(round_, deck) if round_.phase is Kind.CARD else round_.apply(next(iter(round_.moves())))
    assert round_.ledger
    hands = [" ".join(map(str, seat.cards)) for seat in round_.seats]
    actions = [in_words(seat.line) for seat in round_.seats]
    dealer, board = (" ".join(map(str, own)) for own in (round_.dealer, round_.board))
    for number, ledger in enumerate(round_.ledger.seats, start=1):
        alone = {number: Script(main_bets(game, number * UNIT), hands[number - 1], (actions[number - 1],))}
        assert scripted(game, rules, alone, dealer, board).ledger.seats == (ledger,)  # type: ignore[union-attr]


# --- chance: the tree walked through the rounds equals the walk of the analysis, in Fractions --------------------------


def futures(round_: Round, shoe: Deck) -> Iterator[tuple[Fraction, Round]]:
    """Every end of a round with its probability, each seat taking its first choice; cards from a small shoe."""
    if round_.over:
        yield Fraction(1), round_
    elif round_.phase is Kind.CARD:
        left = [card for card in shoe.cards if not round_.seen >> card & 1]
        for card in left:
            for chance, end in futures(round_.apply(Move(Kind.CARD, round_.next_place, card)), shoe):
                yield chance / len(left), end
    else:
        yield from futures(round_.apply(next(iter(round_.moves()))), shoe)


def test_the_tree_of_a_round_is_the_walk_of_the_rules() -> None:
    """Hold 'Em from twelve cards, six of them known: the rounds end as the rules alone count what is left, in Fractions."""
    game = game_named("heads-up-holdem")
    rules = game.default_rules()
    shoe = Deck.small([Rank.ACE, Rank.KING, Rank.QUEEN], Suit)
    round_ = begun(game, rules, {1: main_bets(game)})
    for card in cards("As Ah Ks Qh"):
        round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))
    round_ = decided(round_, "raise 3x")
    for card in cards("Qs Kh"):
        round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))
    walked: Counter[int] = Counter()
    for chance, end in futures(round_, shoe):
        assert end.ledger
        assert chance == Fraction(1, 6 * 5 * 4)
        walked[end.ledger.seats[0].net] += 1
    counted: Counter[int] = Counter()
    for more in permutations(cards("Ac Ad Kc Kd Qc Qd"), 3):
        facts = game.facts_of(Deal(cards("As Ks"), cards("Ah Qh"), (*cards("Qs Kh"), *more)), game.lines[3], rules)
        table = game.settle([Seat(facts, {**main_bets(game), "raise": 3 * UNIT})], {}, rules)
        counted[table.seats[0].net] += 1
    assert walked == counted
    assert len(walked) > 2


def test_round_that_is_over_takes_nothing() -> None:
    game = game_named("high-card-flush")
    over = scripted(
        game,
        game.default_rules(),
        {1: Script({"ante": UNIT}, "As Ks Qs 9s 4d 3d 2c", ("fold",))},
        "Ah Kh Jh 9h 4c 3c 2d",
    )
    assert list(over.moves()) == []
    for kind in Kind:
        with pytest.raises(Refused, match="the round is over"):
            over.verify(Move(kind))
    assert (over.ledger.seats[0].net, over.ledger.house_net) == (-UNIT, UNIT)  # type: ignore[union-attr]


def test_dealer_sees_no_decision_by_no_seat() -> None:
    """A round waits for its settlement only after all have decided."""
    game = game_named("saigon-5-card")
    round_ = dealt(begun(game, game.default_rules(), {1: {"ante": UNIT}, 2: {"ante": UNIT}}), game.deck.cards)
    for kind in (Kind.REVEAL, Kind.SETTLE, Kind.DISCARD):
        with pytest.raises(Refused, match="seat 1 to decide"):
            round_.apply(Move(kind))
    once = round_.apply(next(iter(round_.moves())))
    with pytest.raises(Refused, match="seat 2 to decide"):
        once.apply(Move(Kind.REVEAL))


def test_case_28_pot_with_an_odd_cent() -> None:
    """Three Pot wagers of 5.01, two tie for best: shares 7.52 and 7.51, the odd cent to the first to the dealer's left."""
    game = game_named("saigon-5-card")
    bets = {"ante": UNIT, "pot": 501}
    seats = {
        2: Script(bets, "Kh Kd Tc 9h Jc", ("Kh Kd Tc / 9h Jc",)),
        3: Script(bets, "Qh Qd Qc 9d Js", ("Qh Qd Qc / 9d Js",)),
        6: Script(bets, "Ks Qs Ts 2h 3h", ("Ks Qs Ts / 2h 3h",)),
    }
    ledger = scripted(game, game.default_rules(), seats, "2c 2d 3c 3d 4c").ledger
    assert ledger
    pots = [seat.lines[-1] for seat in ledger.seats]
    assert [line.returned for line in pots] == [752, 751, 0]
    assert [line.wager for line in pots] == ["pot"] * 3
    assert sum(line.from_players for line in pots) == 0


def test_680a_r6_unequal_pot_is_refused_when_it_is_bet() -> None:
    game = game_named("saigon-5-card")
    one = Round(game, game.default_rules()).apply(Move(Kind.BET, "1", {"ante": UNIT, "pot": 500}))
    assert one.can(Move(Kind.BET, "2", {"ante": UNIT, "pot": 500}))
    assert not one.can(Move(Kind.BET, "2", {"ante": UNIT, "pot": 600}))


def test_progressive_without_its_meter_is_refused_when_it_is_bet() -> None:
    """The one-dollar table pays shares of a meter: without one a seven-card straight flush cannot be paid."""
    game = game_named("high-card-flush")
    round_ = Round(game, all_tables(game))
    assert not round_.can(Move(Kind.BET, "1", {"ante": UNIT, "progressive": 100}))
