"""The exact optimum of Heads-Up Hold 'Em and Ultimate Texas Hold 'Em.

One seat against the dealer, who qualifies with a pair.  The seat raises once: a multiple before the flop, 2 on the
flop, 1 after the river, or folds then.  :func:`solve` finds the play that maximises the sum of integer payoffs over all
deals, and counts its facts.  A tie between actions goes to the larger wager.

The steps, each in a module of its own: types of holes, boards and flops (``types``); their order
(``order``); the dealer hands each hole beats on each board (``sweep``) and what a deck fixes before any
payoff (``deck``); values of boards (``values``), carried to the flops (``push``); the flop's
decision (``decide``); the histogram (``count``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import comb
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.core.cards import RANK_LETTERS
from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.kernel.decide import decide_flops
from tablegames.shapes.holdem.kernel.deck import Deck, count_boards, deck_of, in_threads
from tablegames.shapes.holdem.kernel.payoffs import Payoffs, coefficients_of, fold_counts, payoffs_of, showdown_counts
from tablegames.shapes.holdem.kernel.push import push_item
from tablegames.shapes.holdem.kernel.types import (
    BOARD_RANKS,
    COUNTED,
    DISTINCT,
    FLOP_RANKS,
    FLUSHES,
    HANDS,
    HIGH_SUITED,
    ITEMS,
    LOW_SUITED,
    PAIRS,
    RANK_PAIRS,
    RANKS,
    SEEN,
    SUIT_FLOPS,
    TURN_RIVER_BOARD,
    WIDTH,
    block_seen,
    multiset_index,
    pair_index,
    suit_flop_index,
)
from tablegames.shapes.holdem.kernel.values import BET, CHECK, FLOP, FOLD, RIVER, value_by_ranks
from tablegames.shapes.holdem.rules import CODES, MOST_MULTIPLE, Pocket, Showdown, pocket_of

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Progress = Callable[[float], None]

STARTING_HANDS = tuple(
    RANK_LETTERS[high] + RANK_LETTERS[low] + ("" if low == high else suited)
    for suited, pairs in (("o", PAIRS), ("s", DISTINCT))
    for low, high in RANK_PAIRS[:pairs]
)
"""The 169 starting hands in the order of all arrays over them: 78 offsuit, 13 pairs, 78 suited."""
PLACES = np.concatenate([np.arange(PAIRS), WIDTH + np.arange(DISTINCT)])
"""The place of each starting hand in the kernels' rows of 192."""


class StartingHand(NamedTuple):
    """One of the 169 starting hands: its choices before the flop, and how it plays if it has not raised.

    Values are sums of payoffs over ``deals`` deals (hole, flop, turn and river, dealer's hole; 0 if the deck lacks the
    hand): ``check`` with the best play after it, ``raises`` in the order of the multiples offered.  ``multiple`` is the
    choice, 0 to check.  Of ``flops`` pairs of a hole and a flop, ``flop_bets`` bet.
    """

    name: str
    deals: int
    check: int
    raises: tuple[int, ...]
    multiple: int
    flops: int
    flop_bets: int


class FlopDecision(NamedTuple):
    """What a hole that has not raised does on a flop; values are sums of payoffs over ``deals`` turns, rivers and
    dealer's holes."""

    bets: bool
    check: int
    bet: int
    deals: int


@dataclass(frozen=True)
class FlopValues:
    """The values of checking and of betting flops: by ranks alone (455, 2, 96), and what a suit adds (2484, 2, 384).

    In the payoffs of the tables (:class:`~tablegames.shapes.holdem.kernel.payoffs.Payoffs`), without the folds taken off.
    """

    by_ranks: Longs
    by_suit: Longs


@dataclass(frozen=True)
class FlopPlay:
    """The best play from the flop on under one table of payoffs, whatever is done before it.

    ``coefficients`` (3, 4, 10) are what the boards are decided by.  ``check`` (192,) is each starting hand's value of
    checking before the flop; ``bets`` are the numbers of concrete flops and holes that bet, by ranks alone (455, 192) and
    seen from a suit (2484, 480).
    """

    deck: Deck
    coefficients: Ints | Longs
    values: FlopValues
    check: Longs
    bets: tuple[Ints, Ints]

    @cached_property
    def histogram(self) -> Longs:
        """The folds and the flop bets of every starting hand that checks, counted when they are first asked for."""
        return count_boards(self.deck, self.coefficients, *self.bets)


