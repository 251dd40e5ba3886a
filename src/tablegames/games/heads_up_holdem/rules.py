"""World Poker Tour Heads-Up Hold 'Em, 58 Pa. Code § 677a.6, in the order of the section; then the round as the trade plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import NamedTuple

from tablegames.contract.choices import Line
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand
from tablegames.core.law import Source, cites, load_law
from tablegames.core.money import Fixed, TableForm
from tablegames.core.poker import PokerHand, PokerRankings
from tablegames.core.ranking import Comparison, Ranking
from tablegames.core.wagers import Ledger, LedgerLine, TableLedger, Wager, awarded, lost, pushed
from tablegames.games.heads_up_holdem.facts import MULTIPLES, Facts
from tablegames.shapes.holdem.rules import HoldemRound, Pocket, Showdown, holdem_facts, pocket_of

LAW = load_law(__package__)


class Evaluation(NamedTuple):
    """A hand's best five cards, and its two hole cards as the Pocket Bonus sees them (none where they are not known)."""

    rank: Ranking
    pocket_bonus: str | None


# --- § 677a.6(b): row n is paragraph (n), from high to low; § 677a.6(a) and the definitions are in poker.py ------------

PERMISSIBLE_HANDS = {
    PokerHand.ROYAL_FLUSH: "677a.6(b)(1)",
    PokerHand.STRAIGHT_FLUSH: "677a.6(b)(2)",
    PokerHand.FOUR_OF_A_KIND: "677a.6(b)(3)",
    PokerHand.FULL_HOUSE: "677a.6(b)(4)",
    PokerHand.FLUSH: "677a.6(b)(5)",
    PokerHand.STRAIGHT: "677a.6(b)(6)",
    PokerHand.THREE_OF_A_KIND: "677a.6(b)(7)",
    PokerHand.TWO_PAIR: "677a.6(b)(8)",
    PokerHand.PAIR: "677a.6(b)(9)",
}
RANKINGS = PokerRankings(PERMISSIBLE_HANDS, comparing="677a.6(c)", repeated_first="677a-R1")


@cites("677a.6(a)", "677a.6(b)")
def rank(hand: Hand, board: Hand, rules: Rules) -> Evaluation:
    """The best five cards of hand and board; two hole cards are named for the Pocket Bonus as well.

    >>> from tablegames.core.cards import parse_cards
    >>> rank(parse_cards("Ah Kh"), parse_cards("Qh Jh Th 2c 3d"), Rules({}, LAW.default_readings())).rank
    Ranking(category='royal flush', cards=(Ah, Kh, Qh, Jh, Th), cites=('677a.6(b)(1)',))
    """
    return Evaluation(RANKINGS.rank(hand + board), POCKETS[pocket_of(hand)] if len(hand) == 2 else None)


# --- § 677a.6(c): hands of identical rank -----------------------------------------------------------------------------


@cites("677a.6(c)", "677a-R1", "677a-R2")
def compare(first: Hand, second: Hand, board: Hand, rules: Rules) -> Comparison:
    """Which of two hands is higher on one board, by which paragraph, and the card that decides."""
    return RANKINGS.compare(RANKINGS.rank(first + board), RANKINGS.rank(second + board))


# --- the round, as the trade plays it ---------------------------------------------------------------------------------

