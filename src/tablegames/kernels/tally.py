"""Adds up rounds that were dealt: how often each fact came to each seat, what the seats won together, and how sessions went.

Rounds are fact codes, uint16 (rounds, seats), and what the seats won in them, int64 (rounds, seats), in integers of one unit.  Where the seats
share a wager, the codes are widened by how that ended (:func:`share`), and everything else is added up by the widened codes in the same way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit

Codes = NDArray[np.uint16]
Longs = NDArray[np.int64]
Bytes = NDArray[np.uint8]

PLAYED, BALANCE, PEAK, DRAWDOWN, RUINED, TABLE = range(6)
"""What is kept of a session that is still being played: rounds, the first seat's balance, its highest, its deepest fall from that, whether it
is ruined, and the balance of all seats together."""
STATE = 6


@njit(cache=True, nogil=True)
def share(codes: Codes, ranks: Bytes) -> None:
    """Widens fact codes by how many seats share the best of ``ranks`` uint8 (codes,): that number times the codes is added where a seat is one of them.

    Where the best rank is 0, nobody can win, every seat is one of them.  The caller sees to it that seats + 1 times the codes stays below 2^16.
    """
    size = len(ranks)
    for place in range(codes.shape[0]):
        best = sharing = 0
        for seat in range(codes.shape[1]):
            rank = ranks[codes[place, seat]]
            if rank > best:
                best, sharing = rank, 1
            elif rank == best:
                sharing += 1
        for seat in range(codes.shape[1]):
            if ranks[codes[place, seat]] == best:
                codes[place, seat] += sharing * size


@njit(cache=True, nogil=True)
def tally(codes: Codes, counts: Longs) -> None:
    """Adds the facts of every round to ``counts`` (seats, codes)."""
    for place in range(codes.shape[0]):
        for seat in range(codes.shape[1]):
            counts[seat, codes[place, seat]] += 1


@njit(cache=True, nogil=True)
def worth(codes: Codes, nets: Longs, won: Longs) -> None:
    """Sets what every seat ``won`` (rounds, seats): of ``nets`` (codes,) that of its fact."""
    for place in range(codes.shape[0]):
        for seat in range(codes.shape[1]):
            won[place, seat] = nets[codes[place, seat]]


@njit(cache=True, nogil=True)
def multiply(won: Longs, products: Longs) -> None:
    """Adds the products of what every two seats won to ``products`` (seats, seats), above the diagonal.

    The caller sees to it that rounds times the square of the largest net stays below 2^63.
    """
    seats = won.shape[1]
    for place in range(won.shape[0]):
        for one in range(seats - 1):
            net = won[place, one]
            for other in range(one + 1, seats):
                products[one, other] += net * won[place, other]


@njit(cache=True, nogil=True)
def play_sessions(won: Longs, length: int, least: int, state: Longs, ended: Longs) -> int:
    """Goes on with the sessions of ``length`` rounds, one after another; gives how many ended.

    ``ended`` (sessions, 4) takes the first seat's balance, its drawdown, whether it was ruined, and the balance of all seats together.  A seat whose
    balance falls below ``least`` is ruined and plays no more of its session.  ``state`` (6,) is carried from call to call.
    """
    done = 0
    for place in range(won.shape[0]):
        for seat in range(won.shape[1]):
            state[TABLE] += won[place, seat]
        if state[RUINED] == 0:
            state[BALANCE] += won[place, 0]
            state[PEAK] = max(state[PEAK], state[BALANCE])
            state[DRAWDOWN] = max(state[DRAWDOWN], state[PEAK] - state[BALANCE])
            if state[BALANCE] < least:
                state[RUINED] = 1
        state[PLAYED] += 1
        if state[PLAYED] == length:
            ended[done, 0], ended[done, 1] = state[BALANCE], state[DRAWDOWN]
            ended[done, 2], ended[done, 3] = state[RUINED], state[TABLE]
            done += 1
            for part in range(STATE):
                state[part] = 0
    return done
