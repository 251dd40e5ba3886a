"""High Card Flush, 58 Pa. Code § 678a.6, in the order of the section; then the round and the wagers as the trade plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from tablegames.contract.choices import FOLD, Choice, Line, View, added
from tablegames.contract.facts import Seat
from tablegames.contract.raises import RaiseCaps
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Deal, Hand, Rank, Suit
from tablegames.core.law import Source, cited, cites, load_law
from tablegames.core.money import Odds, Paytable, TableForm
from tablegames.core.ranking import Comparison, Ranking, versus
from tablegames.core.wagers import (
    Ledger,
    LedgerLine,
    TableLedger,
    Wager,
    awarded,
    lost,
    pushed,
    won,
)  # fmt: skip
from tablegames.games.high_card_flush.facts import MOST_RAISE, SHORTEST_STRAIGHT_FLUSH, Facts, Outcome
from tablegames.games.high_card_flush.progressive import settle_progressive

LAW = load_law(__package__)


class Evaluation(NamedTuple):
    """A hand evaluated twice: by (b) for Ante, Raise and Flush Bonus, by (d) for Straight Flush Bonus and Progressive."""

    rank: Ranking
    straight_flush: Ranking | None


# --- § 678a.6(a): the ranks -------------------------------------------------------------------------------------------


@cites("678a.6(a)")
def from_high_to_low(cards: Sequence[Card]) -> Hand:
    """Cards from ace down to 2.  Suits are equal in rank: the sort looks at the rank only."""
    return tuple(sorted(cards, key=lambda card: card.rank, reverse=True))


# --- § 678a.6(b): row n is paragraph (n), from high to low ------------------------------------------------------------

FLUSHES = {
    7: ("seven-card flush", cited("678a.6(b)(1)", f"{__name__}.FLUSHES")),
    6: ("six-card flush", cited("678a.6(b)(2)", f"{__name__}.FLUSHES")),
    5: ("five-card flush", cited("678a.6(b)(3)", f"{__name__}.FLUSHES")),
    4: ("four-card flush", cited("678a.6(b)(4)", f"{__name__}.FLUSHES")),
    3: ("three-card flush", cited("678a.6(b)(5)", f"{__name__}.FLUSHES")),
    2: ("two-card flush", cited("678a.6(b)(6)", f"{__name__}.FLUSHES")),
}


@cites("678a.6(b)", "678a-R2", "678a-R3", "678a-R4")
@lru_cache(maxsize=4096)
def rank_flush(hand: Hand) -> Ranking:
    """The hand's rank under (b): its longest flush, and of two equally long the one that (c) ranks higher.

    >>> from tablegames.core.cards import parse_cards
    >>> rank_flush(parse_cards("As Ks Qs 9s 4d 3d 2c"))
    Ranking(category='four-card flush', cards=(As, Ks, Qs, 9s), cites=('678a.6(b)(4)',))
    """
    flush = max(_suits(hand), key=_strength)
    category, paragraph = FLUSHES[len(flush)]
    return Ranking(_strength(flush), category, flush, (paragraph,))


# --- § 678a.6(c): hands of identical rank -----------------------------------------------------------------------------


@cites("678a.6(c)")
def deciding_cards(first: Hand, second: Hand) -> tuple[Rank, Rank] | None:
    """Each flush's highest rank that the other, of the same length, does not contain; none where they are a tie."""
    ranks, others = {card.rank for card in first}, {card.rank for card in second}
    return (max(ranks - others), max(others - ranks)) if ranks != others else None


def compare(first: Hand, second: Hand, board: Hand, rules: Rules) -> Comparison:
    """Which of two hands is higher for the Ante and Raise Wagers, by which paragraph, and the card that decides."""
    one, other = rank_flush(first), rank_flush(second)
    result = (one > other) - (one < other)
    if len(one.cards) != len(other.cards):
        better, worse = (one, other) if result > 0 else (other, one)
        return Comparison(result, f"{better.category} over {worse.category}", better.cites + worse.cites, (one, other))
    deciding = deciding_cards(one.cards, other.cards)
    words = "{} against {}".format(*sorted(deciding, reverse=True)) if deciding else ""
    return Comparison(result, versus(one, other, words), ("678a.6(c)",), (one, other))


# --- § 678a.6(d): row n is paragraph (n) ------------------------------------------------------------------------------

STRAIGHT_FLUSHES = {
    7: ("seven-card straight flush", cited("678a.6(d)(1)", f"{__name__}.STRAIGHT_FLUSHES")),
    6: ("six-card straight flush", cited("678a.6(d)(2)", f"{__name__}.STRAIGHT_FLUSHES")),
    5: ("five-card straight flush", cited("678a.6(d)(3)", f"{__name__}.STRAIGHT_FLUSHES")),
    4: ("four-card straight flush", cited("678a.6(d)(4)", f"{__name__}.STRAIGHT_FLUSHES")),
    3: ("three-card straight flush", cited("678a.6(d)(5)", f"{__name__}.STRAIGHT_FLUSHES")),
}
NO_STRAIGHT_FLUSH = "no straight flush"
BY_STRAIGHT_FLUSH = ("straight-flush-bonus", "progressive")
"""The wagers that (d) is for, by their slots."""


