"""What the two Hold 'Em games share: the facts of a seat against the dealer, and how hole cards and a board give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from tablegames.contract.choices import CHECK, FOLD, Choice, Line, View, added
from tablegames.contract.deal import Board, Dealer, Decide, Own
from tablegames.contract.game import FactParts
from tablegames.contract.raises import RaiseCaps
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, Deal, Rank
from tablegames.core.law import Source, cited
from tablegames.core.money import Odds
from tablegames.core.poker import PokerHand, best_five, strength
from tablegames.core.wagers import LedgerLine, lost, pushed, won

MOST_MULTIPLE = 4
MOST_NARROW = 100_000
"""The largest payoff, in whole units, whose sums the exact kernels keep in 32 bits: 9 ways x 2 x 990 dealer hands x this fits."""
MOST_WIDE = 36_000_000
"""The most that a raise may pay above a fold for the kernels to count it: 12 holes x 19,600 flops x 1,081 turns and rivers x 990 dealer hands x this fits 63 bits.
(What overflows on the way to a sum that fits wraps back.)"""
MOST_PAYOFF = MOST_WIDE // 2
"""The largest payoff for which that holds whatever a fold pays."""
RANKABLE = ((2, 5), (2, 4), (2, 3), (5, 0), (6, 0), (7, 0))
"""Two hole cards on a board, or five to seven cards by themselves."""


class Showdown(IntEnum):
    """How a seat stands against the dealer.  Equal hands push whether or not the dealer qualifies; a fold comes before."""

    FOLDED = 0
    WIN = 1
    WIN_DEALER_NOT_QUALIFIED = 2
    TIE = 3
    LOSE = 4
    LOSE_DEALER_NOT_QUALIFIED = 5


class Pocket(IntEnum):
    """The two hole cards as a pocket wager sees them; greater is better."""

    NONE = 0
    PAIR = 1
    ACE_AND_FACE_OFFSUIT = 2
    ACE_AND_FACE_SUITED = 3
    ACES = 4


class HoldemFacts(NamedTuple):
    """One seat's facts: raise multiple (0 folds, 1 after the last cards, 2 on the flop or by a reading before it, 3 or 4 before it), hole, hand, showdown.

    >>> facts = HoldemFacts(3, Pocket.ACES, PokerHand.FLUSH, Showdown.WIN)
    >>> facts.code, HoldemFacts.of_code(facts.code) == facts
    (1171, True)
    """

    multiple: int
    pocket: Pocket
    hand: PokerHand
    showdown: Showdown

    @property
    def line(self) -> int:
        """The line of the round: its place is the raise multiple."""
        return self.multiple

    @property
    def code(self) -> int:
        """A small integer, 0 to 1499: index into a histogram."""
        return ((self.multiple * 5 + self.pocket) * 10 + self.hand) * 6 + self.showdown

    @classmethod
    def of_code(cls, code: int) -> HoldemFacts:
        """The facts of a code."""
        rest, showdown = divmod(code, 6)
        rest, hand = divmod(rest, 10)
        multiple, pocket = divmod(rest, 5)
        return cls(multiple, Pocket(pocket), PokerHand(hand), Showdown(showdown))


CODES = 1500
PARTS: FactParts[HoldemFacts] = FactParts(
    by_choice=("multiple",), by_dealer=("showdown",), hand=lambda facts: facts.hand
)
PREFLOP, FLOP, RIVER = "preflop", "flop", "river"
DEAL = (
    Own(2), Dealer(2), Decide(PREFLOP, "none before the flop", "before the flop"),
    Board(3, "the flop"), Decide(FLOP, "three on the flop", "on the flop"),
    Board(2, "the turn and the river"), Decide(RIVER, "five after the last two", "after the last card"),
)  # fmt: skip
"""The deal of a round and where a seat decides."""


def every_fact(multiples: tuple[int, ...], pockets: tuple[Pocket, ...]) -> tuple[HoldemFacts, ...]:
    """Every value of the facts with these raise multiples and pockets, in the order of the codes."""
    return tuple(
        HoldemFacts(multiple, pocket, hand, showdown)
        for multiple in (0, *sorted(multiples))
        for pocket in pockets
        for hand in PokerHand
        for showdown in Showdown
        if (multiple == 0) == (showdown is Showdown.FOLDED)
    )


def pocket_of(hole: Sequence[int]) -> Pocket:
    """The two hole cards, or their codes, as a pocket wager sees them.

    >>> from tablegames.core.cards import parse_cards
    >>> [pocket_of(parse_cards(hole)).name for hole in ("As Ah", "As Ks", "As Kd", "5s 5d", "As Ts")]
    ['ACES', 'ACE_AND_FACE_SUITED', 'ACE_AND_FACE_OFFSUIT', 'PAIR', 'NONE']
    """
    low, high = sorted(CARDS[code].rank for code in hole)
    if low == high:
        return Pocket.ACES if low is Rank.ACE else Pocket.PAIR
    if high is Rank.ACE and low >= Rank.JACK:
        suited = hole[0] & 3 == hole[1] & 3
        return Pocket.ACE_AND_FACE_SUITED if suited else Pocket.ACE_AND_FACE_OFFSUIT
    return Pocket.NONE


def showdown_of(player: tuple[int, ...], dealer: tuple[int, ...]) -> Showdown:
    """The player's strength against the dealer's, who qualifies with a pair or better."""
    qualifies = dealer[0] >= PokerHand.PAIR
    if player > dealer:
        return Showdown.WIN if qualifies else Showdown.WIN_DEALER_NOT_QUALIFIED
    if player < dealer:
        return Showdown.LOSE if qualifies else Showdown.LOSE_DEALER_NOT_QUALIFIED
    return Showdown.TIE


def holdem_facts(deal: Deal, multiple: int, pocket: Pocket) -> HoldemFacts:
    """The facts of one seat: best five of seven on both sides; the dealer's cards are not looked at after a fold."""
    player = strength(best_five(deal.player + deal.board))
    if multiple == 0:
        return HoldemFacts(0, pocket, PokerHand(player[0]), Showdown.FOLDED)
    dealer = strength(best_five(deal.dealer + deal.board))
    return HoldemFacts(multiple, pocket, PokerHand(player[0]), showdown_of(player, dealer))


