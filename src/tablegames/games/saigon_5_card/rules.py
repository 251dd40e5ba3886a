"""Saigon 5 Card, 58 Pa. Code § 680a.6, in the order of the section; then the round and the wagers as the trade plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from tablegames.contract.choices import Choice, Line, View
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import JOKER, Card, Deal, Hand, Rank, format_cards
from tablegames.core.law import Source, cites, load_law
from tablegames.core.money import Odds, TableForm, format_amount
from tablegames.core.ranking import Comparison, Ranking, rank_text
from tablegames.core.wagers import (
    Ledger,
    LedgerLine,
    Result,
    TableLedger,
    Wager,
    awarded,
    check_equal,
    lost,
    pushed,
    rounding_note,
    won,
)  # fmt: skip
from tablegames.games.saigon_5_card.bonus import BONUS_HANDS, bonus_hand, rank_bonus
from tablegames.games.saigon_5_card.facts import NOT_QUALIFIED, BonusHand, Facts

LAW = load_law(__package__)


class Setting(NamedTuple):
    """Five cards set as three and two, the value the joker takes in its hand, and the Point Count (0: does not qualify)."""

    three: Hand
    two: Hand
    joker: int | None
    point_count: int


class Evaluation(NamedTuple):
    """A hand's settings that qualify, best first; whether any does and its Point Count; and the Bonus hand."""

    qualifies: bool
    point_count: int | None
    settings: tuple[Setting, ...]
    bonus: Ranking


# --- § 680a.6(a): the values of the cards -----------------------------------------------------------------------------


@cites("680a.6(a)", "680a.6(a)(1)", "680a.6(a)(2)", "680a.6(a)(3)", "680a.6(a)(4)")
@cache
def values(card: Card) -> tuple[int, ...]:
    """The values a card may take: (1) 2 to 9 their number, (2) 10 to king ten, (3) an ace one, (4) a joker 3, 6 or 9.

    >>> from tablegames.core.cards import parse_cards
    >>> [values(card) for card in parse_cards("7s Qd Ac Jk")]
    [(7,), (10,), (1,), (3, 6, 9)]
    """
    if card.is_joker:
        return (3, 6, 9)
    if card.rank is Rank.ACE:
        return (1,)
    return (min(card.rank, Rank.TEN).value,)


# --- § 680a.6(b): the Point Count of the showdown hand ----------------------------------------------------------------


@cites("680a.6(b)", "680a.6(b)(1)", "680a.6(b)(2)", "680a-R1")
def point_count(total: int) -> int:
    """1 to 10, greater is better: the total, less 10 where it is over 10.

    >>> point_count(1 + 4), point_count(10 + 10)
    (5, 10)
    """
    return total - 10 if total > 10 else total


@cites("680a.1")
def qualifying(total: int) -> bool:
    """Whether a three-card hand of this total qualifies: 10, 20 or 30."""
    return total in (10, 20, 30)


@cites("680a-R2")
def set_hand(three: Hand, two: Hand) -> Setting:
    """A hand as its holder sets it; the joker takes the value that is best for the hand it is in."""
    choices = values(JOKER) if JOKER in three or JOKER in two else (None,)
    return max((_setting(three, two, value) for value in choices), key=lambda setting: setting.point_count)


@lru_cache(maxsize=4096)
def settings(hand: Hand) -> tuple[Setting, ...]:
    """Every setting of five cards that qualifies, the best first."""
    found = (
        set_hand(tuple(card for card in hand if card not in two), two) for two in combinations(hand, 2)
    )  # fmt: skip
    return tuple(sorted((s for s in found if s.point_count), key=lambda setting: -setting.point_count))


def best_setting(hand: Hand) -> Setting:
    """The setting of the greatest count; where none qualifies, the cards in their order."""
    return next(iter(settings(hand)), Setting(hand[:3], hand[3:], None, NOT_QUALIFIED))


def rank(hand: Hand, board: Hand, rules: Rules) -> Evaluation:
    """The hand's settings under (b) and its Bonus hand under (c)."""
    ways = settings(hand)
    return Evaluation(bool(ways), ways[0].point_count if ways else None, ways, rank_bonus(hand, rules))


