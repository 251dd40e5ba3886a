"""Who counts a game and who plays it: its own solver and strategy, or what every game has."""

from __future__ import annotations

from importlib import import_module

from tablegames.analysis.walk import WalkSolver
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.contract.solver import Solver
from tablegames.contract.strategy import Strategy
from tablegames.core.law import Refused

KERNELS = "tablegames.kernels"
"""Imported before any compiled code: it sees to a place for it."""


def solver_of(game: Game) -> Solver[Facts]:
    """What counts a game: its own solver, or the generic walk of its rules."""
    if game.load_solver is None:
        return WalkSolver(game)
    import_module(KERNELS)
    return game.load_solver()


def strategy_of(game: Game) -> Strategy[Facts]:
    """How a game is played; refused where nothing puts it in words."""
    if game.load_strategy is None:
        raise Refused(f"{game.name} has no strategy: its best play is not put in words")
    import_module(KERNELS)
    return game.load_strategy()