EVEN_MONEY = Odds(1)


TWO_OR_THREE = "2-or-3"
"""The choice of a reading by which 2x may be raised before the flop too.  Its facts are those of 2x on the flop, for a settlement does
not depend on when a raise was made."""


def before_flop(multiples: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """Of some raises those that may be made before the flop, the largest first."""
    least = 2 if TWO_OR_THREE in rules.readings.values() else 3
    return tuple(sorted((multiple for multiple in multiples if multiple >= least), reverse=True))


@cache
def raise_of(wager: str, multiple: int) -> Choice:
    """A raise as a choice."""
    return Choice(f"{wager} {multiple}x", ((wager, multiple),))


@dataclass(frozen=True)
class HoldemRound:
    """The round that both games play: the wager that raises, the one beside the Ante, and where each rule of it is said.

    ``multiples`` are the raises in the order of the round, largest first.  The fields after it are citations, entered as
    carried out by the functions that act on them.
    """

    raises: str
    beside: str
    multiples: tuple[int, ...]
    betting: str
    deciding: str
    folding: str
    ante: str
    raising: str
    qualifying: str
    listed: str
    comparing: str
    paying: str = ""
    """The paragraph that has a winning Ante and a winning raise paid 1 to 1, where one was read."""
    early: str = ""
    """The reading by which 2x may be raised before the flop too, where it is one of the game."""

    def __post_init__(self) -> None:
        acting = {
            self.deciding: (HoldemRound.choices,),
            self.folding: (HoldemRound.settle_ante,),
            self.ante: (HoldemRound.settle_ante,),
            self.raising: (HoldemRound.settle_raise,),
            self.qualifying: (showdown_of,),
            **({self.paying: (HoldemRound.settle_ante, HoldemRound.settle_raise)} if self.paying else {}),
            **({self.early: (before_flop,)} if self.early else {}),
        }
        for cite, functions in acting.items():
            for function in functions:
                cited(cite, f"{function.__module__}.{function.__qualname__}")

    @property
    def raises_allowed(self) -> RaiseCaps:
        """The largest raise of all; it is the same for every hand."""
        return RaiseCaps({0: max(self.multiples)})

    @property
    def lines(self) -> tuple[Line, ...]:
        """A fold, and a raise of each multiple from 1 up, made where it is first allowed."""
        return (
            (CHECK, CHECK, FOLD),
            *((*(CHECK,) * max(0, 3 - multiple), raise_of(self.raises, multiple)) for multiple in self.multiples[::-1]),
        )

    def allowed(self, rules: Rules) -> tuple[int, ...]:
        """The raises that the house allows, largest first."""
        if not rules.raise_limits:
            return self.multiples
        limit = rules.raise_limits.get(0, max(self.multiples))
        return tuple(multiple for multiple in self.multiples if multiple <= limit)

    def choices(self, point: str, view: View, line: Line, rules: Rules) -> tuple[Choice, ...]:
        """The large raises or a check before the flop, 2x or a check on three community cards, 1x or a fold on five."""
        allowed = self.allowed(rules)
        here = {PREFLOP: before_flop(allowed, rules), FLOP: (2,), RIVER: (1,)}[point]
        raises = (raise_of(self.raises, multiple) for multiple in here if multiple in allowed)
        return (*raises, FOLD if point == RIVER else CHECK)

    def multiple(self, line: Line) -> int:
        """The raise of a line, 0 for a fold."""
        return added(line).get(self.raises, 0)

    def possible(self, facts: HoldemFacts, rules: Rules) -> bool:
        """Whether the raise of these facts is one that the house allows."""
        return facts.multiple == 0 or facts.multiple in self.allowed(rules)

    def settle_ante(self, bet: int, facts: HoldemFacts, rules: Rules) -> LedgerLine:
        """The Ante: even money against a dealer who qualifies, a push against one who does not; lost by a fold."""
        source = Source.PUBLISHED
        match facts.showdown:
            case Showdown.FOLDED:
                return lost("ante", bet, "folded", cites=(self.folding,), source=source)
            case Showdown.WIN:
                return self._paid("ante", bet, self.ante, rules)
            case Showdown.TIE:
                return pushed("ante", bet, "equal hands", cites=(self.ante, self.comparing), source=source)
            case Showdown.LOSE:
                return lost("ante", bet, "lose", cites=(self.ante, self.listed, self.comparing), source=source)
            case Showdown.WIN_DEALER_NOT_QUALIFIED | Showdown.LOSE_DEALER_NOT_QUALIFIED:
                cites = (self.ante, self.qualifying)
                return pushed("ante", bet, "dealer does not qualify", cites=cites, source=source)

    def settle_raise(self, bet: int, facts: HoldemFacts, rules: Rules) -> LedgerLine:
        """The raise: even money against a lower hand, a push against an equal one, qualifying or not."""
        source = Source.PUBLISHED
        if facts.showdown is Showdown.TIE:
            return pushed(self.raises, bet, "equal hands", cites=(self.raising, self.comparing), source=source)
        if facts.showdown in (Showdown.WIN, Showdown.WIN_DEALER_NOT_QUALIFIED):
            return self._paid(self.raises, bet, self.raising, rules)
        return lost(self.raises, bet, "lose", cites=(self.raising, self.listed, self.comparing), source=source)

    def _paid(self, wager: str, bet: int, winning: str, rules: Rules) -> LedgerLine:
        """A winning Ante or raise: 1 to 1, by the regulation where its paragraph was read."""
        cites = (winning, *((self.paying,) if self.paying else ()), self.listed, self.comparing)
        source = Source.REGULATION if self.paying else Source.PUBLISHED
        return won(wager, bet, "win", EVEN_MONEY, rules.rounding, cites=cites, source=source)
