"""A seat that folds with cards that nobody saw: what is owed all the same, by the one settlement, and which of its wagers cannot be judged.

A fold is lost whatever the cards were.  So each wager of such a seat is settled for every fact that a fold can have: where all of these lines are the
same, that line is the wager's; where they differ, the wager cannot be judged, and nothing is invented.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import NamedTuple

from tablegames.cards import Deal, Hand
from tablegames.game import Game, Rules, Seat
from tablegames.payouts import House, line_by_house, paid_by_house
from tablegames.wagers import Bets, Ledger, LedgerLine, TableLedger, Unjudged

FOLD = "fold"
UNSEEN = "[ ,]*([Xx]{2}[ ,]*)*"
"""How cards that nobody saw are written: not at all, or ``Xx`` for each."""
_UNSEEN = re.compile(UNSEEN)
NOT_SEEN = "it depends on cards that nobody saw"
AFTER_ANOTHER = "it depends on what is paid on a wager that cannot be judged"


class Shown(NamedTuple):
    """A seat as far as its cards were seen: what settlement is asked of it, and its wagers that cannot be judged, in cents."""

    seat: Seat
    unjudged: Bets


def are_unseen(text: str) -> bool:
    """Whether a text of cards says that nobody saw them.

    >>> are_unseen(""), are_unseen("XxXx xx"), are_unseen("As Xx")
    (True, True, False)
    """
    return _UNSEEN.fullmatch(text) is not None


def shown(game: Game, rules: Rules, deal: Deal, decision: object, bets: Bets) -> Shown:
    """A seat for settlement.  Its own cards, or some of the board, may be missing where it folds; the dealer's are then not looked at."""
    own_seen = len(deal.player) == game.player_cards
    if own_seen and len(deal.board) == game.board_cards:
        return Shown(Seat(game.facts_of(deal, decision, rules), bets), {})
    facts = game.facts_of(_with_any_cards(game, deal), decision, rules)
    unjudged = {
        wager: cents for wager, cents in bets.items() if not is_judged(game, rules, wager, cents, own_seen=own_seen)
    }
    return Shown(Seat(facts, {wager: cents for wager, cents in bets.items() if wager not in unjudged}), unjudged)


def is_judged(game: Game, rules: Rules, wager: str, cents: int, *, own_seen: bool) -> bool:
    """Whether a wager of a seat that folds is settled without the cards that nobody saw: all of them, or those of the board alone."""
    if own_seen and game.wager(wager).deals == comb(len(game.deck), game.player_cards):
        return True  # the seat's own cards alone decide it
    return len(lines_of_a_fold(game, rules, wager, cents)) == 1


def lines_of_a_fold(game: Game, rules: Rules, wager: str, cents: int) -> set[LedgerLine]:
    """Every line that a wager of a seat that folds can have; a meter counts as empty."""
    folds = [facts for facts in game.facts if game.decided(facts) == FOLD]
    empty = dict.fromkeys(game.meters, 0)
    return {game.settle([Seat(facts, {wager: cents})], empty, rules).seats[0].lines[0] for facts in folds}


def settle_shown(house: House, seats: Sequence[Shown], meters: Mapping[str, int]) -> TableLedger:
    """The settled table within the payout limit, each ledger with the wagers that cannot be judged.

    These may change what another seat is paid: by a meter that they may have emptied before, or by a payout limit that they may have reached.
    Such a line cannot be judged either.
    """
    settled = house.settle([seat.seat for seat in seats], meters)
    if not any(seat.unjudged for seat in seats):
        return settled
    limit_in_doubt = _may_pass_the_limit(house, seats, meters)
    emptied: set[str] = set()
    ledgers = []
    for seat, ledger in zip(seats, settled.seats, strict=True):
        doubtful = [
            line
            for line in ledger.lines
            if (line.from_meter and line.wager in emptied) or (limit_in_doubt and line_by_house(line))
        ]
        emptied |= doubtful_meters(house.game, house.rules, seat.unjudged)
        unjudged = [Unjudged(wager, cents, NOT_SEEN) for wager, cents in seat.unjudged.items()]
        unjudged += [Unjudged(line.wager, line.bet, AFTER_ANOTHER) for line in doubtful]
        ledgers.append(Ledger(tuple(line for line in ledger.lines if line not in doubtful), tuple(unjudged)))
    paid_by_meters = {
        meter: settled.meters[meter]
        + sum(
            _of_meter(ledger, meter) - _of_meter(kept, meter)
            for ledger, kept in zip(settled.seats, ledgers, strict=True)
        )
        for meter in settled.meters
    }
    return replace(settled, seats=tuple(ledgers), meters=paid_by_meters)


def doubtful_meters(game: Game, rules: Rules, unjudged: Bets) -> set[str]:
    """The meters of which wagers that cannot be judged may have taken a share."""
    shared = {table.form.wager for table in rules.paytables.values() if table.shares_meter}
    return {wager for wager in unjudged if wager in game.meters and wager in shared}


def _of_meter(ledger: Ledger, meter: str) -> int:
    """What a meter pays on a ledger."""
    return sum(line.from_meter for line in ledger.lines if line.wager == meter)


def _may_pass_the_limit(house: House, seats: Sequence[Shown], meters: Mapping[str, int]) -> bool:
    """Whether what cannot be judged may have the house owe more than its limit in all."""
    if house.limit is None:
        return False
    table = house.game.settle([seat.seat for seat in seats], meters, house.rules)
    more = sum(
        max(line_by_house(line) for line in lines_of_a_fold(house.game, house.rules, wager, cents))
        for seat in seats
        for wager, cents in seat.unjudged.items()
    )
    return more > 0 and sum(map(paid_by_house, table.seats)) + more > house.limit


def _with_any_cards(game: Game, deal: Deal) -> Deal:
    """The deal with cards in the places of those that nobody saw; no line that is judged depends on them."""
    lying = {*deal.player, *deal.dealer, *deal.board}
    others = (card for card in game.deck.cards if card not in lying)

    def filled(hand: Hand, needed: int) -> Hand:
        return (*hand, *(next(others) for _ in range(needed - len(hand))))

    return Deal(filled(deal.player, game.player_cards), deal.dealer, filled(deal.board, game.board_cards))
