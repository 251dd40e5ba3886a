"""Settles boards of five: the dealer's hands against two hole cards, counted by showdown.  Compiled.

A *settled* board is a row of six int16: the player's category, then how many dealer hands give each
:class:`~tablegames.shapes.holdem.rules.Showdown` from 1 to 5; these sum to the number of dealer hands, at most 990.

In seven cards a flush excludes a full house and four of a kind: it takes five ranks, they leave at most four.  So a
hand is worth the greater of its value by ranks alone and its entry in the table of flushes, 0 below five cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator import FLUSH_FLAGS, HAND_START, ROW_SHIFT, TWO_MORE, suit_of_flush
from tablegames.kernels.evaluator_tables import CATEGORY_BITS, SUIT_FIELDS, Tables

Counts = tuple[int, int, int, int, int]

WIN, WIN_NOT_QUALIFIED, TIE, LOSE, LOSE_NOT_QUALIFIED = 1, 2, 3, 4, 5
"""The columns of a settled board: the codes of :class:`~tablegames.shapes.holdem.rules.Showdown`."""
NOT_QUALIFIED, STRONG = 6, 7
"""Two columns that only a board settled by ranks has: dealer hands below a pair, and from a full house on."""

_PAIR = np.uint16(1 << CATEGORY_BITS)
_FULL_HOUSE = np.uint16(6 << CATEGORY_BITS)
_STRAIGHT_FLUSH = np.uint16(8 << CATEGORY_BITS)
_BOARD_START = HAND_START + TWO_MORE
"""The start of a board's word: its flags are the suits of which it has three or more."""
_ONE = np.uint64(1)
_SUIT_FIELDS = np.uint64(SUIT_FIELDS)


@njit(cache=True, nogil=True)
def ranks_in(codes: NDArray[np.uint8], suit: np.uint64) -> np.uint64:
    """The ranks of those cards that are of ``suit``, as a set of 13 bits, deuce lowest."""
    ranks = np.uint64(0)
    for code in codes:
        ranks |= np.uint64(code & 3 == suit) << np.uint64(code >> 2)
    return ranks


@njit(cache=True, nogil=True)
def compare(
    key: np.uint32, suited: np.uint64, suit: np.uint64, player: np.uint16, rest: NDArray[np.uint8], tables: Tables
) -> Counts:
    """All dealer hands out of ``rest`` against the value ``player``: the five counts of a settled board.

    The board is its key by ranks and the set of its ranks in ``suit``, the only suit in which the dealer can have a
    flush; the set may be empty.
    """
    words, rows, values, flushes = tables
    size = np.uint64(len(rest))
    keys = np.empty(size, dtype=np.uint32)
    sets = np.zeros(size, dtype=np.uint64)
    for card in range(size):
        code = np.uint64(rest[card])
        keys[card] = np.uint32(words[code])
        if code & np.uint64(3) == suit:
            sets[card] = _ONE << (code >> np.uint64(2))
    below = equal = below_unqualified = unqualified = 0
    for first in range(size):
        first_key = np.uint32(key + keys[first])
        first_set = suited | sets[first]
        for second in range(np.uint64(0), first):
            both = np.uint32(first_key + keys[second])
            dealer = max(values[np.uint32(rows[both >> ROW_SHIFT] + both)], flushes[first_set | sets[second]])
            below += dealer < player
            equal += dealer == player
            unqualified += dealer < _PAIR
            below_unqualified += dealer < min(player, _PAIR)
    tied_unqualified = equal if player < _PAIR else 0
    above = len(rest) * (len(rest) - 1) // 2 - below - equal
    above_unqualified = unqualified - below_unqualified - tied_unqualified
    return below - below_unqualified, below_unqualified, equal, above - above_unqualified, above_unqualified


