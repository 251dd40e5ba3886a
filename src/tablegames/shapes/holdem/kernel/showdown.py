"""Exact values of a Hold 'Em seat's decisions, whatever cards are known: before the flop, on it and after the river.

A player holds two cards and sees the board; the dealer's two cards and the rest of the board come from the deck without
the cards seen, among them any *dead* cards shown to the player.  The round: one raise, k times the ante before the
flop, twice on the flop or once after the last card, or fold then; the dealer qualifies with a pair or better; equal
hands tie.  Where two decisions are worth the same, the larger wager is taken.

Nothing here knows a paytable.  Each action's future is a histogram over the fact codes of
:class:`~tablegames.shapes.holdem.rules.HoldemFacts`.  Decisions that the future still holds are taken by ``payoffs``: int64 (1500,),
the net of each fact in a unit of the caller's choice.

Before the flop there are up to 2,118,760 boards of five, and 990 dealer hands for each.  They are settled a board at a
time: unless a board has three cards of a suit, its dealer hands depend on its multiset of ranks alone, and the 6,175
multisets are settled beforehand.  Each board then adds its worth to the ten flops that it may have come from, the flop
decisions are taken, and the boards are counted as facts, each as often as its flops are bet or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.solver import MOST_ADVISED
from tablegames.core.poker import PokerHand
from tablegames.kernels.evaluator_tables import RANK_KEYS, multisets, tables
from tablegames.shapes.holdem.kernel import showdown_boards, showdown_flops
from tablegames.shapes.holdem.rules import CODES, MOST_MULTIPLE, Pocket, Showdown, pocket_of

Histogram = NDArray[np.int64]
Progress = Callable[[int, int], None]


class River(NamedTuple):
    """The player's category, and the dealer's hands counted by :class:`~tablegames.shapes.holdem.rules.Showdown`, int64 (6,)."""

    hand: PokerHand
    counts: NDArray[np.int64]


class Advice(NamedTuple):
    """What each action leads to: a histogram over fact codes, int64 (1500,), by raise multiple, with 0 for a check.

    Every histogram sums to ``deals``: the equally likely ways for the flop, if it is still to come, times those for the
    turn and river, times the dealer's hands.
    """

    deals: int
    actions: dict[int, Histogram]

    def totals(self, payoffs: Histogram) -> dict[int, int]:
        """The exact total of some payoffs over all deals, for each action; divided by ``deals``, its expected value."""
        return {action: total(histogram, payoffs) for action, histogram in self.actions.items()}

    def best(self, payoffs: Histogram) -> int:
        """The action with the greatest total; the larger wager where several have it."""
        totals = self.totals(payoffs)
        return max(totals, key=lambda action: (totals[action], action))


def total(histogram: Histogram, payoffs: Histogram) -> int:
    """The sum of counts times payoffs in integers without bound."""
    return sum(int(histogram[code]) * int(payoffs[code]) for code in np.flatnonzero(histogram))


def river(hole: Sequence[int], board: Sequence[int], dead: Collection[int] = ()) -> River:
    """All dealer hands against two hole cards on a board of five."""
    settled = _runouts(hole, board, _deck(hole, board, dead, sizes=(5,)))[0]
    counts = settled.astype(np.int64)
    counts[Showdown.FOLDED] = 0
    return River(PokerHand(settled[0]), counts)


def flop(hole: Sequence[int], board: Sequence[int], dead: Collection[int], payoffs: Histogram) -> Advice:
    """A bet of twice the ante or a check, on a board of three cards; or of four, as if the bet could still be made.

    Up to C(47, 2) = 1,081 turn-river pairs with 990 dealer hands each are compared one by one.
    """
    _check_payoffs(payoffs)
    settled = _runouts(hole, board, _deck(hole, board, dead, sizes=(3, 4)))
    pocket = pocket_of(hole)
    actions = {}
    for action in (2, 0):
        histogram = np.zeros((3, 10, 6), dtype=np.int64)
        bets = np.full(len(settled), action // 2, dtype=np.uint8)
        showdown_flops.count_facts(settled, bets, 1, _net(payoffs, pocket), histogram)
        actions[action] = _facts(histogram, pocket)
    return Advice(int(actions[2].sum()), actions)


def preflop(
    hole: Sequence[int],
    dead: Collection[int],
    multiples: Collection[int],
    payoffs: Histogram,
    progress: Progress | None = None,
) -> Advice:
    """A raise of each of ``multiples`` times the ante, or a check with the best decisions on the flop and at the river.

    ``progress`` is called with the boards settled so far and with their number.  Two threads share the boards by their
    highest card, the largest shares first.  Takes about 0.25 s and 40 MB.
    """
    if not set(multiples) <= set(range(1, MOST_MULTIPLE + 1)):
        raise ValueError(f"a raise is 1 to {MOST_MULTIPLE} times the ante, not {sorted(multiples)}")
    _check_payoffs(payoffs)
    deck = _deck(hole, (), dead, sizes=(0,))
    pocket = pocket_of(hole)
    net = _net(payoffs, pocket)
    size = len(deck)
    own = np.array(hole, dtype=np.uint8)
    players, by_ranks = _by_ranks(own, deck)
    pairs = np.array([comb(position, 2) for position in range(size)])
    triples = np.array([comb(position, 3) for position in range(size)])
    settled = np.empty((comb(size, 5), 6), dtype=np.int16)

    def boards(highest: int) -> slice:
        return slice(comb(highest, 5), comb(highest + 1, 5))

    def settle(highest: int) -> NDArray[np.int64]:
        """The worth of bet and check, (2, flops), over the boards of one highest position, which are settled first."""
        part = settled[boards(highest)]
        rank_keys = np.array(RANK_KEYS, dtype=np.uint32)
        showdown_boards.settle_boards(highest, deck, own, players, by_ranks, rank_keys, tables(), part)
        worth = np.zeros((2, comb(size, 3)), dtype=np.int64)
        showdown_flops.push(highest, part, net, pairs, triples, worth[0], worth[1])
        return worth

    def count(highest: int) -> NDArray[np.int64]:
        """The facts of the same boards, (2, 3, 10, 6): as if every flop were bet, and with the flop decisions taken."""
        part = settled[boards(highest)]
        histograms = np.zeros((2, 3, 10, 6), dtype=np.int64)
        bets = np.full(len(part), 10, dtype=np.uint8)
        showdown_flops.count_facts(part, bets, 10, net, histograms[0])
        showdown_flops.pull(highest, flop_bets, pairs, triples, bets)
        showdown_flops.count_facts(part, bets, 10, net, histograms[1])
        return histograms

    worth = np.zeros((2, comb(size, 3)), dtype=np.int64)
    positions = range(size - 1, 3, -1)
    done = 0
    with ThreadPoolExecutor(2) as pool:
        for highest, part in zip(positions, pool.map(settle, positions), strict=True):
            worth += part
            done += comb(highest, 4)
            if progress is not None:
                progress(done, len(settled))
        flop_bets = worth[0] >= worth[1]
        raised, checked = np.sum(list(pool.map(count, positions)), axis=0)
    actions = {multiple: _facts(raised[2:], pocket, multiple) for multiple in sorted(multiples, reverse=True)}
    actions[0] = _facts(checked, pocket)
    return Advice(10 * len(settled) * comb(size - 5, 2), actions)


def _runouts(hole: Sequence[int], board: Sequence[int], deck: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The settled boards of five that begin with ``board`` and go on from ``deck``."""
    boards = np.array([[*board, *rest] for rest in combinations(deck, 5 - len(board))], dtype=np.uint8)
    settled = np.empty((len(boards), 6), dtype=np.int16)
    showdown_boards.settle(boards, np.array(hole, dtype=np.uint8), deck, tables(), settled)
    return settled


