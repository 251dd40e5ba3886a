"""Two invented games on small decks, for what no game of the list has: a dealer's upcard; and three streets with no dealer, a table paying all wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tablegames.contract.choices import FOLD, Choice, Line, View, is_fold
from tablegames.contract.deal import Board, Dealer, Decide, Own
from tablegames.contract.facts import Seat
from tablegames.contract.game import Evaluation, FactParts, Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Deck, Hand, Rank, Suit
from tablegames.core.law import Law, Source
from tablegames.core.money import Odds, Paytable, TableForm, make_paytable
from tablegames.core.ranking import Comparison
from tablegames.core.wagers import Ledger, LedgerLine, TableLedger, Wager, awarded, lost, pushed, won

RULE = ("000x-T1",)
"""What these games cite; there is no law behind them."""


def law_of(title: str) -> Law:
    """A law that says nothing."""
    return Law("000x", title, "invented for these tests", "2026-12-01", {}, {}, {}, (), {})


def rank(hand: Hand, board: Hand, rules: Rules) -> Evaluation:
    """Nothing here ranks hands but the facts."""
    raise NotImplementedError


def compare(first: Hand, second: Hand, board: Hand, rules: Rules) -> Comparison:
    """Nor compares them."""
    raise NotImplementedError


# --- one card against a dealer's two, of which the second lies open and counts twice ----------------------------------

RAISE = Choice("raise 2x", (("raise", 2),))


class Outcome(IntEnum):
    """How a seat stands against the dealer."""

    FOLDED = 0
    WIN = 1
    TIE = 2
    LOSE = 3


class UpcardFacts(NamedTuple):
    """One seat's facts."""

    outcome: Outcome

    @property
    def line(self) -> int:
        """A fold, or a raise."""
        return int(self.outcome is not Outcome.FOLDED)

    @property
    def code(self) -> int:
        """The outcome."""
        return int(self.outcome)


def three_times(player: int, hidden: int, up: int) -> int:
    """What the player's rank is more than the dealer's, three times over: the upcard counts twice."""
    return 3 * player - hidden - 2 * up


def upcard_facts(deal: Deal, line: Line, rules: Rules) -> UpcardFacts:
    """The dealer's hand is not looked at after a fold."""
    if is_fold(line):
        return UpcardFacts(Outcome.FOLDED)
    hidden, up = deal.dealer
    more = three_times(deal.player[0].rank, hidden.rank, up.rank)
    return UpcardFacts(Outcome.WIN if more > 0 else Outcome.LOSE if more < 0 else Outcome.TIE)