@njit(cache=True, nogil=True)
def settle(
    boards: NDArray[np.uint8],
    hole: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    tables: Tables,
    settled: NDArray[np.int16],
) -> None:
    """Settles ``boards`` uint8 (n, 5) one dealer hand at a time.

    ``deck`` uint8 holds the cards not seen before the boards were dealt; ``settled`` int16 (n, 6) is filled.
    """
    words, rows, values, flushes = tables
    rest = np.empty(len(deck), dtype=np.uint8)
    for index in range(len(boards)):
        word = _BOARD_START
        seen = np.uint64(0)
        for code in boards[index]:
            word += words[code]
            seen |= _ONE << np.uint64(code)
        left = 0
        for code in deck:
            if seen >> np.uint64(code) & _ONE == 0:
                rest[left] = code
                left += 1
        key = np.uint32(word)
        flags = word & FLUSH_FLAGS
        suit = suit_of_flush(flags)
        suited = own = np.uint64(0)
        if flags != 0:
            suited, own = ranks_in(boards[index], suit), ranks_in(hole, suit)
        both = np.uint32(key + words[hole[0]] + words[hole[1]])
        player = max(values[np.uint32(rows[both >> ROW_SHIFT] + both)], flushes[suited | own])
        settled[index, 0] = player >> CATEGORY_BITS
        counts = compare(key, suited, suit, player, rest[:left], tables)
        for showdown in range(5):
            settled[index, 1 + showdown] = counts[showdown]


@njit(cache=True, nogil=True)
def settle_ranks(
    multisets: NDArray[np.int64],
    left: NDArray[np.int64],
    hole_key: np.uint32,
    rank_keys: NDArray[np.uint32],
    tables: Tables,
    players: NDArray[np.uint16],
    settled: NDArray[np.int16],
) -> None:
    """Settles every multiset of five ranks as if there were no flushes, with two columns more.

    ``left`` int64 (13,): cards not seen before the board, by rank.  The row of a multiset is its own five-card value
    without flushes, which no other multiset has: ``players`` uint16 (n,), the value of the player's hand, and
    ``settled`` int16 (n, 8), zero before, are filled at that row.  Two ranks p, q stand for n_p n_q dealer hands, or
    C(n_p, 2) if equal, where n are the cards left beside the board.  Multisets that the deck cannot give are passed
    over.
    """
    rows, values = tables.rows, tables.values
    free = np.empty(13, dtype=np.int64)
    for multiset in multisets:
        for rank in range(13):
            free[rank] = left[rank]
        key = np.uint32(0)
        possible = True
        for rank in multiset:
            possible &= free[rank] > 0
            free[rank] -= 1
            key = np.uint32(key + rank_keys[rank])
        if not possible:
            continue
        row = values[np.uint32(rows[key >> ROW_SHIFT] + key)]
        both = np.uint32(key + hole_key)
        player = values[np.uint32(rows[both >> ROW_SHIFT] + both)]
        players[row] = player
        counts = settled[row]
        counts[0] = player >> CATEGORY_BITS
        for high in range(13):
            for low in range(high + 1):
                hands = free[high] * free[low] if low < high else free[high] * (free[high] - 1) // 2
                both = np.uint32(key + rank_keys[high] + rank_keys[low])
                if hands == 0:
                    continue
                dealer = values[np.uint32(rows[both >> ROW_SHIFT] + both)]
                if dealer == player:
                    counts[TIE] += hands
                elif dealer < player:
                    counts[WIN_NOT_QUALIFIED if dealer < _PAIR else WIN] += hands
                else:
                    counts[LOSE_NOT_QUALIFIED if dealer < _PAIR else LOSE] += hands
                if dealer < _PAIR:
                    counts[NOT_QUALIFIED] += hands
                elif dealer >= _FULL_HOUSE:
                    counts[STRONG] += hands


@njit(cache=True, nogil=True)
def flush_changes(
    key: np.uint32, suited: np.uint64, free: np.uint64, player: np.uint16, rank_keys: NDArray[np.uint32], tables: Tables
) -> tuple[int, int, int, int]:
    """How WIN, WIN_NOT_QUALIFIED, TIE and LOSE_NOT_QUALIFIED change when hands in the board's suit count as flushes.

    ``suited`` holds the board's three ranks in the suit, ``free`` the ranks that the deck has left in it: each two of
    these are a dealer hand, taken out as its ranks count and put in as a flush, which always qualifies.
    """
    rows, values, flushes = tables.rows, tables.values, tables.flushes
    keys = np.empty(13, dtype=np.uint32)
    sets = np.empty(13, dtype=np.uint64)
    size = np.uint64(0)
    for rank in range(13):
        if free >> np.uint64(rank) & _ONE != 0:
            keys[size] = rank_keys[rank]
            sets[size] = _ONE << np.uint64(rank)
            size += _ONE
    below = equal = below_unqualified = unqualified = flush_below = flush_equal = 0
    for first in range(size):
        first_key = np.uint32(key + keys[first])
        first_set = suited | sets[first]
        for second in range(np.uint64(0), first):
            both = np.uint32(first_key + keys[second])
            by_ranks = values[np.uint32(rows[both >> ROW_SHIFT] + both)]
            flush = flushes[first_set | sets[second]]
            below += by_ranks < player
            equal += by_ranks == player
            unqualified += by_ranks < _PAIR
            below_unqualified += by_ranks < min(player, _PAIR)
            flush_below += flush < player
            flush_equal += flush == player
    tied_unqualified = equal if player < _PAIR else 0
    return (
        flush_below - (below - below_unqualified),
        -below_unqualified,
        flush_equal - equal,
        -(unqualified - below_unqualified - tied_unqualified),
    )