def _by_ranks(hole: NDArray[np.uint8], deck: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.int16]]:
    """The player's value and the settled row of every multiset of ranks on the board, as if there were no flushes."""
    players = np.zeros(1 << 15, dtype=np.uint16)
    by_ranks = np.zeros((1 << 15, 8), dtype=np.int16)
    rank_keys = np.array(RANK_KEYS, dtype=np.uint32)
    hole_key = np.uint32(rank_keys[hole >> 2].sum())
    left = np.bincount(deck >> 2, minlength=13)
    showdown_boards.settle_ranks(multisets(5), left, hole_key, rank_keys, tables(), players, by_ranks)
    return players, by_ranks


def _deck(
    hole: Sequence[int], board: Sequence[int], dead: Collection[int], *, sizes: tuple[int, ...]
) -> NDArray[np.uint8]:
    """The cards not seen, checked to be enough for the rest of the board and the dealer's hand."""
    seen = [*hole, *board, *dead]
    if len(hole) != 2 or len(board) not in sizes:
        raise ValueError(f"two hole cards and a board of {sizes} are needed, not {len(hole)} and {len(board)}")
    if len(set(seen)) != len(seen) or not all(0 <= code < 52 for code in seen):
        raise ValueError(f"the cards seen must be different and between 0 and 51: {seen}")
    needed = 5 - len(board) + 2
    if 52 - len(seen) < needed:
        raise ValueError(f"{52 - len(seen)} cards are left; the board and the dealer need {needed}")
    return np.setdiff1d(np.arange(52), seen).astype(np.uint8)


def _check_payoffs(payoffs: Histogram) -> None:
    """Refuses payoffs that are not int64, not one for every fact code, or so large that a flop's sum could overflow."""
    if payoffs.dtype != np.int64 or payoffs.shape != (CODES,):
        raise ValueError(f"payoffs must be int64 of shape ({CODES},), not {payoffs.dtype} of shape {payoffs.shape}")
    if max(int(payoffs.max()), -int(payoffs.min())) > MOST_ADVISED:
        raise ValueError(f"a payoff is larger than {MOST_ADVISED}")


_CODE_SHAPE = (MOST_MULTIPLE + 1, len(Pocket), len(PokerHand), len(Showdown))


def _net(payoffs: Histogram, pocket: Pocket) -> NDArray[np.int64]:
    """The payoffs of the multiples 0, 1, 2 with one pocket: (3, 10, 6)."""
    return np.ascontiguousarray(payoffs.reshape(_CODE_SHAPE)[:3, pocket])


def _facts(by_multiple: NDArray[np.int64], pocket: Pocket, lowest: int = 0) -> Histogram:
    """A histogram over fact codes from counts (multiples, 10, 6) for the multiples from ``lowest`` on."""
    histogram = np.zeros(_CODE_SHAPE, dtype=np.int64)
    histogram[lowest : lowest + len(by_multiple), pocket] = by_multiple
    return histogram.reshape(CODES)