@cites("678a-R1")
def longest_run(hand: Hand, rules: Rules) -> Hand:
    """The longest run of consecutive ranks in any one suit, from three cards up; the higher of two as long; empty where none is.

    It may lie in another suit than the flush that plays.  The ace is high; low too only by reading 678a-R1 ``ace-low``.
    Facts hold its length, whatever a paytable lists.
    """
    ace_low = rules.readings["678a-R1"] == "ace-low"
    runs = [run for suit in _suits(hand) for run in _runs(suit, ace_low) if len(run) in STRAIGHT_FLUSHES]
    return max(runs, key=lambda run: (len(run), run[0].rank), default=())


@cites("678a.6(d)(5)")
def listed(run: int, table: Paytable | None) -> tuple[str, str]:
    """What a run of so many cards is for a wager that this table pays, and its paragraph.

    Three cards are a straight flush only where the table in force has their row.
    """
    name, paragraph = STRAIGHT_FLUSHES.get(run, (NO_STRAIGHT_FLUSH, "678a.6(d)"))
    if run == SHORTEST_STRAIGHT_FLUSH and (table is None or name not in table.rows):
        return NO_STRAIGHT_FLUSH, paragraph
    return name, paragraph


@cites("678a.6(d)")
def rank_straight_flush(hand: Hand, rules: Rules) -> Ranking | None:
    """The hand's straight flush as the table of the Straight Flush Bonus lists it, or the Progressive's where that alone is offered."""
    run = longest_run(hand, rules)
    offered = [
        rules.paytables[wager] for wager in BY_STRAIGHT_FLUSH if wager in rules.paytables and _offered(wager, rules)
    ]
    category, paragraph = listed(len(run), next(iter(offered), None))
    if category == NO_STRAIGHT_FLUSH:
        return None
    return Ranking((len(run), run[0].rank), category, run, (paragraph,))


def rank(hand: Hand, board: Hand, rules: Rules) -> Evaluation:
    """The hand's flush under (b) and its straight flush under (d), if it has one."""
    return Evaluation(rank_flush(hand), rank_straight_flush(hand, rules))


# --- the round, as the trade plays it ---------------------------------------------------------------------------------

HANDS = comb(52, 7)
WAGERS = (
    Wager("ante", "Against the dealer; made before the deal.", required=True),
    Wager("raise", "Against the dealer; made after seeing the seven cards.", by_choice=True),
    Wager("flush-bonus", "On the length of the player's own flush.", needs_table=True, deals=HANDS),
    Wager("straight-flush-bonus", "On the player's own longest straight flush.", needs_table=True, deals=HANDS),
    Wager(
        "progressive",
        "On the player's own longest straight flush, for a share of a meter.",
        needs_table=True,
        deals=HANDS,
    ),
)
_FLUSH_ROWS = tuple(FLUSHES[length][0] for length in (7, 6, 5, 4))
_RUN_ROWS = tuple(name for name, _ in STRAIGHT_FLUSHES.values())
FORMS = (
    TableForm("flush-bonus", ("flush-bonus",), _FLUSH_ROWS, "678a.6(b)", "678a.6(b)"),
    TableForm(
        "straight-flush-bonus", ("straight-flush-bonus",), _RUN_ROWS, "678a.6(d)", "678a-R8", optional=_RUN_ROWS[4:]
    ),
    TableForm(
        "progressive", ("progressive",), _RUN_ROWS, "678a.6(d)", "678a-R8", optional=_RUN_ROWS[4:], progressive=True
    ),
)
LOWEST_QUALIFYING = (3, Rank.NINE, Rank.THREE, Rank.TWO)
EVEN_MONEY = Odds(1)


RAISES = RaiseCaps(
    {0: 3, 2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}, by="flush length", one="{}-card flush", several="a flush of {} cards",
    number=lambda hand: len(rank_flush(hand).cards),
)  # fmt: skip
"""The largest raise by flush length, as a multiple of the Ante; under 0 the largest of all."""
LINES: tuple[Line, ...] = (
    (FOLD,),
    *((Choice(f"raise {multiple}x", (("raise", multiple),)),) for multiple in range(1, MOST_RAISE + 1)),
)
"""A fold, and a raise of each multiple."""


@cites("678a-T3")
def most_raise(flush_length: int, rules: Rules) -> int:
    """The largest raise a flush of this length allows, as a multiple of the Ante; less where the house has limits."""
    return RAISES.within(flush_length, rules)


@cites("678a-T3")
def choices(point: str, view: View, line: Line, rules: Rules) -> tuple[Choice, ...]:
    """The raises that the flush allows, largest first, or a fold."""
    most = most_raise(RAISES.number(view.hand), rules)
    return tuple(LINES[multiple][0] for multiple in range(most, -1, -1))


def possible(facts: Facts, rules: Rules) -> bool:
    """Whether the raise is one that the flush allows."""
    return facts.raise_multiple <= most_raise(facts.flush, rules)


