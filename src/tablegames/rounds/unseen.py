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

from tablegames.contract.choices import Line
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand, parse_cards
from tablegames.core.law import Refused
from tablegames.core.wagers import Bets, Ledger, LedgerLine, TableLedger, Unjudged
from tablegames.rounds.payouts import House, line_by_house, paid_by_house, reduced

UNSEEN = "[ ,]*([Xx]{2}[ ,]*)*"
"""How cards that nobody saw are written: not at all, or ``Xx`` for each."""
_UNSEEN = re.compile(UNSEEN)
ONE_UNSEEN = "[Xx]{2}"
_ONE_UNSEEN = re.compile(ONE_UNSEEN)
NOT_SEEN = "it depends on cards that nobody saw"
AFTER_ANOTHER = "it depends on what is paid on a wager that cannot be judged"


class Shown(NamedTuple):
    """A seat as far as its cards were seen: what settlement is asked of it, and its wagers that cannot be judged, in cents."""

    seat: Seat
    unjudged: Bets


def are_unseen(game: Game, text: str, place: str, needed: int) -> bool:
    """Whether a text says that nobody saw the cards of a place, where the game deals so many.

    Refused with another number of ``Xx`` than that, and with ``Xx`` among cards.

    >>> from tablegames.games import game_named
    >>> game = game_named("ultimate-texas-holdem")
    >>> [are_unseen(game, text, "player", 2) for text in ("", "Xx xx", "As Ks")]
    [True, True, False]
    >>> are_unseen(game, "Xx", "player", 2)
    Traceback (most recent call last):
    tablegames.core.law.Refused: player has 1 Xx, 2 are needed: one for each card, or none at all (...)
    """
    number = len(_ONE_UNSEEN.findall(text))
    if number and not _UNSEEN.fullmatch(text):
        parse_cards(_ONE_UNSEEN.sub("  ", text), place=place, deck=game.deck)
        raise Refused(f"{place} has Xx among its cards: a hand is seen whole or not at all", cites=(game.dealing,))
    if number not in (0, needed):
        many = f"{needed} are needed: one for each card, or none at all" if needed else f"{game.name} deals none there"
        raise Refused(f"{place} has {number} Xx, {many}", cites=(game.dealing,))
    return _UNSEEN.fullmatch(text) is not None


def shown(game: Game, rules: Rules, deal: Deal, line: Line, bets: Bets) -> Shown:
    """A seat for settlement.  Its own cards, or some of the board, may be missing where it folds; the dealer's are then not looked at."""
    own_seen = len(deal.player) == game.player_cards
    if own_seen and len(deal.board) == game.board_cards:
        return Shown(Seat(game.facts_of(deal, line, rules), bets), {})
    facts = game.facts_of(_with_any_cards(game, deal), line, rules)
    unjudged = {
        wager: cents for wager, cents in bets.items() if not is_judged(game, rules, wager, cents, own_seen=own_seen)
    }
    return Shown(Seat(facts, {wager: cents for wager, cents in bets.items() if wager not in unjudged}), unjudged)


def is_judged(game: Game, rules: Rules, wager: str, cents: int, *, own_seen: bool) -> bool:
    """Whether a wager of a seat that folds is settled without the cards that nobody saw: all of them, or those of the board alone."""
    if own_seen and game.wager(wager).deals == comb(len(game.deck), game.player_cards):
        return True  # the seat's own cards alone decide it
    return len(lines_of_a_fold(game, rules, wager, cents)) == 1


def lines_of_a_fold(
    game: Game, rules: Rules, wager: str, cents: int, meters: Mapping[str, int] | None = None
) -> set[LedgerLine]:
    """Every line that a wager of a seat that folds can have; a meter that is not given counts as empty."""
    folds = [facts for facts in game.facts if game.folded(facts)]
    standing = dict.fromkeys(game.meters, 0) | dict(meters or {})
    return {game.settle([Seat(facts, {wager: cents})], standing, rules).seats[0].lines[0] for facts in folds}