@dataclass(frozen=True)
class Solution:
    """The optimal play: its decisions, and its facts over all deals.

    ``chosen`` (192,) is the multiple of each starting hand's place before the flop, 0 to check; ``flops`` is its play from the
    flop on for each table of ``payoffs``, of which a starting hand has that of its pocket, ``table_of`` (192,).
    """

    preflop: tuple[StartingHand, ...]
    ranks: int
    suits: int
    flop_raise: bool
    chosen: Longs = field(repr=False)
    payoffs: Payoffs = field(repr=False)
    flops: tuple[FlopPlay, ...] = field(repr=False)
    table_of: Longs = field(repr=False)

    @property
    def deck(self) -> Deck:
        """The deck's constants."""
        return self.flops[0].deck

    @cached_property
    def counts(self) -> Longs:
        """The deals by fact code (1500,)."""
        return self.facts_of([flop.histogram for flop in self.flops])

    def facts_of(self, histograms: Sequence[Longs]) -> Longs:
        """The counts by fact code (1500,) where these are the histograms (2, 192, 10, 4) of each table's play."""
        histogram = histograms[0].copy()
        for number, other in enumerate(histograms[1:], start=1):
            histogram[:, self.table_of == number] = other[:, self.table_of == number]
        return facts_of_histogram(self.deck, histogram, self.chosen)

    def at_flop(self, hole: Sequence[int], flop: Sequence[int]) -> FlopDecision:
        """The flop decision of two hole cards on three cards (codes of ``tablegames.core.cards``), not raised before.

        Its values are in the payoffs of the hole's table.  Raises ``ValueError`` unless they are five different cards of the deck.
        """
        cards = [*hole, *flop]
        fitting = len(hole) == 2 and len(flop) == 3 and len(set(cards)) == 5
        if not fitting or any(
            not 0 <= card < 52 or card // 4 < RANKS - self.ranks or card % 4 >= self.suits for card in cards
        ):
            raise ValueError(
                f"a hole of two and a flop of three different cards of the deck are needed, not {hole} and {flop}"
            )
        low, high = sorted(hole)
        pair = pair_index(low // 4, high // 4)
        values = self.flops[self.payoffs.table_of[pocket_of(hole)]].values
        by_ranks = int(multiset_index(np.array([card // 4 for card in flop])))
        check, bet = (int(values.by_ranks[by_ranks, half, pair]) for half in (CHECK, BET))
        for suit in {card % 4 for card in flop}:
            mask = sum(1 << card // 4 for card in flop if card % 4 == suit)
            seen_from = suit_flop_index(mask, tuple(sorted(card // 4 for card in flop if card % 4 != suit)))
            place = block_seen(low % 4, high % 4, suit) % (SEEN // WIDTH) * WIDTH + pair
            check += int(values.by_suit[seen_from, CHECK, place])
            bet += int(values.by_suit[seen_from, BET, place])
        size = self.ranks * self.suits
        return FlopDecision(self.flop_raise and bet >= check, check, bet, comb(size - 5, 2) * comb(size - 7, 2))


def _flop_values(deck: Deck, coefficients: Ints | Longs) -> FlopValues:
    """The values of checking and betting every flop type."""
    rows = np.zeros((len(BOARD_RANKS), 2, WIDTH), coefficients.dtype)
    by_ranks = np.zeros((len(FLOP_RANKS), 2, WIDTH), np.int64)
    value_by_ranks(coefficients, deck.suits, TURN_RIVER_BOARD, *deck.by_ranks, rows, by_ranks)

    def push(item: int, flops: Longs) -> None:
        push_item(item, FLUSHES, deck.ways, coefficients, *deck.by_suit, rows, flops)

    first, *others = in_threads(ITEMS, push, lambda: np.zeros((SUIT_FLOPS + 1, 2, SEEN), np.int64))
    for other in others:
        first += other
    blocks = first.reshape(SUIT_FLOPS + 1, 2, SEEN // WIDTH, WIDTH)
    blocks[:, :, LOW_SUITED, DISTINCT:] = blocks[:, :, HIGH_SUITED, DISTINCT:]  # of equal ranks the two are one class
    return FlopValues(by_ranks, first)


@lru_cache(maxsize=2)
def _flop_play(ranks: int, suits: int, coefficients: bytes, *, wide: bool, may_bet: bool) -> FlopPlay:
    """The best play from the flop on, 21 MB; many plays before the flop are asked of one paytable."""
    deck, dtype = deck_of(ranks, suits), np.int64 if wide else np.int32
    by_action: Any = np.frombuffer(coefficients, dtype).reshape(FLOP + 1, 4, -1).copy()
    values = _flop_values(deck, by_action)
    check = np.zeros(HANDS, np.int64)
    by_ranks = np.zeros((len(FLOP_RANKS), HANDS), np.int32)
    by_suit = np.zeros((SUIT_FLOPS + 1, COUNTED), np.int32)
    decide_flops(
        0, len(deck.flops.flops), *deck.flops, int(may_bet), values.by_ranks, values.by_suit, check, by_ranks, by_suit
    )
    blocks = by_suit.reshape(SUIT_FLOPS + 1, COUNTED // WIDTH, WIDTH)
    blocks[:, HIGH_SUITED, DISTINCT:] += blocks[:, LOW_SUITED, DISTINCT:]
    return FlopPlay(deck, by_action, values, check, (by_ranks, by_suit))


def _choose(
    deck: Deck,
    coefficients: Sequence[Longs],
    table_of: Longs,
    check: Longs,
    multiples: Sequence[int],
    policy: NDArray[np.int8],
) -> tuple[Longs, Longs]:
    """The multiple of each starting hand (192; 0 checks), and the value of each raise (multiples, 192).

    ``coefficients`` (5, 10, 4) are those of each table, of which a starting hand has ``table_of`` (192,).  The larger wager is tried
    last and taken on a tie.
    """
    raises = np.zeros((len(multiples), HANDS), np.int64)
    for number, of_table in enumerate(coefficients):
        own = table_of == number
        for place, multiple in enumerate(multiples):
            raises[place, own] = np.einsum("phq,hq->p", deck.all_boards[own], of_table[multiple])
    best, chosen = check.copy(), np.zeros(HANDS, np.int64)
    for multiple, raised in sorted(zip(multiples, raises, strict=True), key=lambda one: one[0]):
        better = raised >= best
        best, chosen = np.where(better, raised, best), np.where(better, multiple, chosen)
    fixed = np.full(HANDS, -1, np.int64)
    fixed[PLACES] = policy
    chosen = np.where(fixed < 0, chosen, fixed)
    return np.where(deck.holes_of_hand > 0, chosen, 0), raises


def _pockets() -> NDArray[np.int64]:
    """The pocket of each starting hand's place; shape (192,)."""
    pockets = np.full(HANDS, Pocket.NONE, np.int64)
    jack, ace = RANK_LETTERS.index("J"), RANK_LETTERS.index("A")
    faces = np.array([pair_index(face, ace) for face in range(jack, ace)])
    pockets[faces] = Pocket.ACE_AND_FACE_OFFSUIT
    pockets[WIDTH + faces] = Pocket.ACE_AND_FACE_SUITED
    pockets[DISTINCT:PAIRS] = Pocket.PAIR
    pockets[pair_index(ace, ace)] = Pocket.ACES
    return pockets


POCKETS = _pockets()


def facts_of_histogram(deck: Deck, histogram: Longs, chosen: Longs) -> Longs:
    """The counts by fact code, from all boards of each starting hand, and the folds and flop bets of those that
    checked."""
    raised, folded = showdown_counts(deck.dealer_hands), fold_counts(deck.dealer_hands)
    counts = np.zeros((MOST_MULTIPLE + 1, len(Pocket), len(PokerHand), len(Showdown)), np.int64)
    for place in np.flatnonzero(deck.holes_of_hand):
        pocket = POCKETS[place]
        if chosen[place]:
            counts[chosen[place], pocket] += np.einsum("hq,hqs->hs", deck.all_boards[place], raised)
            continue
        fold, bet = histogram[:, place]
        counts[FOLD, pocket] += np.einsum("hq,hqs->hs", fold, folded)
        counts[FLOP, pocket] += np.einsum("hq,hqs->hs", bet, raised)
        counts[RIVER, pocket] += np.einsum("hq,hqs->hs", deck.all_boards[place] - fold - bet, raised)
    return counts.reshape(CODES)


def _best_flops(deck: Deck, by_multiple: Longs, *, wide: bool, may_bet: bool, may_raise: bool) -> FlopPlay:
    """The best play from the flop on for one table's coefficients (5, 10, 4)."""
    dtype = np.int64 if wide else np.int32
    coefficients = np.ascontiguousarray(by_multiple[: FLOP + 1].transpose(0, 2, 1), dtype)
    if not may_raise:
        coefficients[RIVER] = 0
        coefficients[RIVER, 3] = np.iinfo(dtype).min  # worth less than any fold
    return _flop_play(deck.ranks, deck.suits, coefficients.tobytes(), wide=wide, may_bet=may_bet)


def solve(
    payoffs: Longs,
    preflop_multiples: Sequence[int],
    *,
    preflop_policy: NDArray[np.int8] | None = None,
    flop_raise: bool = True,
    river_raise: bool = True,
    ranks: int = RANKS,
    suits: int = 4,
    progress: Progress | None = None,
) -> Solution:
    """The play that maximises the sum of payoffs, and its facts.

    ``payoffs`` (1500,) holds integer units per fact code; refused where what a raise can pay more than a fold is beyond what sums
    can hold (:func:`~tablegames.shapes.holdem.kernel.payoffs.payoffs_of`).
    ``preflop_multiples`` are the raises offered before the flop, of 2, 3 and 4; the facts of 2 are those of 2 on the flop.  ``preflop_policy`` fixes the choice of
    each of the 169 ``STARTING_HANDS``: 0 checks, a multiple raises, -1 leaves the best.  ``flop_raise`` and
    ``river_raise`` false forbid those raises.  The deck has the highest ``ranks`` ranks in ``suits`` suits.
    ``progress`` is told the part done, up to 1.

    The first call with a deck makes its constants (and compiles, the first time on a machine).
    """
    multiples = tuple(preflop_multiples)
    if not set(multiples) <= {2, 3, 4} or len(set(multiples)) < len(multiples):
        raise ValueError(f"the multiples before the flop are 2, 3 and 4, each once at most, not {multiples}")
    policy = np.full(len(STARTING_HANDS), -1, np.int8) if preflop_policy is None else np.asarray(preflop_policy)
    if policy.shape != (len(STARTING_HANDS),) or not set(policy.tolist()) <= {-1, 0, *multiples}:
        raise ValueError("a policy has -1, 0 or an offered multiple for each of the 169 starting hands")
    tell = progress or (lambda part: None)
    deck = deck_of(ranks, suits)
    tell(0.3)
    paid = payoffs_of(payoffs, (*multiples, *((2,) if flop_raise else ()), *((1,) if river_raise else ())))
    by_multiple = [coefficients_of(table, deck.dealer_hands) for table in paid.tables]
    flops = tuple(
        _best_flops(deck, each, wide=paid.wide, may_bet=flop_raise, may_raise=river_raise) for each in by_multiple
    )
    tell(0.6)
    table_of = np.array(paid.table_of)[POCKETS]
    check, flop_bets = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64)
    for number, play in enumerate(flops):
        own = table_of == number
        check[own], flop_bets[own] = play.check[own], play.bets[0].sum(axis=0)[own]
    chosen, raises = _choose(deck, by_multiple, table_of, check, multiples, policy)
    folds = [
        deck.dealer_hands * sum(map(mul, deck.all_boards[place, :, 3].tolist(), paid.folds[POCKETS[place]].tolist()))
        for place in range(HANDS)
    ]
    holes_and_flops = deck.holes_of_hand.astype(np.int64) * comb(deck.cards - 2, 3)
    deals = holes_and_flops * deck.turns_and_rivers * deck.dealer_hands
    preflop = tuple(
        StartingHand(
            name,
            int(deals[place]),
            paid.unit * int(check[place]) + folds[place],
            tuple(paid.unit * int(raised) + folds[place] for raised in raises[:, place]),
            int(chosen[place]),
            int(holes_and_flops[place]),
            int(flop_bets[place]),
        )
        for name, place in zip(STARTING_HANDS, PLACES.tolist(), strict=True)
    )
    solution = Solution(preflop, ranks, suits, flop_raise, chosen, paid, flops, table_of)
    tell(1.0)
    return solution