def upcard_settle(seats: Sequence[Seat[UpcardFacts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Ante and raise at even money."""

    def line(wager: str, bet: int, outcome: Outcome) -> LedgerLine:
        if outcome is Outcome.WIN:
            return won(wager, bet, "win", Odds(1), rules.rounding, cites=RULE, source=Source.EXAMPLE)
        if outcome is Outcome.TIE:
            return pushed(wager, bet, "tie", cites=RULE, source=Source.EXAMPLE)
        return lost(wager, bet, "lose", cites=RULE, source=Source.EXAMPLE)

    ledgers = (Ledger(tuple(line(wager, bet, facts.outcome) for wager, bet in bets.items())) for facts, bets in seats)
    return TableLedger(tuple(ledgers), dict(meters))


UPCARD = Game[UpcardFacts](
    id="upcard", name="Upcard", law=law_of("Upcard"), deck=Deck.small(list(Rank)[:6], [Suit.CLUBS, Suit.DIAMONDS]),
    deal=(Own(1), Dealer(1), Dealer(1, up=True), Decide("upcard")), rankable=(), most_seats=1,
    dealing=RULE[0], betting=RULE[0], deciding=RULE[0],
    wagers=(Wager("ante", "Made before the deal.", required=True), Wager("raise", "Made by a decision.", by_choice=True)), forms=(),
    lines=((FOLD,), (RAISE,)), facts=tuple(map(UpcardFacts, Outcome)), codes=len(Outcome), parts=FactParts(), most_payoff=2**40,
    rank=rank, compare=compare, choices=lambda point, view, line, rules: (RAISE, FOLD), facts_of=upcard_facts, settle=upcard_settle,
    possible=lambda facts, rules: True,
)  # fmt: skip


# --- two cards and three on the board, a bet before each; one table pays them all -------------------------------------

STREETS = ("third", "fourth", "fifth")
SIZES = (3, 1)
HIGH_PAIR = Rank.FOUR
"""The lowest rank of a high pair."""


def street_choices(point: str, view: View, line: Line, rules: Rules) -> tuple[Choice, ...]:
    """Three times the Ante, once, or a fold."""
    last = point == STREETS[-1]
    return (*(Choice(f"bet {size}x", ((point, size),), ends=last) for size in SIZES), FOLD)


def street_lines() -> tuple[Line, ...]:
    """Every line: a fold at each street after the bets before it, and all three bets."""
    bets = [
        tuple(Choice(f"bet {size}x", ((street, size),), ends=street == STREETS[-1]) for size in SIZES)
        for street in STREETS
    ]
    folded = [(*made, FOLD) for street in range(len(STREETS)) for made in product(*bets[:street])]
    return (*folded, *product(*bets))


LINES = street_lines()


class Made(IntEnum):
    """What five cards make of a deck of two suits, which is what the table pays."""

    NOTHING = 0
    LOW_PAIR = 1
    HIGH_PAIR = 2
    TWO_PAIR = 3

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class StreetFacts(NamedTuple):
    """One seat's facts; a hand that was folded is nothing."""

    made: Made
    line: int

    @property
    def code(self) -> int:
        """The hand, then the line."""
        return self.made * len(LINES) + self.line


def made_by(ranks: Sequence[int]) -> Made:
    """What some ranks make: no rank is there more than twice."""
    pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2})
    if len(pairs) == 2:
        return Made.TWO_PAIR
    return Made.NOTHING if not pairs else Made.HIGH_PAIR if pairs[0] >= HIGH_PAIR else Made.LOW_PAIR


def street_facts(deal: Deal, line: Line, rules: Rules) -> StreetFacts:
    """The five cards, unless they were folded."""
    ranks = [int(card.rank) for card in deal.player + deal.board]
    return StreetFacts(Made.NOTHING if is_fold(line) else made_by(ranks), LINES.index(line))


def street_settle(seats: Sequence[Seat[StreetFacts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Every wager by the one table."""
    table = rules.table("pays")

    def line(wager: str, bet: int, facts: StreetFacts) -> LedgerLine:
        if is_fold(LINES[facts.line]):
            return lost(wager, bet, "folded", cites=RULE, source=Source.EXAMPLE)
        row = str(facts.made)
        return awarded(wager, bet, row, table.award(row), rules.rounding, cites=RULE, source=table.source)

    ledgers = (Ledger(tuple(line(wager, bet, facts) for wager, bet in bets.items())) for facts, bets in seats)
    return TableLedger(tuple(ledgers), dict(meters))


PAYS = TableForm("pays", ("ante", *STREETS), ("two pair", "high pair", "low pair"), RULE[0])


def pays(two_pair: str, high_pair: str, low_pair: str) -> Paytable:
    """A table by its rows."""
    rows = {"two pair": two_pair, "high pair": high_pair, "low pair": low_pair}
    return make_paytable(PAYS, ", ".join(rows.values()), rows, Source.EXAMPLE, "a test")


THREE_STREETS = Game[StreetFacts](
    id="three-streets", name="Three Streets", law=law_of("Three Streets"), deck=Deck.small(list(Rank)[:5], [Suit.CLUBS, Suit.DIAMONDS]),
    deal=(Own(2), Decide("third", "none"), Board(1), Decide("fourth", "one"), Board(1), Decide("fifth", "two"), Board(1)),
    rankable=(), most_seats=1, dealing=RULE[0], betting=RULE[0], deciding=RULE[0],
    wagers=(Wager("ante", "Made before the deal.", required=True), *(Wager(street, "Made by a decision.", by_choice=True) for street in STREETS)),
    forms=(PAYS,), lines=LINES,
    facts=tuple(StreetFacts(made, line) for made in Made for line in range(len(LINES)) if made is Made.NOTHING or not is_fold(LINES[line])),
    codes=len(Made) * len(LINES), parts=FactParts(), most_payoff=2**40,
    rank=rank, compare=compare, choices=street_choices, facts_of=street_facts, settle=street_settle, possible=lambda facts, rules: True,
)  # fmt: skip


def with_table(table: Paytable) -> Rules:
    """The rules of Three Streets under a table."""
    return Rules({"pays": table}, {})


def street_net(made: Made, table: Paytable) -> Fraction:
    """What each unit wagered nets."""
    award = table.award(str(made))
    return award.net(1) if isinstance(award, Odds) else Fraction(0 if award == "push" else -1)
