"""The contract of a game, part by part, on deals, lines and wagers invented for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablegames.contract.choices import CHECK, FOLD, Choice, Line, View, added, in_words, is_fold, is_over, with_line
from tablegames.contract.deal import (
    Board,
    Dealer,
    Decide,
    Own,
    Point,
    cards_of,
    points_of,
    streets_of,
    upcards_of,
)  # fmt: skip
from tablegames.contract.game import Game
from tablegames.contract.layout import Unclear, decide, legal_lines, line_shown
from tablegames.contract.raises import NO_RAISES
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused
from tablegames.core.wagers import MOST_CENTS, Bets, Wager, check_wagers
from tablegames.games import game_named

# --- the deal ---------------------------------------------------------------------------------------------------------

STEPS = (
    Own(2), Dealer(1, up=True), Dealer(1),
    Decide("first", "none", "before the street"),
    Board(3, "the street"), Own(1),
    Decide("second", "three"),
    Board(1), Board(2), Dealer(2, up=True),
    Decide("last", "six", "at the end"),
    Dealer(1),
)  # fmt: skip


def test_cards_of_each_place() -> None:
    assert [cards_of(STEPS, kind) for kind in (Own, Dealer, Board)] == [3, 5, 6]
    assert [cards_of((), kind) for kind in (Own, Dealer, Board)] == [0, 0, 0]


def test_points_see_what_was_dealt_before_them() -> None:
    """The community cards, and the dealer's cards that lie open, of the steps before; never of those after."""
    assert points_of(STEPS) == (
        Point("first", 0, "none", "before the street", 1),
        Point("second", 3, "three", "", 1),
        Point("last", 6, "six", "at the end", 3),
    )
    assert points_of((Decide("blind"), Own(1), Board(5))) == (Point("blind", 0, "", "", 0),)
    assert points_of((Own(5), Dealer(5))) == ()


def test_streets_are_the_steps_that_deal_community_cards() -> None:
    assert streets_of(STEPS) == (3, 1, 2)
    assert streets_of((Own(5), Dealer(5), Decide("setting"))) == ()


def test_upcards_are_places_among_the_dealers_cards() -> None:
    assert upcards_of(STEPS) == (0, 2, 3)
    assert upcards_of((Dealer(2), Own(1), Dealer(1))) == ()
    assert upcards_of((Dealer(2, up=True), Dealer(1))) == (0, 1)


# --- lines ------------------------------------------------------------------------------------------------------------

BET = Choice("bet", (("second", 1), ("third", 2)), ends=False)
BACK = Choice("take one back", (("second", -1),), ends=False)
LESS = Choice("take some back", (("third", -1),))


def test_a_line_ends_with_the_choice_that_ends_it() -> None:
    assert [is_over(line) for line in ((), (CHECK,), (BET, BACK), (BET, LESS), (CHECK, FOLD))] == [
        False, False, False, True, True,
    ]  # fmt: skip
    assert [is_fold(line) for line in ((), (CHECK,), (BET, LESS), (BET, FOLD))] == [False, False, False, True]
    assert in_words((CHECK, BET, CHECK, FOLD)) == "bet, fold"
    assert in_words(()) == in_words((CHECK,)) == ""


def test_a_line_adds_up_what_its_choices_put_down_and_take_back() -> None:
    assert added(()) == added((CHECK, FOLD)) == {}
    assert added((BET, BET)) == {"second": 2, "third": 4}
    assert added((BET, BACK, LESS)) == {"second": 0, "third": 1}


def test_with_line_a_wager_that_is_taken_back_is_gone() -> None:
    """Whether it was made by the line or before the deal; one that is taken back in part is less."""
    bets = {"ante": 500, "side": 100}
    assert with_line(bets, (), 500) == bets
    assert with_line(bets, (CHECK, FOLD), 500) == bets
    assert with_line(bets, (BET,), 500) == {"ante": 500, "side": 100, "second": 500, "third": 1_000}
    assert with_line(bets, (BET, BACK), 500) == {"ante": 500, "side": 100, "third": 1_000}
    assert with_line(bets, (BET, LESS), 500) == {"ante": 500, "side": 100, "second": 500, "third": 500}
    assert with_line({"ante": 500, "second": 500}, (BACK,), 500) == {"ante": 500}
    assert with_line({"ante": 500, "second": 1_000}, (BACK,), 500) == {"ante": 500, "second": 500}
    assert bets == {"ante": 500, "side": 100}, "the bets before it are left as they were"


# --- wagers that stand together ---------------------------------------------------------------------------------------

RULE = ("999a.1",)
WAGERS = (
    Wager("ante", "Against the dealer.", required=True),
    Wager("blind", "Equal to the Ante.", required=True, equal_to="ante"),
    Wager("double", "Up to the Ante.", by_choice=True, at_most="ante"),
    Wager("bonus", "Beside the Ante."),
    Wager("tie", "May be made alone.", stands_alone=True),
    Wager("pair", "May be made alone too.", stands_alone=True),
)
MAIN = {"ante": 500, "blind": 500}