@njit(cache=True, nogil=True)
def settle_boards(
    highest: int,
    deck: NDArray[np.uint8],
    hole: NDArray[np.uint8],
    players: NDArray[np.uint16],
    by_ranks: NDArray[np.int16],
    rank_keys: NDArray[np.uint32],
    tables: Tables,
    settled: NDArray[np.int16],
) -> None:
    """Settles the boards from ``deck`` whose highest position is ``highest``, in order, into ``settled`` (n, 6).

    The order is colexicographic: positions a < b < c < d < e have the index C(e, 5) + C(d, 4) + C(c, 3) + C(b, 2) + a
    among all boards, so those of one highest position e are C(e, 4) neighbours.

    Without three of a suit: the row of the board's ranks.  With three: the same row, or if the player has a flush a row
    that beats all hands by ranks below a full house (a straight flush beats all of them); then :func:`flush_changes`,
    none of whose hands is a full house by its ranks, since it has five different ones.  With four or five of a suit,
    one board in 22: :func:`compare`.
    """
    words, rows, values, flushes = tables
    size = len(deck)
    dealers = (size - 5) * (size - 6) // 2
    rest = np.empty(size - 5, dtype=np.uint8)
    deck_sets = np.empty(4, dtype=np.uint64)
    own_sets = np.empty(4, dtype=np.uint64)
    for each in range(4):
        deck_sets[each] = ranks_in(deck, np.uint64(each))
        own_sets[each] = ranks_in(hole, np.uint64(each))
    index = 0
    word1 = _BOARD_START + words[deck[highest]]
    for d in range(highest):
        word2 = word1 + words[deck[d]]
        for c in range(d):
            word3 = word2 + words[deck[c]]
            for b in range(c):
                word4 = word3 + words[deck[b]]
                for a in range(b):
                    word = word4 + words[deck[a]]
                    key = np.uint32(word)
                    row = values[np.uint32(rows[key >> ROW_SHIFT] + key)]
                    board = settled[index]
                    index += 1
                    for column in range(6):
                        board[column] = by_ranks[row, column]
                    flags = word & FLUSH_FLAGS
                    if flags == 0:
                        continue
                    suit = suit_of_flush(flags)
                    suited = np.uint64(0)
                    for position in (a, b, c, d, highest):
                        code = deck[position]
                        suited |= np.uint64(code & 3 == suit) << np.uint64(code >> 2)
                    flush = flushes[suited | own_sets[suit]]
                    player = max(players[row], flush)
                    board[0] = player >> CATEGORY_BITS
                    more_than_three = word >> (_SUIT_FIELDS + np.uint64(4) * suit) & np.uint64(7) != 0
                    if more_than_three:
                        left = 0
                        for position in range(size):
                            if position not in (a, b, c, d, highest):
                                rest[left] = deck[position]
                                left += 1
                        counts = compare(key, suited, suit, player, rest, tables)
                        for showdown in range(5):
                            board[1 + showdown] = counts[showdown]
                        continue
                    if flush > 0:
                        strong = by_ranks[row, STRONG] if flush < _STRAIGHT_FLUSH else 0
                        board[WIN] = dealers - by_ranks[row, NOT_QUALIFIED] - strong
                        board[WIN_NOT_QUALIFIED] = by_ranks[row, NOT_QUALIFIED]
                        board[TIE] = board[LOSE_NOT_QUALIFIED] = 0
                    free = deck_sets[suit] & ~suited
                    changes = flush_changes(key, suited, free, player, rank_keys, tables)
                    board[WIN] += changes[0]
                    board[WIN_NOT_QUALIFIED] += changes[1]
                    board[TIE] += changes[2]
                    board[LOSE_NOT_QUALIFIED] += changes[3]
                    others = board[WIN] + board[WIN_NOT_QUALIFIED] + board[TIE] + board[LOSE_NOT_QUALIFIED]
                    board[LOSE] = dealers - others
