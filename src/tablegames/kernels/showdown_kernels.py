"""The compiled parts of :mod:`~tablegames.kernels.showdown`: boards settled, pushed into flops, and counted as facts.

A *settled* board is a row of six int16: the player's category, then how many dealer hands give each
:class:`~tablegames.holdem.Showdown` from 1 to 5; they sum to the number of dealer hands, at most 990.  A *net* is int64
(3, 10, 6): what a fact is worth by multiple 0, 1, 2, the player's category and the showdown.

In seven cards a flush excludes a full house and four of a kind (it takes five ranks, they leave at most four), so a hand's value
is the greater of its value by ranks alone and of the table's flush, which is 0 for fewer than five cards.

The boards drawn from a deck of n cards stand in colexicographic order: positions a < b < c < d < e have the index
C(e, 5) + C(d, 4) + C(c, 3) + C(b, 2) + a, so the boards of one highest position e are neighbours.  Flops likewise.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tablegames.kernels.evaluator import FLUSH_FLAGS, HAND_START, ROW_SHIFT, TWO_MORE, suit_of_flush
from tablegames.kernels.evaluator_tables import CATEGORY_BITS, SUIT_FIELDS

WIN, WIN_NOT_QUALIFIED, TIE, LOSE, LOSE_NOT_QUALIFIED = 1, 2, 3, 4, 5
"""The columns of a settled board: the codes of :class:`~tablegames.holdem.Showdown`."""
NOT_QUALIFIED, STRONG = 6, 7
"""Two more columns by ranks alone: dealer hands below a pair, and from a full house on."""

_PAIR = np.uint16(1 << CATEGORY_BITS)
_FULL_HOUSE = np.uint16(6 << CATEGORY_BITS)
_STRAIGHT_FLUSH = np.uint16(8 << CATEGORY_BITS)
_BOARD_START = HAND_START + TWO_MORE
"""The start of a board's word: its flags are the suits of which it has three or more."""
_ONE = np.uint64(1)
_SUIT_FIELDS = np.uint64(SUIT_FIELDS)


@njit(cache=True, nogil=True)
def compare(key, suited, suit, player, rest, words, rows, values, flushes):  # type: ignore[no-untyped-def]
    """All dealer hands out of ``rest`` against the value ``player``: the five counts of a settled board.

    The board is its key by ranks and the set of its ranks in ``suit``, the only suit in which the dealer can have a flush;
    the set may be empty.
    """
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
def settle(boards, hole, deck, words, rows, values, flushes, settled):  # type: ignore[no-untyped-def]
    """Settles ``boards`` uint8 (n, 5) one dealer hand at a time; ``deck`` uint8 holds the cards not seen when they were dealt."""
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
            for code in boards[index]:
                suited |= np.uint64(code & 3 == suit) << np.uint64(code >> 2)
            for code in hole:
                own |= np.uint64(code & 3 == suit) << np.uint64(code >> 2)
        both = np.uint32(key + words[hole[0]] + words[hole[1]])
        player = max(values[np.uint32(rows[both >> ROW_SHIFT] + both)], flushes[suited | own])
        settled[index, 0] = player >> CATEGORY_BITS
        counts = compare(key, suited, suit, player, rest[:left], words, rows, values, flushes)
        for showdown in range(5):
            settled[index, 1 + showdown] = counts[showdown]


