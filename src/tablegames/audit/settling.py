"""What is owed: the one settlement, asked once for each wager, amount and facts that occur, and by whole rounds where a line depends on more.

A line depends on its seat's facts and its own amount alone, except where wagers are shared among the seats (the Pot), where a share of a meter
is paid, where a hand is dead, and where the aggregate payout limit is reached.  Those rounds are played to their end by the round engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.shared import ranks_of, shared_wager
from tablegames.analysis.solving import solver_of
from tablegames.audit.cells import combined, distinct
from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Solver
from tablegames.core.cards import Hand
from tablegames.core.law import Refused
from tablegames.core.wagers import LedgerLine, Unjudged
from tablegames.rounds.moves import Kind, Move, SeatState
from tablegames.rounds.payouts import House
from tablegames.rounds.round import Round
from tablegames.rounds.unseen import is_judged, left_open

Longs = NDArray[np.int64]
BY_ROUND = np.iinfo(np.int64).min
"""Stands for what only the whole round can tell."""
MOST_REMEMBERED = 1 << 18
"""Lines remembered, and layouts of bets; what else a log has is settled whenever it comes."""


class Settler:
    """Settles lines of one game by rules in force, and remembers them."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.shared = shared_wager(game, rules)
        self.facts_of = {facts.code: facts for facts in game.facts}
        self.judged: dict[tuple[int, ...], tuple[int, int]] = {}
        self._judged: dict[tuple[str, int, bool], bool] = {}
        self._open: dict[tuple[str, int], Unjudged] = {}
        self._nets: dict[str, dict[int, int]] = {}
        self._lines: dict[tuple[str, int, int], LedgerLine | None] = {}

    @cached_property
    def solver(self) -> Solver[Facts]:
        """What counts the game, loaded when a fact is first asked for."""
        return solver_of(self.game)

    def line(self, wager: str, cents: int, code: int) -> LedgerLine | None:
        """The ledger line of a wager at some facts; none where it pays a share of a meter."""
        key = wager, cents, code
        if key in self._lines:
            return self._lines[key]
        line: LedgerLine | None = None
        try:
            line = self.game.settle([Seat(self.facts_of[code], {wager: cents})], {}, self.rules).seats[0].lines[0]
        except Refused:  # without its meter
            if wager not in self.game.meters:
                raise
        if len(self._lines) < MOST_REMEMBERED:
            self._lines[key] = line
        return line

    def is_judged(self, wager: str, cents: int, *, own_seen: bool) -> bool:
        """Whether a wager of a seat that folds is settled without the cards that nobody saw."""
        key = wager, cents, own_seen
        if key not in self._judged:
            if len(self._judged) >= MOST_REMEMBERED:
                self._judged.clear()
            self._judged[key] = is_judged(self.game, self.rules, wager, cents, own_seen=own_seen)
        return self._judged[key]

    def left_open(self, wager: str, cents: int) -> Unjudged:
        """A wager that depends on cards that nobody saw, where neither a meter nor a payout limit has to do with it."""
        key = wager, cents
        if key not in self._open:
            if len(self._open) >= MOST_REMEMBERED:
                self._open.clear()
            self._open[key] = left_open(House(self.game, self.rules), wager, cents, {})
        return self._open[key]

    def nets(self, wager: str, cents: Longs, codes: NDArray[np.uint16]) -> Longs:
        """The player's net of a wager in every row, 0 where it is not made, ``BY_ROUND`` where a share of a meter is paid."""
        pairs, inverse = distinct(cents * self.game.codes + codes)
        known, nets = self._nets.setdefault(wager, {}), []
        for pair in pairs.tolist():
            net = known.get(pair)
            if net is None:
                made, code = divmod(pair, self.game.codes)
                line = self.line(wager, made, code) if made else None
                net = line.net if line else BY_ROUND if made else 0
                if len(known) < MOST_REMEMBERED:
                    known[pair] = net
            nets.append(net)
        return np.array(nets, np.int64)[inverse]

    def shared_nets(self, starts: Longs, cents: Longs, codes: NDArray[np.uint16]) -> Longs:
        """The nets of the wager that the seats of a round share: rows of those who made it, with where each round begins among them.

        Rounds are alike where the amount, the number of seats and the seats with the best count are: one of each kind is settled.
        """
        ranks = ranks_of(self.game)[codes]
        sizes = np.diff(np.append(starts, len(codes)))
        best = np.repeat(np.maximum.reduceat(ranks, starts), sizes)
        place = np.arange(len(codes)) - np.repeat(starts, sizes)
        winners = np.add.reduceat(np.where((ranks == best) & (best > 0), 1 << place, 0), starts)
        amounts, amount_of = distinct(cents[starts])
        kinds = [
            (amount_of.astype(np.int64), len(amounts)),
            (sizes, int(sizes.max()) + 1),
            (winners, 1 << int(sizes.max())),
        ]
        examples, inverse = combined(kinds)
        nets = np.zeros((len(examples), int(sizes.max())), np.int64)
        for kind, number in enumerate(examples.tolist()):
            rows = range(int(starts[number]), int(starts[number] + sizes[number]))
            seats = [Seat(self.facts_of[int(codes[row])], {self.shared: int(cents[row])}) for row in rows]
            table = self.game.settle(seats, {}, self.rules)
            nets[kind, : len(rows)] = [ledger.lines[0].net for ledger in table.seats]
        return nets[np.repeat(inverse, sizes), place]

    def play(self, seats: Sequence[SeatState], dealer: Hand, board: Hand, meters: Mapping[str, int]) -> Round:
        """A whole round as the round engine settles it; ``meters`` stand as before the round's wagers feed them."""
        begun = Round(self.game, self.rules, dict(meters), tuple(seats)).apply(Move(Kind.NO_MORE_BETS))
        return begun._replace(dealer=dealer, board=board, phase=Kind.SETTLE).apply(Move(Kind.SETTLE))
