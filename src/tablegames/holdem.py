"""What the two Hold 'Em games share: the facts of a seat against the dealer, and how hole cards and a board give them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from tablegames.cards import CARDS, Deal, Rank
from tablegames.game import Rules, Stage
from tablegames.law import Refused, Source
from tablegames.money import Odds, Rounding, format_amount
from tablegames.poker import PokerHand, best_five, strength
from tablegames.wagers import Bets, LedgerLine, lost, pushed, won

MOST_MULTIPLE = 4
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
    """One seat's facts: raise multiple (0 folds, 1 after the last cards, 2 on the flop, 3 or 4 before it), hole, hand, showdown.

    >>> facts = HoldemFacts(3, Pocket.ACES, PokerHand.FLUSH, Showdown.WIN)
    >>> facts.code, HoldemFacts.of_code(facts.code) == facts
    (1171, True)
    """

    multiple: int
    pocket: Pocket
    hand: PokerHand
    showdown: Showdown

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

    >>> from tablegames.cards import parse_cards
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


def raise_multiple(wager: str, bets: Bets, multiples: tuple[int, ...], *, fold: bool, cite: str) -> int:
    """The raise multiple that a layout shows, 0 for a fold; refused where it is neither, both, or not one of ``multiples``."""
    if fold:
        if wager in bets:
            raise Refused(f"a seat that folds makes no {wager}: leave out one of the two", cites=(cite,))
        return 0
    ante = bets["ante"]
    allowed = " or ".join(format_amount(ante * multiple) for multiple in multiples)
    if wager not in bets:
        raise Refused(f"a decision is missing: a {wager} of {allowed}, or a fold", cites=(cite,))
    multiple, rest = divmod(bets[wager], ante)
    if rest or multiple not in multiples:
        raise Refused(
            f"{wager} {format_amount(bets[wager])} on an ante of {format_amount(ante)} is not allowed: {allowed}",
            cites=(cite,),
        )
    return multiple


def allowed_multiples(multiples: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """The raises that the house allows, largest first."""
    limit = rules.raise_limits.get(0, max(multiples))
    return tuple(multiple for multiple in multiples if multiple <= limit)


def holdem_stages(multiples: tuple[int, ...]) -> tuple[Stage, ...]:
    """Where a seat decides: the large raises before the flop, 2x on three community cards, 1x or a fold on five."""
    return (
        Stage(0, tuple(multiple for multiple in multiples if multiple > 2)),
        Stage(3, tuple(multiple for multiple in multiples if multiple == 2)),
        Stage(5, (*(multiple for multiple in multiples if multiple == 1), 0)),
    )


def check_equal(wager: str, bets: Bets, *, cite: str) -> None:
    """Refuse a wager that must equal the Ante and does not."""
    if bets[wager] != bets["ante"]:
        amounts = f"{wager} {format_amount(bets[wager])} must equal ante {format_amount(bets['ante'])}"
        raise Refused(amounts, cites=(cite,))


EVEN_MONEY = Odds(1)


class RoundCites(NamedTuple):
    """Where one game says what the two settlements below carry out: its trade rules, its list of hands, its tie rule."""

    fold: str
    ante: str
    play: str
    qualifying: str
    listed: str
    comparing: str


def against_qualifying_dealer(
    wager: str, bet: int, showdown: Showdown, rounding: Rounding, law: RoundCites
) -> LedgerLine:
    """The line of an Ante: even money against a dealer who qualifies, a push against one who does not; lost by a fold."""
    match showdown:
        case Showdown.FOLDED:
            return lost(wager, bet, "folded", cites=(law.fold,), source=Source.PUBLISHED)
        case Showdown.WIN:
            compared = (law.ante, law.listed, law.comparing)
            return won(wager, bet, "win", EVEN_MONEY, rounding, cites=compared, source=Source.PUBLISHED)
        case Showdown.TIE:
            return pushed(wager, bet, "equal hands", cites=(law.ante, law.comparing), source=Source.PUBLISHED)
        case Showdown.LOSE:
            return lost(wager, bet, "lose", cites=(law.ante, law.listed, law.comparing), source=Source.PUBLISHED)
        case Showdown.WIN_DEALER_NOT_QUALIFIED | Showdown.LOSE_DEALER_NOT_QUALIFIED:
            cites = (law.ante, law.qualifying)
            return pushed(wager, bet, "dealer does not qualify", cites=cites, source=Source.PUBLISHED)


def against_any_dealer(wager: str, bet: int, showdown: Showdown, rounding: Rounding, law: RoundCites) -> LedgerLine:
    """The line of a raise: even money against a lower hand, a push against an equal one, qualifying or not."""
    if showdown is Showdown.TIE:
        return pushed(wager, bet, "equal hands", cites=(law.play, law.comparing), source=Source.PUBLISHED)
    cites = (law.play, law.listed, law.comparing)
    if showdown in (Showdown.WIN, Showdown.WIN_DEALER_NOT_QUALIFIED):
        return won(wager, bet, "win", EVEN_MONEY, rounding, cites=cites, source=Source.PUBLISHED)
    return lost(wager, bet, "lose", cites=cites, source=Source.PUBLISHED)
