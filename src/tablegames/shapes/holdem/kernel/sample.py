"""Rounds of Hold 'Em as they are dealt: what each seat decides by the tables, and the fact code that comes of it.

Cards are uint8 (places, rounds), a round a column: five community cards, the first three of them the flop, the dealer's
two, and two for each seat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator import ALL_RANKS, FLUSH_FLAGS, HAND_START, rank_set, suit_of_flush
from tablegames.kernels.evaluator_tables import CATEGORY_BITS, Tables
from tablegames.kernels.random_deals import BLOCK, Stream, deal_block
from tablegames.shapes.holdem.kernel.concrete import (
    POCKET_OF_HOLE,
    board_row,
    flop_number,
    hole_number,
    renamed,
    value_of_key,
)
from tablegames.shapes.holdem.kernel.decisions import Decisions
from tablegames.shapes.holdem.kernel.types import WIDTH, Int
from tablegames.shapes.holdem.kernel.values import FLOP, RIVER
from tablegames.shapes.holdem.rules import Pocket, Showdown

Cards = NDArray[np.uint8]
Multiples = NDArray[np.int8]
Codes = NDArray[np.uint16]

DEALER, SEATS = 5, 7
"""Where the dealer's hole and the seats' begin, after the board."""
DECK = 52
POCKETS, CATEGORIES, SHOWDOWNS = len(Pocket), len(PokerHand), len(Showdown)
_FOUR_BITS = np.uint64(4)


@njit(cache=True, nogil=True)
def decide(tables: Tables, decisions: Decisions, cards: Cards, rounds: Int, multiples: Multiples) -> None:
    """Set the raise multiple of every seat, (seats, rounds); 0 is a fold.  A seat looks at its own cards and the board.

    All three decisions are looked up and the first raise is taken: branches here would often be predicted wrongly, which
    costs more than twice as much.
    """
    for index in range(rounds):
        row, suit = board_row(cards, index, tables)
        flop = flop_number(np.int64(cards[0, index]), np.int64(cards[1, index]), np.int64(cards[2, index]))
        flop_row, suits = np.int64(decisions.names.row[flop]), np.int64(decisions.names.suits[flop])
        for seat in range(multiples.shape[0]):
            first, second = np.int64(cards[SEATS + 2 * seat, index]), np.int64(cards[SEATS + 2 * seat + 1, index])
            low, high = min(first, second), max(first, second)
            hole = hole_number(low, high)
            before = np.int64(decisions.preflop[hole])
            one, other = renamed(low, suits), renamed(high, suits)
            place = hole_number(min(one, other), max(one, other))
            on_flop = np.int64(decisions.flops[flop_row, place >> 3]) >> (place & 7) & 1
            block = np.int64(high & 3 == suit) + 2 * np.int64(low & 3 == suit)
            place = row + block * WIDTH + np.int64(decisions.pairs[hole])
            after = np.int64(decisions.boards[place >> 3]) >> (place & 7) & 1
            later = FLOP * on_flop + RIVER * (after & ~on_flop)
            multiples[seat, index] = before + later * np.int64(before == 0)


@njit(cache=True, nogil=True)
def _value(cards: Cards, place: Int, index: Int, board: Int, sets: np.uint64, tables: Tables) -> Int:
    """The value of the hole at ``place`` and the one after it with the board, its words' sum and its ranks in each suit."""
    word = board
    for card in range(place, place + 2):
        word += np.int64(tables.words[cards[card, index]])
        sets |= rank_set(cards[card, index])
    flags = (np.uint64(word) + HAND_START) & FLUSH_FLAGS
    if flags == np.uint64(0):
        return value_of_key(word, tables)
    return np.int64(tables.flushes[sets >> (suit_of_flush(flags) << _FOUR_BITS) & ALL_RANKS])


@njit(cache=True, nogil=True)
def code_rounds(tables: Tables, cards: Cards, multiples: Multiples, first: Int, rounds: Int, codes: Codes) -> None:
    """Set the fact code of every seat in the rows of ``codes`` (., seats) from ``first`` on, from the cards and the
    multiples (seats, rounds)."""
    for index in range(rounds):
        board, sets = np.int64(0), np.uint64(0)
        for place in range(DEALER):
            board += np.int64(tables.words[cards[place, index]])
            sets |= rank_set(cards[place, index])
        dealer = _value(cards, DEALER, index, board, sets, tables)
        unqualified = np.int64(dealer >> CATEGORY_BITS == 0)
        for seat in range(codes.shape[1]):
            place = SEATS + 2 * seat
            player = _value(cards, place, index, board, sets, tables)
            multiple = np.int64(multiples[seat, index])
            if multiple == 0:
                showdown = np.int64(Showdown.FOLDED)
            elif player == dealer:
                showdown = np.int64(Showdown.TIE)
            else:
                showdown = np.int64(Showdown.WIN if player > dealer else Showdown.LOSE) + unqualified
            one, other = np.int64(cards[place, index]), np.int64(cards[place + 1, index])
            pocket = np.int64(POCKET_OF_HOLE[hole_number(min(one, other), max(one, other))])
            hand = player >> CATEGORY_BITS
            codes[first + index, seat] = ((multiple * POCKETS + pocket) * CATEGORIES + hand) * SHOWDOWNS + showdown


@njit(cache=True, nogil=True)
def deal_rounds(of: Stream, tables: Tables, decisions: Decisions, first: np.uint64, codes: Codes) -> None:
    """Deal the rounds from ``first`` on, decide, and set ``codes`` (rounds, seats)."""
    rounds, seats = codes.shape
    cards = np.empty((SEATS + 2 * seats, BLOCK), np.uint8)
    multiples = np.empty((seats, BLOCK), np.int8)
    for start in range(0, rounds, BLOCK):
        some = min(BLOCK, rounds - start)
        deal_block(of, first + np.uint64(start), np.uint64(some), cards)
        decide(tables, decisions, cards, some, multiples)
        code_rounds(tables, cards, multiples, start, some, codes)