@pytest.mark.parametrize(
    "bets",
    [
        MAIN,
        {**MAIN, "bonus": 1},
        {**MAIN, "double": 1},
        {**MAIN, "double": 500},
        {**MAIN, "tie": 10_000, "pair": 1},
        {"tie": 500},
        {"tie": 500, "pair": 100},
        {"ante": MOST_CENTS, "blind": MOST_CENTS, "double": MOST_CENTS},
    ],
)
def test_wagers_that_stand_together(bets: Bets) -> None:
    check_wagers(WAGERS, bets, cites=RULE)


@pytest.mark.parametrize(
    ("bets", "words", "by_rule"),
    [
        ({}, "wager ante is missing: it must be made before the deal", True),
        ({"blind": 500}, "wager ante is missing", True),
        ({"ante": 500}, "wager blind is missing", True),
        ({"bonus": 500}, "wager ante is missing", True),
        ({"tie": 500, "bonus": 500}, "wager ante is missing", True),
        ({"tie": 500, "ante": 500}, "wager blind is missing", True),
        ({"ante": 500, "blind": 499}, "blind 4.99 must equal ante 5.00", True),
        ({"ante": 500, "blind": 501}, "blind 5.01 must equal ante 5.00", True),
        ({**MAIN, "double": 501}, "double 5.01 must be at most ante 5.00", True),
        ({"tie": 500, "pair": 0}, "wager pair is 0.00; a wager that is not made is left out", False),
        ({**MAIN, "double": -1}, "wager double is -0.01", False),
        ({**MAIN, "insurance": 1}, "wager 'insurance' is not one of ante, blind, double, bonus, tie, pair", False),
        ({**MAIN, "bonus": MOST_CENTS + 1}, "is above 999999999.99", False),
    ],
)
def test_wagers_that_do_not(bets: Bets, words: str, *, by_rule: bool) -> None:
    with pytest.raises(Refused) as refused:
        check_wagers(WAGERS, bets, cites=RULE)
    assert words in refused.value.message
    assert refused.value.cites == (RULE if by_rule else ())


@pytest.mark.parametrize(("wager", "words"), [("equal_to", "must equal"), ("at_most", "must be at most")])
def test_a_wager_that_is_measured_by_another_is_not_made_without_it(wager: str, words: str) -> None:
    """Where neither is required, the one that is not there counts as nothing."""
    measured = Wager("second", "By the first.", **{wager: "first"})  # type: ignore[arg-type]
    wagers = (Wager("first", "The first."), measured)
    check_wagers(wagers, {"first": 100}, cites=RULE)
    check_wagers(wagers, {"first": 100, "second": 100}, cites=RULE)
    with pytest.raises(Refused, match=rf"second 1\.00 {words} first 0\.00") as refused:
        check_wagers(wagers, {"second": 100}, cites=RULE)
    assert refused.value.cites == RULE


# --- what a layout shows ----------------------------------------------------------------------------------------------

FLUSH, SAIGON = game_named("high-card-flush"), game_named("saigon-5-card")
HEADS_UP = game_named("heads-up-holdem")
UNCLEAR: list[tuple[Game, Bets, bool, Unclear]] = [
    (SAIGON, {"ante": 500}, True, Unclear.NO_FOLD),
    (FLUSH, {"ante": 500, "raise": 500}, True, Unclear.BET_AND_FOLD),
    (FLUSH, {"ante": 500, "raise": 499}, True, Unclear.BET_AND_FOLD),
    (HEADS_UP, {"ante": 500, "odds": 500, "raise": 1_000}, True, Unclear.BET_AND_FOLD),
    (FLUSH, {"ante": 500}, False, Unclear.NO_DECISION),
    (FLUSH, {"ante": 500, "flush-bonus": 500}, False, Unclear.NO_DECISION),
    (HEADS_UP, {"ante": 500, "odds": 500}, False, Unclear.NO_DECISION),
    (FLUSH, {"ante": 500, "raise": 2_000}, False, Unclear.NOT_ALLOWED),
    (FLUSH, {"ante": 500, "raise": 750}, False, Unclear.NOT_ALLOWED),
    (HEADS_UP, {"ante": 500, "odds": 500, "raise": 1}, False, Unclear.NOT_ALLOWED),
]
SHOWN: list[tuple[Game, Bets, bool, str]] = [
    (FLUSH, {"ante": 500}, True, "fold"),
    (FLUSH, {"ante": 500, "flush-bonus": 100}, True, "fold"),
    (FLUSH, {"ante": 500, "raise": 500}, False, "raise 1x"),
    (FLUSH, {"ante": 500, "raise": 1_500}, False, "raise 3x"),
    (HEADS_UP, {"ante": 500, "odds": 500}, True, "fold"),
    (HEADS_UP, {"ante": 500, "odds": 500, "raise": 1_000}, False, "raise 2x"),
    (SAIGON, {"ante": 500, "pot": 100}, False, "does not qualify"),
]