def left_open(house: House, wager: str, cents: int, meters: Mapping[str, int], *, beside: int = 0) -> Unjudged:
    """A wager that depends on cards that nobody saw, between the least and the most that a fold can have.

    ``meters`` are those that are known, ``beside`` is what the house owes beside it at least.  The least is no win, so that no limit lowers it.
    """
    game, rules = house.game, house.rules
    least = min(lines_of_a_fold(game, rules, wager, cents), key=_by_net)
    most = max(
        (_within(house, line, beside) for line in lines_of_a_fold(game, rules, wager, cents, meters)), key=_by_net
    )
    untold = doubtful_meters(game, rules, {wager: cents}) - set(meters)
    return Unjudged(wager, cents, NOT_SEEN, least, None if untold else most)


def settle_shown(house: House, seats: Sequence[Shown], meters: Mapping[str, int]) -> TableLedger:
    """The settled table within the payout limit, each ledger with the wagers that cannot be judged.

    These may change what another seat is paid: by a meter that they may have emptied before, or by a payout limit that they may have reached.
    Such a line cannot be judged either.
    """
    settled = house.settle([seat.seat for seat in seats], meters)
    if not any(seat.unjudged for seat in seats):
        return settled
    unlimited = house.game.settle([seat.seat for seat in seats], meters, house.rules)
    certain = sum(map(paid_by_house, unlimited.seats))
    highest = certain + sum(_most_by_house(house, *bet) for seat in seats for bet in seat.unjudged.items())
    emptied: set[str] = set()
    ledgers = []
    for seat, ledger, in_full in zip(seats, settled.seats, unlimited.seats, strict=True):
        unjudged = [left_open(house, wager, cents, meters, beside=certain) for wager, cents in seat.unjudged.items()]
        lines = []
        for line, unlimited_line in zip(ledger.lines, in_full.lines, strict=True):
            least = _within(house, unlimited_line, highest - line_by_house(unlimited_line))
            if line.from_meter and line.wager in emptied:
                least = replace(least, net=least.net - least.from_meter, from_meter=0, note="the meter stands at 0.00")
            if least.net < line.net:
                unjudged.append(Unjudged(line.wager, line.bet, AFTER_ANOTHER, least, line))
            else:
                lines.append(line)
        emptied |= doubtful_meters(house.game, house.rules, seat.unjudged)
        ledgers.append(Ledger(tuple(lines), tuple(unjudged)))
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
    shared = {wager for table in rules.paytables.values() if table.shares_meter for wager in table.form.wagers}
    return {wager for wager in unjudged if wager in game.meters and wager in shared}


def _of_meter(ledger: Ledger, meter: str) -> int:
    """What a meter pays on a ledger."""
    return sum(line.from_meter for line in ledger.lines if line.wager == meter)


def _most_by_house(house: House, wager: str, cents: int) -> int:
    """The most that the house can owe on a wager that cannot be judged."""
    return max(map(line_by_house, lines_of_a_fold(house.game, house.rules, wager, cents)))


def _within(house: House, line: LedgerLine, others: int) -> LedgerLine:
    """A line as it is within the house's limit where the house owes so much beside it."""
    total = others + line_by_house(line)
    return line if house.limit is None or total <= house.limit else reduced(line, house.limit, total)


def _by_net(line: LedgerLine) -> tuple[int, str]:
    """The order of lines by what is owed; of equal ones by name, so that it is the same everywhere."""
    return line.net, line.row


def _with_any_cards(game: Game, deal: Deal) -> Deal:
    """The deal with cards in the places of those that nobody saw; no line that is judged depends on them."""
    lying = {*deal.player, *deal.dealer, *deal.board}
    others = (card for card in game.deck.cards if card not in lying)

    def filled(hand: Hand, needed: int) -> Hand:
        return (*hand, *(next(others) for _ in range(needed - len(hand))))

    return Deal(filled(deal.player, game.player_cards), deal.dealer, filled(deal.board, game.board_cards))
