"""What the analysis asks of a Hold 'Em game: the best play over all deals, the outlook of one situation, and rounds dealt
or logged as fact codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import CHECK, FOLD, Choice, View
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum, Outlook, Priced, Progress
from tablegames.core.law import Refused
from tablegames.shapes.holdem.rules import HoldemFacts, HoldemRound, Showdown, before_flop, pocket_of, raise_of

if TYPE_CHECKING:  # it is imported when it is first needed
    from tablegames.shapes.holdem.kernel.decisions import Decisions

Cards = NDArray[np.uint8]

METHOD = (
    "every hole, flop, turn and river, and dealer's hole, as 42,783 types of board and 1,755 of flop, "
    "with the best decision at each"
)


@dataclass(frozen=True)
class HoldemSolver:
    """The exact kernels of the shape, for the round of one game."""

    round: HoldemRound

    def optimum(
        self, asked: Priced[HoldemFacts], *, policy: NDArray[np.int8] | None = None, progress: Progress | None = None
    ) -> Optimum:
        """The best play over all deals; ``policy`` fixes the choice before the flop of each of the 169 starting hands, int8 (169,)."""
        from tablegames.shapes.holdem.kernel.solve import solve

        multiples = {facts.multiple for facts in asked.possible}
        solution = solve(
            asked.payoffs,
            before_flop(multiples, asked.rules),
            preflop_policy=policy,
            flop_raise=2 in multiples,
            river_raise=1 in multiples,
            progress=progress,
        )
        counts = {int(code): int(solution.counts[code]) for code in np.flatnonzero(solution.counts)}
        return Optimum(counts, METHOD, solution)

    def outlook(self, view: View, asked: Priced[HoldemFacts]) -> Outlook:
        """Each choice's futures before the flop, on it, or after the last two cards."""
        from tablegames.shapes.holdem.kernel import showdown

        hole, board, dead, _ = view
        multiples = {facts.multiple for facts in asked.possible}
        if len(board) == 5:
            river = showdown.river(hole, board, dead)
            pocket = pocket_of(hole)
            shown = {showdown_: int(river.counts[showdown_]) for showdown_ in Showdown if river.counts[showdown_]}
            future = {
                self._raise(multiple): {
                    HoldemFacts(multiple, pocket, river.hand, way).code: count for way, count in shown.items()
                }
                for multiple in multiples
                if multiple == 1
            }
            return future | {FOLD: {HoldemFacts(0, pocket, river.hand, Showdown.FOLDED).code: sum(shown.values())}}
        if len(board) == 3:
            advice = showdown.flop(hole, board, dead, asked.payoffs)
        elif not board:
            advice = showdown.preflop(hole, dead, before_flop(multiples, asked.rules), asked.payoffs)
        else:
            raise Refused(f"board has {len(board)} cards: a seat decides before the flop, on three cards, and on five")
        return {
            self._raise(multiple) if multiple else CHECK: {
                int(code): int(histogram[code]) for code in np.flatnonzero(histogram)
            }
            for multiple, histogram in advice.actions.items()
            if multiple == 0 or multiple in multiples
        }

    def fact_codes(
        self, player: Cards, dealer: Cards, board: Cards, lines: NDArray[np.int8], rules: Rules
    ) -> NDArray[np.uint16]:
        """The fact code of each row, uint16 (n,): what ``facts_of`` gives for its cards and its decision.

        Card codes are uint8, ``player`` and ``dealer`` (n, 2), ``board`` (n, 5); ``lines`` int8 (n,) are raise multiples, 0 a
        fold.  Raises ``ValueError`` for other shapes or types.  The nine cards of a row must be different cards of the deck and
        its multiple at most 4: that is not looked at here.
        """
        from tablegames.kernels.evaluator_tables import tables
        from tablegames.shapes.holdem.kernel.sample import code_rounds

        expected = {"player": (player, 2), "dealer": (dealer, 2), "board": (board, 5)}
        rows = len(lines)
        for name, (cards, size) in expected.items():
            if cards.dtype != np.uint8 or cards.shape != (rows, size):
                raise ValueError(
                    f"{name} must be uint8 of shape ({rows}, {size}), not {cards.dtype} of shape {cards.shape}"
                )
        if lines.dtype != np.int8 or lines.ndim != 1:
            raise ValueError(f"lines must be int8 of shape (n,), not {lines.dtype} of shape {lines.shape}")
        codes = np.empty((rows, 1), np.uint16)
        cards = np.concatenate([board.T, dealer.T, player.T], out=np.empty((9, rows), np.uint8))
        code_rounds(tables(), cards, np.ascontiguousarray(lines)[None, :], 0, rows, codes)
        return codes[:, 0]

    def _raise(self, multiple: int) -> Choice:
        """A raise of the game."""
        return raise_of(self.round.raises, multiple)


@dataclass(frozen=True)
class HoldemDealing:
    """Rounds dealt at random and played by decisions that were made once; may be pickled."""

    decisions: Decisions

    def deal(self, key: NDArray[np.uint64], first: int, codes: NDArray[np.uint16]) -> None:
        """Deal the rounds ``first``, ``first`` + 1, ... and set ``codes`` (rounds, seats) to each seat's fact code.

        A seat looks at its own cards and the board.  ``key``: of :func:`tablegames.kernels.random_deals.stream_key`, where the order of the cards of a round
        is fixed: places 0 to 4 are the board, 5 and 6 the dealer's, the next two the first seat's, and so on, for at most 22
        seats.  So a seat's cards depend on the seed, the round and its number alone, not on how many play.

        Threads may deal different rounds at once.
        """
        from tablegames.kernels.evaluator_tables import tables
        from tablegames.kernels.random_deals import stream
        from tablegames.shapes.holdem.kernel.sample import DECK, deal_rounds

        deal_rounds(stream(key, DECK), tables(), self.decisions, np.uint64(first), codes)
