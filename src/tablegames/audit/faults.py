"""What can be wrong in a log: rounds that cannot have been, and payments that were not what is owed, in the floor's words."""

from __future__ import annotations

from enum import StrEnum


class Impossible(StrEnum):
    """Why a round cannot have been as it is logged.  The first that fits names the round; the first nine are those of ``kernels/logs.py``, in its order."""

    UNKNOWN_CARD = "unknown card"
    NOT_IN_DECK = "card not in the deck"
    WRONG_COUNT = "wrong number of cards"
    DEALER_DIFFERS = "dealer's hand differs between seats"
    BOARD_DIFFERS = "board differs between seats"
    TWICE_IN_HAND = "card twice in a hand"
    AT_TWO_SEATS = "card at two seats"
    WITH_DEALER = "card with the dealer too"
    ON_BOARD = "card on the board too"
    NOT_COMPLETED = "round not completed"
    SEAT_NUMBER = "seat number not of the table"
    SEAT_ORDER = "seat twice or out of order"
    VOID_IN_PART = "void for some seats only"
    NOT_SET = "hand not set as three and two"
    WAGERS = "wagers not allowed"
    BET_AND_FOLD = "raise and fold"
    NO_DECISION = "no raise and no fold"
    NO_FOLD = "fold where the game has none"
    OUT_OF_TURN = "decision out of turn"
    NOT_ALLOWED = "illegal raise"
    NO_DEALER = "dealer's cards missing"
    NOT_AT_EVERY_SEAT = "seat without a wager that every seat must make"
    UNEQUAL = "wagers that must be equal differ"
    LEDGER_DIFFERS = "wager in the ledger is not the one made"
    PAID_WITHOUT_BET = "paid without a bet"
    PAYMENT_MISSING = "payment missing"
    METER_MISSING = "meter missing"
    USED_BEFORE = "round id used before"

    @property
    def code(self) -> int:
        """A small number from 1; of several faults in a round the least counts."""
        return CODE_OF[self]


KINDS = tuple(Impossible)
CODE_OF = {kind: code for code, kind in enumerate(KINDS, start=1)}


class Wrong(StrEnum):
    """How a payment differs from what is owed."""

    WIN_TAKEN = "win taken"
    WIN_RETURNED = "win returned as a push"
    WIN_UNDERPAID = "win underpaid"
    WIN_OVERPAID = "win overpaid"
    PUSH_TAKEN = "push taken"
    PUSH_PAID = "push paid"
    LOSS_RETURNED = "loss returned as a push"
    LOSS_PAID = "loss paid"
    PARTLY_TAKEN = "wager taken in part"
    TOO_MUCH_TAKEN = "more taken than owed"


def wrong(bet: int, owed: int, paid: int) -> Wrong | None:
    """How a payment is wrong, all in cents and on top of the stake; none where it is right.

    >>> wrong(1000, 1000, 1000), wrong(1000, 1500, -1000), wrong(1000, 0, 1000)
    (None, <Wrong.WIN_TAKEN: 'win taken'>, <Wrong.PUSH_PAID: 'push paid'>)
    """
    if paid == owed:
        return None
    if paid > 0:
        if owed > 0:
            return Wrong.WIN_OVERPAID if paid > owed else Wrong.WIN_UNDERPAID
        return Wrong.LOSS_PAID if owed < 0 else Wrong.PUSH_PAID
    if paid == 0:
        return Wrong.WIN_RETURNED if owed > 0 else Wrong.LOSS_RETURNED
    if paid < -bet or paid < owed < 0:
        return Wrong.TOO_MUCH_TAKEN
    if paid == -bet:
        return Wrong.WIN_TAKEN if owed > 0 else Wrong.PUSH_TAKEN
    return Wrong.PARTLY_TAKEN
