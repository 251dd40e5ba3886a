"""What the Strategy page shows of the best play, made by a worker: a grid of hands, or the play in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablegames.contract.rules import Rules
from tablegames.core.figures import decimal
from tablegames.games import game_named
from tablegames.report.json_form import payments_json
from tablegames.web.work import Answer, Progress

if TYPE_CHECKING:  # the server itself computes nothing
    from tablegames.contract.charts import HandGrid
    from tablegames.contract.document import Block


@dataclass(frozen=True)
class BestPlay:
    """The best play of a game: by the hand where its first decision goes by the hand, else in words."""

    game: str
    rules: Rules

    def __call__(self, progress: Progress) -> Answer:
        """The rows of the grid, or the blocks of the report's section."""
        from tablegames.analysis.exact import analyze
        from tablegames.analysis.strategy import described, main_game
        from tablegames.report.par.strategy import best_play

        game = game_named(self.game)
        analysis = analyze(game, main_game(self.rules), progress=progress)
        play = described(analysis) if game.load_strategy else None
        if play and (grid := play.grid):
            return {"grid": _grid(grid), **payments_json(game, self.rules)}
        blocks = [_block(block) for block in best_play(analysis, lambda: play)]
        return {"blocks": blocks, **payments_json(game, self.rules)}


def _grid(grid: HandGrid) -> dict[str, Any]:
    """A grid of hands as a template takes it."""
    rows = [
        [
            {
                "hand": cell.name, "hands": list(cell.hands), "action": cell.action, "acts": cell.acts,
                "gain": grid.gain.format(decimal(cell.gain, 4)),
            }
            for cell in row
        ]
        for row in grid.rows
    ]  # fmt: skip
    return {"caption": grid.caption, "reading": grid.reading, "rows": rows}


def _block(block: Block) -> dict[str, Any]:
    """A block of a report as a template takes it; there are no charts among these."""
    from tablegames.contract.document import Kind, Paragraph, Table

    match block:
        case Paragraph():
            return {"text": block.text}
        case Table():
            return {
                "title": block.title,
                "columns": [(column.title, column.kind is not Kind.TEXT) for column in block.columns],
                "rows": [[cell.text for cell in row] for row in block.rows],
            }
    raise TypeError(f"no page form for {type(block).__name__}")
