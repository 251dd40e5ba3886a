"""One Card, § 000a.6, in the order of the section; then the round as the trade plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablegames.contract.choices import FOLD, Choice, Line, View, is_fold
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand, Rank
from tablegames.core.law import Source, cited, cites, load_law
from tablegames.core.money import Odds, TableForm
from tablegames.core.ranking import Comparison, Ranking, versus
from tablegames.core.wagers import Ledger, LedgerLine, TableLedger, Wager, awarded, lost, pushed, won
from tablegames.games.one_card.facts import BonusHand, Facts, Outcome

LAW = load_law(__package__)


class Evaluation(NamedTuple):
    """A card against the dealer's, and as the Bonus sees it."""

    rank: Ranking
    bonus: str | None


# --- § 000a.6(a) and (b) ----------------------------------------------------------------------------------------------


@cites("000a.6(a)", "000a.6(b)")
def rank_card(hand: Hand) -> Ranking:
    """The rank of one card; ``Rank`` has the order of (a)."""
    (card,) = hand
    return Ranking((card.rank,), str(card.rank), hand, ("000a.6(b)",))


def compare(first: Hand, second: Hand, board: Hand, rules: Rules) -> Comparison:
    """Which of two cards is higher."""
    one, other = rank_card(first), rank_card(second)
    result = (one > other) - (one < other)
    words = "{} against {}".format(*sorted((first[0].rank, second[0].rank), reverse=True)) if result else ""
    return Comparison(result, versus(one, other, words), ("000a.6(b)",), (one, other))


# --- § 000a.6(c): row n is paragraph (n) ------------------------------------------------------------------------------

BONUS_HANDS = {
    BonusHand.ACE: ((Rank.ACE,), cited("000a.6(c)(1)", f"{__name__}.BONUS_HANDS")),
    BonusHand.FACE_CARD: ((Rank.KING, Rank.QUEEN, Rank.JACK), cited("000a.6(c)(2)", f"{__name__}.BONUS_HANDS")),
}


@cites("000a.6(c)")
def bonus_hand(hand: Hand) -> BonusHand:
    """The first row of (c) that the card fits."""
    return next((row for row, (ranks, _) in BONUS_HANDS.items() if hand[0].rank in ranks), BonusHand.NONE)


def rank(hand: Hand, board: Hand, rules: Rules) -> Evaluation:
    """The card under (b) and under (c)."""
    bonus = bonus_hand(hand)
    return Evaluation(rank_card(hand), str(bonus) if bonus else None)


# --- the round --------------------------------------------------------------------------------------------------------

WAGERS = (
    Wager("ante", "Against the dealer; made before the deal.", required=True),
    Wager("raise", "Against the dealer; equal to the Ante.", by_choice=True),
    Wager("bonus", "On the player's own card.", needs_table=True, deals=52),
)
FORMS = (TableForm("bonus", ("bonus",), tuple(map(str, BONUS_HANDS)), "000a.6(c)"),)
RAISE = Choice("raise 1x", (("raise", 1),))
LINES: tuple[Line, ...] = ((FOLD,), (RAISE,))
LOWEST_QUALIFYING = Rank.FIVE
EVEN_MONEY = Odds(1)


@cites("000a-T3")
def choices(point: str, view: View, line: Line, rules: Rules) -> tuple[Choice, ...]:
    """To raise or to fold, the larger wager first."""
    return (RAISE, FOLD)


@cites("000a-T1", "000a-T4")
def facts_of(deal: Deal, line: Line, rules: Rules) -> Facts:
    """All that money depends on, for one seat; the dealer's card is not looked at when the seat folds."""
    bonus = bonus_hand(deal.player)
    if is_fold(line):
        return Facts(bonus, Outcome.FOLDED)
    player, dealer = deal.player[0].rank, deal.dealer[0].rank
    if dealer < LOWEST_QUALIFYING:
        return Facts(bonus, Outcome.DEALER_NOT_QUALIFIED)
    return Facts(bonus, Outcome.WIN if player > dealer else Outcome.LOSE if player < dealer else Outcome.TIE)


@cites("000a-T3", "000a-T4", "000a-T5", "000a-R2")
def settle_main(wager: str, bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Ante or the Raise."""
    source = Source.EXAMPLE
    match facts.outcome:
        case Outcome.FOLDED:
            return lost(wager, bet, "folded", cites=("000a-T3",), source=source)
        case Outcome.DEALER_NOT_QUALIFIED if wager == "raise":
            return pushed(wager, bet, "dealer does not qualify", cites=("000a-T4",), source=source)
        case Outcome.DEALER_NOT_QUALIFIED:
            row = "dealer does not qualify"
            return won(wager, bet, row, EVEN_MONEY, rules.rounding, cites=("000a-T4",), source=source)
        case Outcome.WIN:
            cites = ("000a-T5", "000a.6(b)")
            return won(wager, bet, "higher card", EVEN_MONEY, rules.rounding, cites=cites, source=source)
        case Outcome.TIE:
            return pushed(wager, bet, "equal cards", cites=("000a-T5", "000a.6(b)"), source=source)
        case Outcome.LOSE:
            return lost(wager, bet, "lower card", cites=("000a-T5", "000a.6(b)"), source=source)


@cites("000a-T6", "000a-R1")
def settle_bonus(wager: str, bet: int, facts: Facts, rules: Rules) -> LedgerLine:
    """The Bonus by its table; after a fold it stands, or is lost by reading 000a-R1 ``forfeit``."""
    table = rules.table("bonus")
    if facts.outcome is Outcome.FOLDED and rules.readings["000a-R1"] == "forfeit":
        return lost(wager, bet, "folded", cites=("000a-R1",), source=Source.EXAMPLE)
    row = str(facts.bonus) if facts.bonus else "no listed hand"
    paragraph = BONUS_HANDS[facts.bonus][1] if facts.bonus else "000a.6(c)"
    return awarded(wager, bet, row, table.award(row), rules.rounding, cites=("000a-T6", paragraph), source=table.source)


def settle(seats: Sequence[Seat[Facts]], meters: Mapping[str, int], rules: Rules) -> TableLedger:
    """Every wager of every seat, in deal order."""
    lines = {"ante": settle_main, "raise": settle_main, "bonus": settle_bonus}
    ledgers = (
        Ledger(tuple(line(wager, bets[wager], facts, rules) for wager, line in lines.items() if wager in bets))
        for facts, bets in seats
    )
    return TableLedger(tuple(ledgers), dict(meters))