@njit(cache=True, nogil=True)
def settle_ranks(multisets, left, hole_key, rank_keys, rows, values, players, settled):  # type: ignore[no-untyped-def]
    """Settles every multiset of five ranks as if there were no flushes, with the two columns of high and strong hands.

    ``left`` int64 (13,): cards not seen before the board, by rank.  The row of a multiset is its own five-card value without
    flushes, which no other multiset has: ``players`` uint16 and ``settled`` int16 (n, 8) at that row, zero before.  Two ranks p, q stand for
    n_p n_q dealer hands, or C(n_p, 2) if equal, of the n cards left beside the board.  Multisets that the deck cannot
    give are passed over.
    """
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
def flush_changes(key, suited, free, player, rank_keys, rows, values, flushes):  # type: ignore[no-untyped-def]
    """How WIN, WIN_NOT_QUALIFIED, TIE and LOSE_NOT_QUALIFIED change when hands in the board's suit count as flushes.

    ``suited`` holds the board's three ranks in the suit, ``free`` the ranks that the deck has left in it: each two of these
    are a dealer hand, taken out as its ranks count and put in as a flush, which always qualifies.
    """
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
def settle_boards(  # type: ignore[no-untyped-def]
    highest, deck, hole, players, by_ranks, rank_keys, words, rows, values, flushes, settled
):
    """Settles all boards from ``deck`` whose highest position is ``highest``, in order, into ``settled`` (C(highest, 4), 6).

    Without three of a suit: the row of the board's ranks.  With three: the same row, or if the player has a flush a row that
    beats all hands by ranks below a full house (a straight flush beats all of them); then :func:`flush_changes`, none of whose hands is a full house by
    its ranks, since it has five different ones.  With four or five: :func:`compare`.
    """
    size = len(deck)
    dealers = (size - 5) * (size - 6) // 2
    rest = np.empty(size - 5, dtype=np.uint8)
    deck_sets = np.zeros(4, dtype=np.uint64)
    for code in deck:
        deck_sets[code & 3] |= _ONE << np.uint64(code >> 2)
    own_sets = np.zeros(4, dtype=np.uint64)
    for code in hole:
        own_sets[code & 3] |= _ONE << np.uint64(code >> 2)
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
                        counts = compare(key, suited, suit, player, rest, words, rows, values, flushes)
                        for showdown in range(5):
                            board[1 + showdown] = counts[showdown]
                        continue
                    if flush > 0:
                        strong = by_ranks[row, STRONG] if flush < _STRAIGHT_FLUSH else 0
                        board[WIN] = dealers - by_ranks[row, NOT_QUALIFIED] - strong
                        board[WIN_NOT_QUALIFIED] = by_ranks[row, NOT_QUALIFIED]
                        board[TIE] = board[LOSE_NOT_QUALIFIED] = 0
                    free = deck_sets[suit] & ~suited
                    changes = flush_changes(key, suited, free, player, rank_keys, rows, values, flushes)
                    board[WIN] += changes[0]
                    board[WIN_NOT_QUALIFIED] += changes[1]
                    board[TIE] += changes[2]
                    board[LOSE_NOT_QUALIFIED] += changes[3]
                    others = board[WIN] + board[WIN_NOT_QUALIFIED] + board[TIE] + board[LOSE_NOT_QUALIFIED]
                    board[LOSE] = dealers - others


@njit(cache=True, nogil=True)
def flops_of(a, b, c, d, e, pairs, triples):  # type: ignore[no-untyped-def]
    """The indices of the ten flops in a board of rising positions; ``pairs`` and ``triples`` hold C(n, 2) and C(n, 3)."""
    ab, ac, bc, ad, bd, cd = pairs[b] + a, pairs[c] + a, pairs[c] + b, pairs[d] + a, pairs[d] + b, pairs[d] + c
    return (
        *(triples[c] + ab, triples[d] + ab, triples[e] + ab, triples[d] + ac, triples[e] + ac),
        *(triples[d] + bc, triples[e] + bc, triples[e] + ad, triples[e] + bd, triples[e] + cd),
    )


@njit(cache=True, nogil=True)
def push(highest, settled, net, pairs, triples, bets, checks):  # type: ignore[no-untyped-def]
    """Adds each settled board of one highest position to its ten flops: its worth after a flop bet, and after a check.

    ``bets`` and ``checks`` are int64 (C(n, 3),).  A check leads to the better of a raise and a fold after the last card.
    """
    index = 0
    for d in range(highest):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    board = settled[index]
                    index += 1
                    hand = board[0]
                    bet = raised = dealers = 0
                    for showdown in range(1, 6):
                        count = np.int64(board[showdown])
                        bet += count * net[2, hand, showdown]
                        raised += count * net[1, hand, showdown]
                        dealers += count
                    check = max(raised, dealers * net[0, hand, 0])
                    for flop in flops_of(a, b, c, d, highest, pairs, triples):
                        bets[flop] += bet
                        checks[flop] += check


@njit(cache=True, nogil=True)
def pull(highest, flop_bets, pairs, triples, weights):  # type: ignore[no-untyped-def]
    """From how many of its ten flops, those with a bet, each board of one highest position comes: the transpose of :func:`push`."""
    index = 0
    for d in range(highest):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    weight = 0
                    for flop in flops_of(a, b, c, d, highest, pairs, triples):
                        weight += flop_bets[flop]
                    weights[index] = weight
                    index += 1


@njit(cache=True, nogil=True)
def count_facts(settled, bets, ways, net, histogram):  # type: ignore[no-untyped-def]
    """Counts settled boards as facts into ``histogram`` int64 (3, 10, 6) by multiple, category and showdown.

    Each board counts ``ways`` times: ``bets`` uint8 (n,) of these after a bet on the flop, the others after the decision
    at the river.  A raise that is worth as much as a fold is made.
    """
    for index in range(len(settled)):
        board = settled[index]
        hand = board[0]
        raised = dealers = 0
        for showdown in range(1, 6):
            count = np.int64(board[showdown])
            raised += count * net[1, hand, showdown]
            dealers += count
        bet = np.int64(bets[index])
        checked = ways - bet
        raises = raised >= dealers * net[0, hand, 0]
        for showdown in range(1, 6):
            count = np.int64(board[showdown])
            histogram[2, hand, showdown] += bet * count
            if raises:
                histogram[1, hand, showdown] += checked * count
        if not raises:
            histogram[0, hand, 0] += checked * dealers
