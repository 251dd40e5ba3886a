"""Reads and checks the cards of logged rounds: text to codes straight from Arrow's buffers, and cards that cannot lie as they do; and tells rounds' ids apart.

Cards are codes, ``4 * (rank - 2) + suit``, the joker 52, in uint8.  Text is read as :func:`tablegames.core.cards.parse_cards` reads it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
Bools = NDArray[np.bool_]

NONE = 255
_JOKER = 52

UNKNOWN, NOT_IN_DECK, COUNT, DEALER_DIFFERS, BOARD_DIFFERS, IN_HAND, AT_TWO_SEATS, WITH_DEALER, ON_BOARD = range(1, 10)
"""What is wrong with the cards of a row; 0 where nothing is, and the least where several things are."""


def _letters() -> tuple[Bytes, Bytes]:
    """Of each byte the rank and the suit it stands for, uint8 (256,), 255 for none."""
    ranks, suits = np.full(256, NONE, np.uint8), np.full(256, NONE, np.uint8)
    for table, signs in ((ranks, "23456789TJQKA"), (suits, "cdhs")):
        for place, sign in enumerate(signs):
            table[ord(sign.upper())] = table[ord(sign.lower())] = place
    return ranks, suits


RANKS, SUITS = _letters()


@njit(cache=True, nogil=True)
def read_cards(
    offsets: NDArray[np.int32], data: Bytes, ranks: Bytes, suits: Bytes, codes: Bytes, counts: Bytes, cuts: Bytes
) -> None:
    """The cards of texts ``data[offsets[i]:offsets[i + 1]]``.

    ``codes`` (n, most) takes the first cards of each, ``counts`` (n,) how many there are (250 and more as 250, 255 where a token is no card),
    ``cuts`` (n,) the number of cards before the one slash that sets a hand (0 where there is none, 255 where it stands first or twice).
    """
    for row in range(codes.shape[0]):
        place, end = np.int64(offsets[row]), np.int64(offsets[row + 1])
        held, cut = 0, 0
        while place < end:
            byte = data[place]
            following = np.int64(data[place + 1]) if place + 1 < end else 0
            if byte in (32, 44, 9, 10, 13):
                place += 1
                continue
            if byte == 47:
                cut = NONE if held == 0 or cut else held
                place += 1
                continue
            length, code = 1, NONE
            rank = ranks[byte]
            if byte == 49 and following == 48:
                length, rank = 2, np.uint8(8)
            at = place + length
            if rank != NONE and at < end:
                if suits[data[at]] != NONE:
                    code, length = 4 * rank + suits[data[at]], length + 1
                elif at + 2 < end and data[at] == 0xE2 and data[at + 1] == 0x99:
                    sign = data[at + 2]
                    suit = (
                        0 if sign == 0xA3 else 1 if sign == 0xA6 else 2 if sign == 0xA5 else 3 if sign == 0xA0 else -1
                    )
                    if suit >= 0:
                        code, length = 4 * rank + suit, length + 3
                        at += 3
                        if at + 2 < end and data[at] == 0xEF and data[at + 1] == 0xB8 and data[at + 2] == 0x8F:
                            length += 3
            if code == NONE and byte | 32 == 106:  # j: the joker
                if following | 32 == 107:
                    code, length = _JOKER, 2
                elif (
                    place + 4 < end and following | 32 == 111 and data[place + 2] | 32 == 107
                    and data[place + 3] | 32 == 101 and data[place + 4] | 32 == 114
                ):  # fmt: skip
                    code, length = _JOKER, 5
            if code == NONE:
                held = NONE
                break
            if held < codes.shape[1]:
                codes[row, held] = code
            held = min(held + 1, 250)
            place += length
        counts[row], cuts[row] = held, cut


@njit(cache=True, nogil=True)
def check_cards(
    player: Bytes, players: Bytes, dealer: Bytes, dealers: Bytes, board: Bytes, boards: Bytes,
    first: NDArray[np.bool_], partial: NDArray[np.bool_], needed: tuple[int, int, int], deck: int, faults: Bytes,
) -> None:  # fmt: skip
    """What is wrong with the cards of each row, into ``faults`` (n,).

    ``player`` (n, cards) with ``players`` (n,) how many, and so for dealer and board; ``first``: whether a row begins a round; ``partial``: whether it may
    have fewer cards than ``needed``; the dealer's may be missing altogether, which the caller judges.  ``deck`` is 52 or 53.
    """
    dealt, dealers_own, on_board = np.uint64(0), np.uint64(0), np.uint64(0)
    for row in range(player.shape[0]):
        fault = 0
        own, twice = _set_of(player, players, row)
        theirs, dealer_twice = _set_of(dealer, dealers, row)
        community, board_twice = _set_of(board, boards, row)
        if first[row]:
            dealt, dealers_own, on_board = np.uint64(0), theirs, community
        too_many = players[row] > needed[0] or dealers[row] > needed[1] or boards[row] > needed[2]
        too_few = players[row] < needed[0] or 0 < dealers[row] < needed[1] or boards[row] < needed[2]
        if players[row] == NONE or dealers[row] == NONE or boards[row] == NONE:
            fault = UNKNOWN
        elif (own | theirs | community) >> np.uint64(deck) != 0:
            fault = NOT_IN_DECK
        elif too_many or (too_few and not partial[row]):
            fault = COUNT
        elif theirs != dealers_own:
            fault = DEALER_DIFFERS
        elif community != on_board:
            fault = BOARD_DIFFERS
        elif twice or dealer_twice:
            fault = IN_HAND
        elif board_twice:
            fault = ON_BOARD
        elif own & dealt:
            fault = AT_TWO_SEATS
        elif own & dealers_own:
            fault = WITH_DEALER
        elif (own | dealers_own) & on_board:
            fault = ON_BOARD
        dealt |= own
        faults[row] = fault


@njit(cache=True, nogil=True)
def _set_of(cards: Bytes, counts: Bytes, row: int) -> tuple[np.uint64, bool]:
    """The cards of a row as bits, and whether one is there twice; of a row with too many cards, those that were read."""
    held, twice = np.uint64(0), False
    if counts[row] != NONE:
        for place in range(min(np.int64(counts[row]), cards.shape[1])):
            bit = np.uint64(1) << np.uint64(cards[row, place])
            twice |= held & bit != 0
            held |= bit
    return held, twice


@njit(cache=True, nogil=True)
def add_by(codes: NDArray[np.int32], values: Longs, sums: Longs) -> None:
    """Adds ``values`` (n,) to ``sums`` by code; a code below 0 counts as the last."""
    for row in range(codes.shape[0]):
        sums[codes[row]] += values[row]


@njit(cache=True, nogil=True)
def _scattered(value: np.uint64) -> np.uint64:
    """A number as another of 64 bits, each to one: the last steps of MurmurHash3."""
    value = (value ^ (value >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    value = (value ^ (value >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return value ^ (value >> np.uint64(33))


@njit(cache=True, nogil=True)
def hash_numbers(values: Longs, hashes: Words) -> None:
    """Mixes whole numbers (n,) into ``hashes`` (n,)."""
    for row in range(len(values)):
        hashes[row] = _scattered(hashes[row] ^ np.uint64(values[row]))


@njit(cache=True, nogil=True)
def hash_texts(offsets: NDArray[np.int32], data: Bytes, hashes: Words) -> None:
    """Mixes the texts ``data[offsets[i]:offsets[i + 1]]`` into ``hashes`` (n,)."""
    for row in range(len(hashes)):
        value = hashes[row] ^ np.uint64(offsets[row + 1] - offsets[row])
        for place in range(offsets[row], offsets[row + 1]):
            value = (value ^ np.uint64(data[place])) * np.uint64(0x100000001B3)
        hashes[row] = _scattered(value)


@njit(cache=True, nogil=True)
def find_again(hashes: Words, slots: Words, again: Bools) -> None:
    """Marks those of ``hashes`` (n,) that came before in them.  ``slots`` are 0, a power of 2 and more than n; 0 and 1 count as one value."""
    mask = np.uint64(len(slots) - 1)
    for row in range(len(hashes)):
        value = max(hashes[row], np.uint64(1))
        slot = value & mask
        while slots[slot] not in (np.uint64(0), value):
            slot = (slot + np.uint64(1)) & mask
        again[row] = slots[slot] == value
        slots[slot] = value