@cites("678a-T4")
def qualifies(dealer: Ranking) -> bool:
    """Whether the dealer's hand is a three-card flush of 9-3-2 or better."""
    return dealer.strength >= LOWEST_QUALIFYING


def facts_of(deal: Deal, line: Line, rules: Rules) -> Facts:
    """All that money depends on, for one seat; the dealer's hand is not looked at when the seat folds.

    >>> from tablegames.core.cards import parse_cards
    >>> deal = Deal(parse_cards("As Ks Qs 9s 4d 3d 2c"), parse_cards("Ah Kh Jh 9h 4c 3c 2d"))
    >>> facts_of(deal, LINES[1], Rules({}, LAW.default_readings()))
    Facts(flush=4, straight_flush=3, raise_multiple=1, outcome=<Outcome.WIN: 2>)
    """
    player, run = rank_flush(deal.player), len(longest_run(deal.player, rules))
    multiple = added(line).get("raise", 0)
    if multiple == 0:
        outcome = Outcome.FOLDED
    else:
        dealer = rank_flush(deal.dealer)
        if not qualifies(dealer):
            outcome = Outcome.DEALER_NOT_QUALIFIED
        else:
            outcome = Outcome.WIN if player > dealer else Outcome.LOSE if player < dealer else Outcome.TIE
    return Facts(len(player.cards), run, multiple, outcome)


@cites("678a-T5", "678a-T6", "678a-T7")
def settle_main(wager: str, bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Ante or the Raise."""
    source, unqualified = Source.PUBLISHED, "dealer does not qualify"
    match facts.outcome:
        case Outcome.FOLDED:
            return lost(wager, bet, "folded", cites=("678a-T5",), source=source)
        case Outcome.DEALER_NOT_QUALIFIED if wager == "raise":
            return pushed(wager, bet, unqualified, cites=("678a-T6", "678a-T4"), source=source)
        case Outcome.DEALER_NOT_QUALIFIED:
            return won(wager, bet, unqualified, EVEN_MONEY, rules.rounding, cites=("678a-T6", "678a-T4"), source=source)
        case Outcome.WIN:
            cites = ("678a-T7", "678a.6(b)", "678a.6(c)")
            return won(wager, bet, "win", EVEN_MONEY, rules.rounding, cites=cites, source=source)
        case Outcome.TIE:
            return pushed(wager, bet, "equal hands", cites=("678a-T7", "678a.6(c)"), source=source)
        case Outcome.LOSE:
            return lost(wager, bet, "lose", cites=("678a-T7", "678a.6(b)", "678a.6(c)"), source=source)


@cites("678a-T8")
def settle_side(wager: str, bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Flush Bonus or the Straight Flush Bonus, by the highest row the hand reaches; it stands after a fold."""
    table = rules.table(wager)
    if wager == "straight-flush-bonus":
        row, paragraph = listed(facts.straight_flush, table)
    else:
        row, listing = FLUSHES[facts.flush]
        paragraph = listing if row in table.rows else table.form.cite
    cites = ("678a-T8", paragraph)
    return awarded(wager, bet, row, table.award(row), rules.rounding, cites=cites, source=table.source)


@cites("678a-R6")
def settle(seats: Sequence[Seat[Facts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Every wager of every seat, in deal order; meters in cents, by wager."""
    standing = dict(meters)
    ledgers = []
    for facts, bets in seats:
        lines = []
        for wager in (wager.id for wager in WAGERS if wager.id in bets):
            if wager in ("ante", "raise"):
                lines.append(settle_main(wager, bets[wager], facts, rules))
            elif wager == "progressive":
                row = listed(facts.straight_flush, rules.paytables.get(wager))
                lines.append(settle_progressive(bets[wager], *row, standing.get(wager), rules))
                if wager in standing:
                    standing[wager] -= lines[-1].from_meter
            else:
                lines.append(settle_side(wager, bets[wager], facts, rules))
        ledgers.append(Ledger(tuple(lines)))
    return TableLedger(tuple(ledgers), standing)


def _suits(hand: Hand) -> list[Hand]:
    """The hand's cards of each suit it has, from high to low."""
    return [cards for suit in Suit if (cards := from_high_to_low([card for card in hand if card.suit is suit]))]


def _strength(flush: Hand) -> tuple[int, ...]:
    """Length, then the ranks from high to low, which orders as (b) and (c) do."""
    return len(flush), *(card.rank for card in flush)


def _runs(suit: Hand, ace_low: bool) -> list[Hand]:  # noqa: FBT001 - private
    """The runs of consecutive ranks in one suit, each from its highest card; an ace that counts low stands last."""
    cards = suit + suit[:1] if ace_low and suit[0].rank is Rank.ACE else suit
    runs: list[Hand] = []
    for card in cards:
        follows = runs and (
            runs[-1][-1].rank - card.rank == 1 or (card.rank is Rank.ACE and runs[-1][-1].rank is Rank.TWO)
        )
        if follows:
            runs[-1] += (card,)
        else:
            runs.append((card,))
    return runs


def _offered(wager: str, rules: Rules) -> bool:
    """Whether the house offers a wager."""
    return wager not in rules.limits or rules.limits[wager].offered
