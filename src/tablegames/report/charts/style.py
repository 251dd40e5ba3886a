"""The one style of all charts, and how a figure becomes bytes that depend on nothing but what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from textwrap import fill
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from tablegames.analysis.exact import Analysis
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.rounds.payouts import House

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = ("svg", "png")
INK, QUIET, RULE = "#1a1a1a", "#595959", "#c8c8c8"
DARK, LIGHT, PAPER = "#0b4a82", "#9ecae1", "#ffffff"
"""Two blues and white, which differ in lightness and so in grey; a warning is an orange with a hatch."""
WARN, HATCH = "#e69f00", "////"
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a paytable's name is shown as it was typed
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "path",  # the reader's fonts change nothing
    "svg.hashsalt": "tablegames",
    "savefig.dpi": 150,
}
WIDTH = 8.0
"""The width of every chart in inches."""
TOP, BOTTOM = 0.66, 0.5
"""Inches for the title above and the note below what is drawn."""
NOTE_COLUMNS = 150
"""Characters of the note in a line of it; it has two lines."""

_drawing = Lock()
"""Matplotlib's settings are the process's: one chart is drawn at a time."""


@dataclass(frozen=True)
class Options:
    """What some kinds can be asked: a wager by its id, a number of rounds; empty or 0 for the kind's own choice."""

    wager: str = ""
    rounds: int = 0

    def given(self) -> tuple[str, ...]:
        """The options that are set."""
        return tuple(name for name in ("wager", "rounds") if getattr(self, name))


class Kind(NamedTuple):
    """A kind of chart: its id, what it shows, how it is drawn, the games it is of (all, where none is named), the options it
    takes."""

    id: str
    says: str
    draw: Callable[[Analysis, Options], Figure]
    games: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()

    def exists_for(self, game: Game) -> bool:
        """Whether the chart is one of a game's."""
        return not self.games or game.id in self.games


def rendered(kind: Kind, analysis: Analysis, form: str, options: Options) -> bytes:
    """The bytes of a chart: no date, no random ids, none of the user's own settings of Matplotlib."""
    try:
        from matplotlib import style
    except ModuleNotFoundError:
        raise Refused("a chart needs Matplotlib: pip install 'tablegames[reports]'") from None
    metadata: dict[str, Any] = {"Date": None} if form == "svg" else {"Software": None}
    with _drawing, style.context(["default", STYLE], after_reset=True):
        file = BytesIO()
        page = kind.draw(analysis, options)
        if own := House(analysis.game, analysis.rules).money_rules:
            note = page.texts[NOTE]
            words = f"{' '.join(note.get_text().split())} By the odds, before the house's own rules: {own}."
            note.set_text(fill(words, NOTE_COLUMNS))
        page.savefig(file, format=form, metadata=metadata)
    return file.getvalue()


NOTE = 2
"""The place of the note among the texts of a figure."""


def figure(title: str, subtitle: str, note: str, *, height: float) -> Figure:
    """An empty figure with a title, a line under it and a note below; ``height`` is in inches, for what is drawn."""
    from matplotlib.figure import Figure

    full = height + TOP + BOTTOM
    page = Figure(figsize=(WIDTH, full))
    page.text(0.02, 1 - 0.12 / full, title, fontsize=12, fontweight="bold", va="top")
    page.text(0.02, 1 - 0.36 / full, subtitle, fontsize=9, color=QUIET, va="top")
    page.text(0.02, 0.1 / full, fill(note, NOTE_COLUMNS), fontsize=7, color=QUIET, va="bottom", linespacing=1.35)
    return page


def axes_in(page: Figure, left: float, right: float, top: float, bottom: float) -> Axes:
    """Axes in a figure, so many inches from the edges of its drawing area."""
    full = page.get_figheight()
    low, high = bottom + BOTTOM, full - top - TOP
    return page.add_axes((left / WIDTH, low / full, (WIDTH - left - right) / WIDTH, (high - low) / full))