WAGERS = (
    Wager("ante", "Against the dealer; made before the deal.", required=True),
    Wager(
        "odds",
        "Equal to the Ante; pays by the player's hand, when it wins and when it loses.",
        required=True,
        equal_to="ante",
    ),
    Wager("raise", "Against the dealer; 3x, 2x or 1x the Ante by the stage of the round.", by_choice=True),
    Wager("trips-plus", "On the player's best five of seven.", needs_table=True, deals=comb(52, 7)),
    Wager("pocket-bonus", "On the player's two hole cards.", needs_table=True, deals=comb(52, 2)),
)
POCKETS = {
    Pocket.ACES: "pair of aces",
    Pocket.ACE_AND_FACE_SUITED: "ace with king, queen or jack, suited",
    Pocket.ACE_AND_FACE_OFFSUIT: "ace with king, queen or jack, offsuit",
    Pocket.PAIR: "any other pair",
    Pocket.NONE: None,
}
_DOWN_TO_TRIPS = tuple(str(hand) for hand in reversed(PokerHand) if hand >= PokerHand.THREE_OF_A_KIND)
FORMS = (
    TableForm("odds-winning", ("odds",), _DOWN_TO_TRIPS[:6], "677a-T8", "677a.6(b)", below=Fixed.PUSH),
    TableForm("odds-losing", ("odds",), _DOWN_TO_TRIPS[1:6], "677a-T9", "677a.6(b)"),
    TableForm("trips-plus", ("trips-plus",), _DOWN_TO_TRIPS, "677a-T10", "677a.6(b)"),
    TableForm("pocket-bonus", ("pocket-bonus",), tuple(name for name in POCKETS.values() if name), "677a-T10"),
)
ROUND = HoldemRound(
    raises="raise", beside="odds", multiples=MULTIPLES,
    betting="677a-T2", deciding="677a-T3", folding="677a-T5", ante="677a-T6", raising="677a-T7", qualifying="677a-T4",
    listed="677a.6(b)", comparing="677a.6(c)", early="677a-R6",
)  # fmt: skip


@cites("677a-T1", "677a-T4")
def facts_of(deal: Deal, line: Line, rules: Rules) -> Facts:
    """All that money depends on, for one seat."""
    return holdem_facts(deal, ROUND.multiple(line), pocket_of(deal.player))


@cites("677a-T5", "677a-T8", "677a-T9", "677a-R3")
def settle_odds(bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Odds: a winning hand by one table, a losing hand by the other when the dealer qualifies."""
    hand = str(facts.hand)
    paragraph = PERMISSIBLE_HANDS.get(facts.hand, "677a.6(c)")
    match facts.showdown:
        case Showdown.FOLDED:
            return lost("odds", bet, "folded", cites=("677a-T5", "677a-R3"), source=Source.PUBLISHED)
        case Showdown.WIN | Showdown.WIN_DEALER_NOT_QUALIFIED:
            table = rules.table("odds-winning")
            cites, award = ("677a-T8", paragraph), table.award(hand)
            return awarded("odds", bet, f"winning {hand}", award, rules.rounding, cites=cites, source=table.source)
        case Showdown.TIE:
            return pushed("odds", bet, "equal hands", cites=("677a-T8", "677a.6(c)"), source=Source.PUBLISHED)
        case Showdown.LOSE:
            table = rules.table("odds-losing")
            cites, award = ("677a-T9", paragraph), table.award(hand)
            return awarded("odds", bet, f"losing {hand}", award, rules.rounding, cites=cites, source=table.source)
        case Showdown.LOSE_DEALER_NOT_QUALIFIED:
            row = "lower hand, dealer does not qualify"
            return lost("odds", bet, row, cites=("677a-T9", "677a-T4"), source=LAW.trade_rules["677a-T9"].source)


@cites("677a-T10", "677a-R4")
def settle_side(wager: str, bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """Trips Plus or Pocket Bonus; after a fold they stand, or are lost by reading 677a-R4 ``forfeit``."""
    table = rules.table(wager)
    if facts.showdown is Showdown.FOLDED and rules.readings["677a-R4"] == "forfeit":
        return lost(wager, bet, "folded", cites=("677a-R4",), source=Source.INFERRED)
    row = str(facts.hand) if wager == "trips-plus" else POCKETS[facts.pocket] or "no listed hand"
    paragraph = (PERMISSIBLE_HANDS.get(facts.hand, "677a.6(c)"),) if wager == "trips-plus" else ()
    cites = ("677a-T10", *paragraph)
    return awarded(wager, bet, row, table.award(row), rules.rounding, cites=cites, source=table.source)


@cites("677a-R5")
def settle(seats: Sequence[Seat[Facts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Every wager of every seat, in deal order."""
    settlements = {"ante": ROUND.settle_ante, "odds": settle_odds, "raise": ROUND.settle_raise}
    ledgers = []
    for facts, bets in seats:
        lines = (
            settlements[wager.id](bets[wager.id], facts, rules)
            if wager.id in settlements
            else settle_side(wager.id, bets[wager.id], facts, rules)
            for wager in WAGERS
            if wager.id in bets
        )
        ledgers.append(Ledger(tuple(lines)))
    return TableLedger(tuple(ledgers), dict(meters))
