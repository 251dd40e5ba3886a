"""Documents made by a worker: the mathematics report, the rack card, and the dealers' test, each a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tablegames.contract.rules import Rules
from tablegames.games import game_named
from tablegames.web.work import File, Progress

PDF = "application/pdf"
MEDIA_TYPES = {
    "pdf": PDF,
    "html": "text/html",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "md": "text/markdown",
    "json": "application/json",
}
"""The media type of each format of a report."""
COUNTED = 0.3
"""The part of a report's work that the analysis is."""


@dataclass(frozen=True)
class Report:
    """The mathematics report of a game, in one of the formats; meters and bets in cents, ``day`` as it is printed."""

    game: str
    rules: Rules
    meters: Mapping[str, int]
    bets: Mapping[str, int]
    form: str
    day: str

    @property
    def rough(self) -> float:
        """Seconds that it takes, roughly: with a board there are more deals to count."""
        return 15.0 if game_named(self.game).board_cards else 5.0

    def __call__(self, progress: Progress) -> File:
        """As ``tablegames report``."""
        from tablegames.analysis.exact import analyze
        from tablegames.report.formats import format_named, render
        from tablegames.report.par.sheet import par_sheet

        game, form = game_named(self.game), format_named(self.form)
        analysis = analyze(game, self.rules, meters=self.meters, progress=lambda part: progress(part * COUNTED))
        made = render(par_sheet(analysis, day=self.day, bets=self.bets, charts=form.charts), form)
        return File(f"{self.game}.{self.form}", MEDIA_TYPES[self.form], made)


@dataclass(frozen=True)
class RackCard:
    """The card for the table, as a PDF."""

    game: str
    rules: Rules
    rough: ClassVar[float] = 5.0
    """Seconds that it takes, roughly."""

    def __call__(self, progress: Progress) -> File:
        """As ``tablegames rack-card``."""
        from tablegames.report.rack_card import rack_card

        return File(f"{self.game}-rack-card.pdf", PDF, rack_card(game_named(self.game), self.rules))


@dataclass(frozen=True)
class DealerTest:
    """A test for dealers with its answer key, as a PDF."""

    game: str
    rules: Rules
    questions: int
    seed: int
    rough: ClassVar[float] = 5.0

    def __call__(self, progress: Progress) -> File:
        """As ``tablegames dealer-test``."""
        from tablegames.report.dealer_test import dealer_test

        test = dealer_test(game_named(self.game), self.rules, self.questions, self.seed)
        return File(f"{self.game}-dealer-test.pdf", PDF, test)