def compare(first: Hand, second: Hand, board: Hand, rules: Rules) -> Comparison:
    """Which of two hands is higher: qualifying above not qualifying, then the greater Point Count of the showdown hand."""
    one, other = best_setting(first), best_setting(second)
    result = (one.point_count > other.point_count) - (one.point_count < other.point_count)
    hands = tuple(rank(hand, (), rules) for hand in (first, second))
    if not (one.point_count and other.point_count):
        qualified = f"the {'first' if result > 0 else 'second'} hand qualifies, the other does not"
        return Comparison(result, qualified if result else "tie: neither hand qualifies", ("680a.1",), hands)
    better, worse = sorted((one, other), key=lambda setting: -setting.point_count)
    counts = [f"Point Count {setting.point_count} with {rank_text(setting.two)}" for setting in (better, worse)]
    return Comparison(
        result, " over ".join(counts) if result else f"tie: {' against '.join(counts)}", ("680a.6(b)",), hands
    )


# --- the round, as the trade plays it; § 680a.6(c) is in bonus.py -----------------------------------------------------

WAGERS = (
    Wager("ante", "Against the dealer.", required=True),
    Wager("bonus", "On the player's five cards, by the house's posted table.", needs_table=True, deals=comb(53, 5)),
    Wager(
        "pot",
        "Among the players, on the two-card hands; required of every seat where the house offers it.",
        where_offered=True,
        equal_by="680a-R6",
    ),
)
FORMS = (TableForm("bonus", ("bonus",), tuple(map(str, BONUS_HANDS)), "680a.6(c)", "680a-R4"),)
HALF_PAID_COUNT = 5
FULL_PAY, HALF_PAY = Odds(1), Odds(1, 2)


LINES: tuple[Line, ...] = ((Choice("does not qualify"),), (Choice("greatest Point Count"),))
"""What a seat's setting is as far as the Ante's best play knows it; the cards are set by :func:`choice_of`."""


def choice_of(three: Hand, two: Hand) -> Choice:
    """A setting as a choice, in the words in which a hand is written: three cards, a slash, two cards."""
    return Choice(f"{format_cards(three)} / {format_cards(two)}", hand=(three, two))


def count_of(three: Hand, two: Hand) -> int:
    """The Point Count of a hand as it is set, 0 where it does not qualify."""
    return set_hand(three, two).point_count


@cites("680a-T1")
def choices(point: str, view: View, line: Line, rules: Rules) -> tuple[Choice, ...]:
    """How to set the five cards, the greatest Point Count first; a hand that cannot qualify has one setting for all."""
    ways = settings(view.hand) or (best_setting(view.hand),)
    return tuple(choice_of(setting.three, setting.two) for setting in ways)


def as_set(facts: Facts, three: Hand, two: Hand) -> Facts:
    """The facts of a seat that has set its hand so."""
    return facts._replace(player_count=count_of(three, two))


def possible(facts: Facts, rules: Rules) -> bool:
    """Whether a hand can have this Bonus hand and this Point Count: five aces make no 10, 20 or 30 of three."""
    return facts.bonus is not BonusHand.FIVE_ACES or facts.player_count == NOT_QUALIFIED


def facts_of(deal: Deal, line: Line, rules: Rules) -> Facts:
    """All that money depends on, for one seat as set; the dealer sets the greatest count, and so does a seat whose line names no cards."""
    own = line[-1].hand if line else None
    return Facts(
        count_of(*own) if own else best_setting(deal.player).point_count,
        best_setting(deal.dealer).point_count,
        bonus_hand(deal.player, rules),
    )


