"""Charts of an analysis, as SVG or PNG: one style, safe for the colour-blind, readable in grey; same input, same bytes.

Each kind of chart is a function that draws an analysis, and a function beside it that gives the exact figures drawn.
Needs Matplotlib (``tablegames[reports]``), which is imported when something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tablegames.analysis.exact import Analysis
from tablegames.analysis.strategy import solved_of
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.games import GAMES
from tablegames.report.charts import contribution, distribution, paytables
from tablegames.report.charts.grid import drawn
from tablegames.report.charts.style import FORMS, Kind, Options, rendered

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def _of_games() -> Iterator[Kind]:
    """The kinds that games have of their own."""
    for id_, says in dict.fromkeys((kind.id, kind.says) for game in GAMES for kind in game.charts):
        games = tuple(game.id for game in GAMES if id_ in [kind.id for kind in game.charts])
        yield Kind(id_, says, partial(_of_game, id_), games)


def _of_game(id_: str, analysis: Analysis, options: Options) -> Figure:
    """A chart of a game's play, drawn from the game's data."""
    kind = next(kind for kind in analysis.game.charts if kind.id == id_)
    return drawn(kind.make(solved_of(analysis)))


CHARTS: dict[str, Kind] = {
    kind.id: kind for kind in (paytables.KIND, contribution.KIND, distribution.KIND, *_of_games())
}
"""The kinds of charts by their ids."""


def charts_of(game: Game) -> tuple[Kind, ...]:
    """The kinds that exist for a game."""
    return tuple(kind for kind in CHARTS.values() if kind.exists_for(game))


def check_chart(kind: str, game: Game, form: str = "svg", options: Options | None = None) -> Kind:
    """The kind of a chart, before anything is counted; refused with what is allowed where it cannot be drawn."""
    allowed = ", ".join(one.id for one in charts_of(game))
    if kind not in CHARTS:
        raise Refused(f"no chart {kind!a}; the charts of {game.id} are {allowed}")
    if not CHARTS[kind].exists_for(game):
        of = ", ".join(CHARTS[kind].games)
        raise Refused(f"chart {kind} is of {of}; the charts of {game.id} are {allowed}")
    if form not in FORMS:
        raise Refused(f"a chart is {' or '.join(FORMS)}, not {form!a}")
    for option in options.given() if options else ():
        if option not in CHARTS[kind].takes:
            takes = [one.id for one in CHARTS.values() if option in one.takes]
            raise Refused(f"chart {kind} takes no {option}: {', '.join(takes)} does")
    return CHARTS[kind]


def chart(kind: str, analysis: Analysis, form: str = "svg", options: Options | None = None) -> bytes:
    """One chart of an analysis under the best play, as the bytes of an SVG or a PNG file.

    ``kind`` is an id of :data:`CHARTS`, ``form`` is ``svg`` or ``png``.  ``options`` name the wager of ``contribution`` and
    the rounds of ``distribution``.
    Raises :class:`~tablegames.core.law.Refused` for a kind that the game does not have, for an option that the kind does not
    take, and where Matplotlib is not installed.
    """
    of = check_chart(kind, analysis.game, form, options)
    return rendered(of, analysis, form, options or Options())


__all__ = ["CHARTS", "Kind", "Options", "chart", "charts_of", "check_chart"]
