"""Irregularities of a round: what may be called, and what it leads to by its reading of procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablegames.core.cards import Card
from tablegames.core.law import Refused, Source
from tablegames.core.wagers import Ledger, TableLedger, pushed
from tablegames.rounds.moves import BOARD, DEALER, READING_OF, Kind, Move, Trouble

if TYPE_CHECKING:  # a round imports this module
    from tablegames.rounds.round import Round


def verify_trouble(round_: Round, move: Move) -> None:
    """Refuse an irregularity that cannot be: unknown, too early or late, or at a place or with a card that is not there."""
    try:
        trouble, card = Trouble(move.value[0]), move.value[1]
    except (ValueError, TypeError, IndexError):
        raise Refused(f"an irregularity is one of {', '.join(Trouble)}, and a card or none") from None
    lying = {**{str(seat.number): seat.cards for seat in round_.seats}, DEALER: round_.dealer, BOARD: round_.board}
    if round_.phase in (Kind.BET, Kind.DISCARD):
        raise Refused(f"{trouble}: nothing is dealt, or all is settled")
    if move.place and move.place not in lying:
        raise Refused(f"{trouble}: {move.place!a} is no place of this table: {', '.join(lying)}")
    if trouble in (Trouble.DEAD_HAND, Trouble.PLAYER_LEAVES):
        if move.place not in [str(seat.number) for seat in round_.seats if not seat.dead]:
            raise Refused(f"{trouble}: seat {move.place!a} has no live hand")
        if round_.phase is Kind.SETTLE:
            raise Refused(f"{trouble}: the hands are revealed")
    if card is not None and not isinstance(card, Card):
        raise Refused(f"{trouble}: {card!a} is not a card")
    if card is not None and card not in round_.game.deck:
        raise Refused(f"{trouble}: {card} is not in {round_.game.deck.name}", cites=(round_.game.dealing,))
    if trouble is Trouble.EXPOSED_IN_SHOE and (card is None or round_.seen >> card & 1):
        raise Refused(f"{trouble}: name the card, one that is still in the shoe")
    if trouble is Trouble.EXPOSED_WHILE_DEALT and card is not None:
        where = [place for place, cards in lying.items() if card in cards]
        if not where or move.place not in ("", *where):
            raise Refused(f"{trouble}: {card} has not been dealt there")


def after_trouble(round_: Round, move: Move) -> Round:
    """What an irregularity leads to, by its reading."""
    trouble, card = Trouble(move.value[0]), move.value[1]
    policy = round_.policy(READING_OF[trouble])
    if policy == "void-round":
        return voided(round_, trouble)
    if policy == "card-discarded":
        after = round_._replace(seen=round_.seen | 1 << card)
        return after if len(after.left) >= after.due else voided(round_, trouble)
    if policy == "holder-decides" and not (move.place.isdigit() or any(card in seat.cards for seat in round_.seats)):
        return voided(round_, trouble)
    if policy in ("card-stands", "holder-decides"):
        return round_._replace(exposed=(*round_.exposed, *((card,) if card is not None else ())))
    number = int(move.place)
    if policy == "fold":
        seat = next(seat for seat in round_.seats if seat.number == number)
        if seat.decided:
            return round_
        if len(seat.cards) == round_.game.player_cards:
            return round_.with_decision(number, round_.absent(seat)).proceed()
        return round_._replace(seats=round_.changed(number, lambda seat: {"absent": True}))
    return round_._replace(seats=round_.changed(number, lambda seat: {"dead": True})).proceed()


def voided(round_: Round, trouble: Trouble) -> Round:
    """The round without effect: every wager is returned, and the meters stand as before it."""
    cites, row = (READING_OF[trouble],), f"void: {trouble}"
    ledgers = (
        Ledger(
            tuple(pushed(w, bet, row, cites=cites, source=Source.INFERRED) for w, bet in round_.bets_of(seat).items())
        )
        for seat in round_.seats
    )
    ledger = TableLedger(tuple(ledgers), round_.meters_before)
    return round_._replace(void=trouble.value, over=True, ledger=ledger, meters=round_.meters_before)