@cites("680a-T2", "680a-T3", "680a-R3", "680a-R8")
def settle_ante(bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Ante: qualifying first, then the Point Counts; a winning 5 is paid half."""
    source, mine, dealers = Source.PUBLISHED, facts.player_count, facts.dealer_count
    if mine == NOT_QUALIFIED:
        cites = ("680a-T2", "680a.1")
        if dealers == NOT_QUALIFIED:
            return pushed("ante", bet, "neither qualifies", cites=cites, source=source)
        return lost("ante", bet, "player does not qualify", cites=cites, source=source)
    if dealers == NOT_QUALIFIED or mine > dealers:
        always = rules.readings["680a-R3"] == "always"
        half = mine == HALF_PAID_COUNT and (always or dealers != NOT_QUALIFIED)
        cites = ("680a-T3", "680a-R3" if mine == HALF_PAID_COUNT and dealers == NOT_QUALIFIED else "680a.6(b)")
        row = "dealer does not qualify" if dealers == NOT_QUALIFIED else "higher Point Count"
        row += ", with a count of 5" if half else ""
        return won("ante", bet, row, HALF_PAY if half else FULL_PAY, rules.rounding, cites=cites, source=source)
    if mine == dealers:
        return pushed("ante", bet, "equal Point Counts", cites=("680a-T3", "680a.6(b)"), source=source)
    return lost("ante", bet, "lower Point Count", cites=("680a-T3", "680a.6(b)"), source=source)


@cites("680a-T5")
def settle_bonus(bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Bonus, by the house's own table."""
    table = rules.table("bonus")
    paragraph = BONUS_HANDS[facts.bonus][0] if facts.bonus else "680a.6(c)"
    row = str(facts.bonus) if facts.bonus else "no listed hand"
    cites = ("680a-T5", paragraph)
    return awarded("bonus", bet, row, table.award(row), rules.rounding, cites=cites, source=table.source)


@cites("680a-T4", "680a-R6")
def settle_pot(seats: Sequence[Seat[Facts]]) -> dict[int, LedgerLine]:
    """The Pot among the seats that bet it, by seat number: the best qualifying counts share it equally."""
    players = {number: facts.player_count for number, (facts, bets) in enumerate(seats) if "pot" in bets}
    check_equal("pot", (seats[number].bets["pot"] for number in players), reading="680a-R6")
    best = max(players.values(), default=NOT_QUALIFIED)
    cites, source = ("680a-T4", "680a-R6"), Source.SINGLE_SOURCE
    winners = [number for number, count in players.items() if count == best]
    lines = {}
    for number in players:
        bet = seats[number].bets["pot"]
        if len(players) == 1 or best == NOT_QUALIFIED:
            row = "one player only" if len(players) == 1 else "nobody qualifies"
            lines[number] = pushed("pot", bet, row, cites=cites, source=source)
        elif number not in winners:
            lines[number] = LedgerLine(
                "pot", bet, "not the best count", Result.LOSE, "lose", Fraction(-bet), -bet, cites, source, from_players=-bet
            )  # fmt: skip
        else:
            equal, odd = divmod(bet * len(players), len(winners))
            share = equal + (odd if number == winners[0] else 0)
            exact = Fraction(bet * len(players), len(winners)) - bet
            result = Result.WIN if exact else Result.PUSH
            pays = f"pot {format_amount(share)}"
            note = rounding_note(exact + bet, share)
            lines[number] = LedgerLine(
                "pot", bet, "best count", result, pays, exact, share - bet, cites, source, note, from_players=share - bet
            )  # fmt: skip
    return lines


def settle(seats: Sequence[Seat[Facts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Every wager of every seat, in deal order; the Pot is settled among the seats."""
    pot = settle_pot(seats)
    lines: dict[str, Callable[[int, Facts, Rules], LedgerLine]] = {"ante": settle_ante, "bonus": settle_bonus}
    ledgers = []
    for number, (facts, bets) in enumerate(seats):
        own = [line(bets[wager], facts, rules) for wager, line in lines.items() if wager in bets]
        ledgers.append(Ledger((*own, *([pot[number]] if number in pot else ()))))
    return TableLedger(tuple(ledgers), dict(meters))


def _setting(three: Hand, two: Hand, joker: int | None) -> Setting:
    """A setting with the joker at one value."""
    if not qualifying(_total(three, joker)):
        return Setting(three, two, joker, NOT_QUALIFIED)
    return Setting(three, two, joker, point_count(_total(two, joker)))


def _total(cards: Hand, joker: int | None) -> int:
    """The values of some cards together, a joker among them having the value its holder gives it."""
    return sum([values(card)[0] if joker is None or card != JOKER else joker for card in cards])
