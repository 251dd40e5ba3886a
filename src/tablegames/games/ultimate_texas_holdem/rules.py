"""Ultimate Texas Hold 'Em, 58 Pa. Code ch. 653a: ranked as § 677a.6 ranks, paid by § 653a.12(a) to (c), played as the trade plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import NamedTuple

from tablegames.contract.choices import Line
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand
from tablegames.core.law import Source, cited, cites, load_law
from tablegames.core.money import Fixed, TableForm
from tablegames.core.poker import PokerHand, PokerRankings
from tablegames.core.ranking import Comparison, Ranking
from tablegames.core.wagers import Ledger, LedgerLine, TableLedger, Wager, awarded, lost, pushed
from tablegames.games.ultimate_texas_holdem.facts import MULTIPLES, Facts
from tablegames.shapes.holdem.rules import HoldemRound, Showdown, holdem_facts, pocket_of

LAW = load_law(__package__)
RANKINGS = PokerRankings(
    {hand: "653a.6(b)" for hand in PokerHand if hand > PokerHand.HIGH_CARD},
    comparing="653a.6(c)", repeated_first="653a-R2",
)  # fmt: skip


class Evaluation(NamedTuple):
    """A hand's best five cards."""

    rank: Ranking


@cites("653a.6(a)", "653a.6(b)")
def rank(hand: Hand, board: Hand, rules: Rules) -> Evaluation:
    """The best five cards of hand and board."""
    return Evaluation(RANKINGS.rank(hand + board))


@cites("653a.6(c)", "653a-R2")
def compare(first: Hand, second: Hand, board: Hand, rules: Rules) -> Comparison:
    """Which of two hands is higher on one board, by which paragraph, and the card that decides."""
    return RANKINGS.compare(RANKINGS.rank(first + board), RANKINGS.rank(second + board))


WAGERS = (
    Wager("ante", "Against the dealer; made before the deal.", required=True),
    Wager("blind", "Equal to the Ante; pays a winning hand by its table.", required=True, equal_to="ante"),
    Wager("play", "Against the dealer; 4x, 3x, 2x or 1x the Ante by the stage of the round.", by_choice=True),
    Wager("trips", "On the player's best five of seven.", needs_table=True, deals=comb(52, 7)),
)
_DOWN_TO_TRIPS = tuple(str(hand) for hand in reversed(PokerHand) if hand >= PokerHand.THREE_OF_A_KIND)
FORMS = (
    TableForm(
        "blind", ("blind",), _DOWN_TO_TRIPS[:6], "653a.12(b)", "653a.6(b)", listed_in="653a.12(b)", below=Fixed.PUSH
    ),
    TableForm("trips", ("trips",), _DOWN_TO_TRIPS, "653a.12(c)", "653a.6(b)", listed_in="653a.12(c)"),
)
ROUND = HoldemRound(
    raises="play", beside="blind", multiples=MULTIPLES,
    betting="653a-T2", deciding="653a-T3", folding="653a-T5", ante="653a-T6", raising="653a-T7", qualifying="653a-T4",
    listed="653a.6(b)", comparing="653a.6(c)", paying="653a.12(a)",
)  # fmt: skip
cited("653a.1", f"{HoldemRound.choices.__module__}.{HoldemRound.choices.__qualname__}")


@cites("653a.1", "653a-T1", "653a-T4")
def facts_of(deal: Deal, line: Line, rules: Rules) -> Facts:
    """All that money depends on, for one seat."""
    return holdem_facts(deal, ROUND.multiple(line), pocket_of(deal.player))


@cites("653a-T5", "653a-T8", "653a.12(b)")
def settle_blind(bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Blind: a winning hand by its table, and a push below the table's last row."""
    hand = str(facts.hand)
    match facts.showdown:
        case Showdown.FOLDED:
            return lost("blind", bet, "folded", cites=("653a-T5",), source=Source.PUBLISHED)
        case Showdown.WIN | Showdown.WIN_DEALER_NOT_QUALIFIED:
            table = rules.table("blind")
            cites = ("653a-T8", "653a.12(b)") if table.source is Source.REGULATION else ("653a-T8",)
            row, award = f"winning {hand}", table.award(hand)
            return awarded("blind", bet, row, award, rules.rounding, cites=cites, source=table.source)
        case Showdown.TIE:
            return pushed("blind", bet, "equal hands", cites=("653a-T8", "653a.6(c)"), source=Source.PUBLISHED)
        case Showdown.LOSE | Showdown.LOSE_DEALER_NOT_QUALIFIED:
            return lost("blind", bet, "lose", cites=("653a-T8", "653a.6(b)", "653a.6(c)"), source=Source.PUBLISHED)


@cites("653a-T9", "653a-R1", "653a.12(c)")
def settle_trips(bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """Trips; after a fold it stands, or is lost by reading 653a-R1 ``forfeit``."""
    table = rules.table("trips")
    if facts.showdown is Showdown.FOLDED and rules.readings["653a-R1"] == "forfeit":
        return lost("trips", bet, "folded", cites=("653a-R1",), source=Source.INFERRED)
    cites = ("653a-T9", "653a.12(c)") if table.source is Source.REGULATION else ("653a-T9",)
    row = str(facts.hand)
    return awarded("trips", bet, row, table.award(row), rules.rounding, cites=cites, source=table.source)


@cites("653a-R3")
def settle(seats: Sequence[Seat[Facts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Every wager of every seat, in deal order."""
    lines = {"ante": ROUND.settle_ante, "blind": settle_blind, "play": ROUND.settle_raise, "trips": settle_trips}
    ledgers = (
        Ledger(tuple(line(bets[wager], facts, rules) for wager, line in lines.items() if wager in bets))
        for facts, bets in seats
    )
    return TableLedger(tuple(ledgers), dict(meters))