@pytest.mark.parametrize(("game", "bets", "fold", "why"), UNCLEAR)
def test_a_layout_that_shows_no_line_says_why(game: Game, bets: Bets, why: Unclear, *, fold: bool) -> None:
    assert line_shown(game, bets, fold=fold) is why


def test_every_reason_is_shown_by_some_layout() -> None:
    assert {why for *_, why in UNCLEAR} == set(Unclear)


@pytest.mark.parametrize(("game", "bets", "fold", "words"), SHOWN)
def test_a_layout_shows_a_line(game: Game, bets: Bets, words: str, *, fold: bool) -> None:
    """By its wagers alone; where no line makes one, the first that is no fold."""
    shown = line_shown(game, bets, fold=fold)
    assert isinstance(shown, int)
    assert in_words(game.lines[shown]) == words


# --- lines that a seat may take, in a game with two wagers by decision and an upcard before each ----------------------

SMALL, LARGE = Choice("bet 1x", (("first", 1),), ends=False), Choice("bet 2x", (("first", 2),), ends=False)
DOUBLE = Choice("double", (("second", 1),))
STAY = Choice("stay")


def two_choices(point: str, view: View, line: Line, rules: Rules) -> tuple[Choice, ...]:
    """Two bets or a check at the first point; then a double where a bet was made and the second upcard is lower, to stay, or a fold."""
    assert len(view.up) == (1 if point == "first" else 2), "a seat sees the upcards that lie open when it decides"
    assert len(view.board) == (0 if point == "first" else 1)
    if point == "first":
        return (LARGE, SMALL, CHECK)
    lower = view.up[1].rank < view.up[0].rank
    return (*((DOUBLE,) if lower and added(line) else ()), STAY, FOLD)


TWO = replace(
    FLUSH,
    deal=(Own(1), Dealer(1, up=True), Decide("first"), Board(1), Dealer(1, up=True), Decide("second"), Dealer(1)),
    wagers=(
        Wager("ante", "", required=True), Wager("first", "", by_choice=True), Wager("second", "", by_choice=True, at_most="first"),
    ),
    lines=(
        *((each, FOLD) for each in (LARGE, SMALL, CHECK)), *((each, STAY) for each in (LARGE, SMALL, CHECK)),
        (LARGE, DOUBLE), (SMALL, DOUBLE),
    ),
    choices=two_choices, raises=NO_RAISES,
)  # fmt: skip
LOWER = View(parse_cards("As"), parse_cards("2c"), up=parse_cards("Kd 5d"))
HIGHER = LOWER._replace(up=parse_cards("5d Kd"))


def test_every_line_that_a_seat_may_take_the_largest_wagers_first() -> None:
    rules = TWO.default_rules()
    assert [in_words(line) for line in legal_lines(TWO, LOWER, rules)] == [
        "bet 2x, double", "bet 2x, stay", "bet 2x, fold", "bet 1x, double", "bet 1x, stay", "bet 1x, fold", "stay", "fold",
    ]  # fmt: skip
    assert [in_words(line) for line in legal_lines(TWO, HIGHER, rules)] == [
        "bet 2x, stay", "bet 2x, fold", "bet 1x, stay", "bet 1x, fold", "stay", "fold",
    ]  # fmt: skip
    assert [in_words(line) for line in legal_lines(TWO, LOWER, rules, (SMALL,))] == [
        "bet 1x, double", "bet 1x, stay", "bet 1x, fold",
    ]  # fmt: skip
    assert list(legal_lines(TWO, LOWER, rules, (CHECK, FOLD))) == [(CHECK, FOLD)], (
        "a line that is over goes on to nothing"
    )


def test_decide_reads_a_line_of_several_wagers() -> None:
    rules = TWO.default_rules()
    for line in legal_lines(TWO, LOWER, rules):
        bets = with_line({"ante": 500}, line, 500)
        assert decide(TWO, LOWER, bets, rules, fold=is_fold(line)) == line
    with pytest.raises(Refused, match="is not allowed") as refused:
        decide(TWO, HIGHER, {"ante": 500, "first": 500, "second": 500}, rules, fold=False)
    assert refused.value.cites == (TWO.deciding,)
    with pytest.raises(Refused, match=r"first 15\.00 on an ante of 5\.00.* is not allowed"):
        decide(TWO, LOWER, {"ante": 500, "first": 1_500}, rules, fold=False)
    with pytest.raises(Refused, match=r"second 10\.00 must be at most first 5\.00"):
        decide(TWO, LOWER, {"ante": 500, "first": 500, "second": 1_000}, rules, fold=False)
    with pytest.raises(Refused, match="a seat that folds"):
        decide(TWO, LOWER, {"ante": 500, "first": 1_500}, rules, fold=True)


def test_the_largest_line_is_that_which_puts_the_most_down() -> None:
    assert TWO.lines[TWO.largest_line] == (LARGE, DOUBLE)
    assert (TWO.can_fold, SAIGON.can_fold) == (True, False)
    assert TWO.chosen_wagers == ("first", "second")
    assert TWO.known_choices == {LARGE, SMALL, CHECK, DOUBLE, STAY, FOLD}
