"""The Bonus hands of Saigon 5 Card, 58 Pa. Code § 680a.6(c): ten listed hands, and a joker of limited use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Hand, Rank
from tablegames.core.law import cites
from tablegames.core.poker import BROADWAY, Five, consecutive, grouped
from tablegames.core.ranking import Ranking
from tablegames.games.saigon_5_card.facts import BonusHand


class BonusFive(NamedTuple):
    """What the Bonus hand of five cards depends on.

    ``ranks``: the ranks without the joker, from high to low.  ``one_suit``: whether those cards are of one suit.
    ``joker``: whether the joker is the fifth.  ``ace_high_straight``: reading 680a-R7.
    """

    ranks: tuple[int, ...]
    one_suit: bool
    joker: bool
    ace_high_straight: bool

    @property
    def copies(self) -> tuple[int, ...]:
        """How many of each rank, most first, the joker being an ace: (c), "an ace in any hand"."""
        return grouped(self.ranks + ((Rank.ACE,) if self.joker else ()))[1]

    @property
    def completes(self) -> tuple[tuple[Rank, ...], ...]:
        """The consecutive sequences these cards make, the joker standing for whichever rank is missing."""
        fifths = tuple(Rank) if self.joker else (None,)
        made = (grouped(self.ranks + ((fifth,) if fifth else ())) for fifth in fifths)
        return tuple(ranks for ranks, copies in made if consecutive(Five(ranks, copies, one_suit=self.one_suit)))


# --- § 680a.6(c)(1) to (10) -------------------------------------------------------------------------------------------


@cites("680a.6(c)(1)")
def five_aces(five: BonusFive) -> bool:
    """Four aces and the joker."""
    return five.copies == (5,)


@cites("680a.6(c)(2)")
def royal_flush_no_joker(five: BonusFive) -> bool:
    """Ace, king, queen, jack and 10 of one suit, without the joker."""
    return not five.joker and five.one_suit and BROADWAY in five.completes


@cites("680a.6(c)(3)")
def royal_flush_with_joker(five: BonusFive) -> bool:
    """Four of ace, king, queen, jack and 10 of one suit, and the joker."""
    return five.joker and five.one_suit and BROADWAY in five.completes


@cites("680a.6(c)(4)")
def straight_flush(five: BonusFive) -> bool:
    """Five consecutive cards of one suit, other than a royal flush."""
    return five.one_suit and any(ranks != BROADWAY for ranks in five.completes)


@cites("680a.6(c)(5)", "680a-R5")
def four_of_a_kind(five: BonusFive) -> bool:
    """Four cards of one rank; the joker is a fourth ace and no fourth king."""
    return five.copies == (4, 1)


@cites("680a.6(c)(6)")
def full_house(five: BonusFive) -> bool:
    """Three of one rank and two of another."""
    return five.copies == (3, 2)


@cites("680a.6(c)(7)")
def flush(five: BonusFive) -> bool:
    """Five cards of one suit, not consecutive; the joker completes it."""
    return five.one_suit and not five.completes


@cites("680a.6(c)(8)", "680a-R7")
def straight(five: BonusFive) -> bool:
    """Five consecutive cards of more than one suit; the joker completes it.  The ace-high one is a reading."""
    return not five.one_suit and any(ranks != BROADWAY or five.ace_high_straight for ranks in five.completes)


@cites("680a.6(c)(9)")
def three_of_a_kind(five: BonusFive) -> bool:
    """Three cards of one rank."""
    return five.copies == (3, 1, 1)


@cites("680a.6(c)(10)")
def two_pair(five: BonusFive) -> bool:
    """Two pairs."""
    return five.copies == (2, 2, 1)


BONUS_HANDS: dict[BonusHand, tuple[str, Callable[[BonusFive], bool]]] = {
    BonusHand.FIVE_ACES: ("680a.6(c)(1)", five_aces),
    BonusHand.ROYAL_FLUSH_NO_JOKER: ("680a.6(c)(2)", royal_flush_no_joker),
    BonusHand.ROYAL_FLUSH_WITH_JOKER: ("680a.6(c)(3)", royal_flush_with_joker),
    BonusHand.STRAIGHT_FLUSH: ("680a.6(c)(4)", straight_flush),
    BonusHand.FOUR_OF_A_KIND: ("680a.6(c)(5)", four_of_a_kind),
    BonusHand.FULL_HOUSE: ("680a.6(c)(6)", full_house),
    BonusHand.FLUSH: ("680a.6(c)(7)", flush),
    BonusHand.STRAIGHT: ("680a.6(c)(8)", straight),
    BonusHand.THREE_OF_A_KIND: ("680a.6(c)(9)", three_of_a_kind),
    BonusHand.TWO_PAIR: ("680a.6(c)(10)", two_pair),
}


@cache
def _classify(five: BonusFive) -> BonusHand:
    """The first row of the list that the hand fits."""
    return next((hand for hand, (_, fits) in BONUS_HANDS.items() if fits(five)), BonusHand.NONE)


@cites("680a.6(c)", "680a-R4")
def bonus_hand(hand: Sequence[Card], rules: Rules) -> BonusHand:
    """The Bonus hand of five cards: the first of (c)(1) to (10) that it fits, to be paid and never compared.

    >>> from tablegames.core.cards import parse_cards
    >>> from tablegames.games.saigon_5_card.rules import LAW
    >>> [str(bonus_hand(parse_cards(text), Rules({}, LAW.default_readings()))) for text in ("As Ad Ac Kh Jk", "Kd Kc 7s 4h Jk")]
    ['four-of-a-kind', 'none']
    """
    naturals = [card for card in hand if not card.is_joker]
    ranks = tuple(sorted(((card >> 2) + 2 for card in naturals), reverse=True))
    one_suit = len({card & 3 for card in naturals}) == 1
    joker = len(naturals) < len(hand)
    return _classify(BonusFive(ranks, one_suit, joker, rules.readings["680a-R7"] == "straight"))


def rank_bonus(hand: Sequence[Card], rules: Rules) -> Ranking:
    """The Bonus hand with its cards and its paragraph; its category is empty where no row fits."""
    found = bonus_hand(hand, rules)
    if found is BonusHand.NONE:
        return Ranking((0,), None, (), ("680a.6(c)",))
    return Ranking((11 - found,), str(found), _making(found, hand), (BONUS_HANDS[found][0],))


def _making(found: BonusHand, hand: Sequence[Card]) -> Hand:
    """The cards that make a Bonus hand: the repeated ones where a few make it, else all five."""
    if found not in (BonusHand.FOUR_OF_A_KIND, BonusHand.THREE_OF_A_KIND, BonusHand.TWO_PAIR):
        return tuple(hand)
    counts = Counter(_as_ace(card) for card in hand)
    return tuple(card for card in hand if counts[_as_ace(card)] > 1)


def _as_ace(card: Card) -> Rank:
    """The rank of a card, the joker being an ace."""
    return Rank.ACE if card.is_joker else card.rank
