"""What the Strategy page shows of the best play, made by a worker: the 169 starting hands of Hold 'Em, or the play in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablegames.contract.rules import Rules
from tablegames.core.cards import RANK_LETTERS
from tablegames.games import game_named
from tablegames.report.figures import decimal
from tablegames.report.json_form import payments_json
from tablegames.web.work import Answer, Progress

if TYPE_CHECKING:  # the server itself computes nothing
    from tablegames.report.document import Block


@dataclass(frozen=True)
class StartingHands:
    """The best play before the flop."""

    game: str
    rules: Rules

    def __call__(self, progress: Progress) -> Answer:
        """The hands in thirteen rows, suited ones above the diagonal, each with its action and what raising is worth more."""
        from tablegames.analysis.exact import analyze
        from tablegames.analysis.strategy import main_game
        from tablegames.shapes.holdem.strategy import starting_plays

        game, rules = game_named(self.game), main_game(self.rules)
        plays = {play.hand: play for play in starting_plays(game, rules, analyze(game, rules, progress=progress))}
        rows = []
        for row, high in enumerate(RANK_LETTERS[::-1]):
            names = (
                high + low if row == column else high + low + "s" if row < column else low + high + "o"
                for column, low in enumerate(RANK_LETTERS[::-1])
            )
            rows.append(
                [
                    {
                        "hand": name, "action": plays[name].action, "raises": plays[name].raises,
                        "more": decimal(plays[name].advantage, 4),
                    }
                    for name in names
                ]
            )  # fmt: skip
        return {"rows": rows, **payments_json(game, rules)}


@dataclass(frozen=True)
class InWords:
    """The best play as people use it, of a game whose report says it on a page."""

    game: str
    rules: Rules

    def __call__(self, progress: Progress) -> Answer:
        """The blocks of the report's section."""
        from tablegames.analysis.exact import analyze
        from tablegames.analysis.strategy import main_game
        from tablegames.report.par.strategy import best_play, described

        game = game_named(self.game)
        analysis = analyze(game, main_game(self.rules), progress=progress)
        blocks = [_block(block) for block in best_play(analysis, lambda: described(analysis))]
        return {"blocks": blocks, **payments_json(game, self.rules)}


def _block(block: Block) -> dict[str, Any]:
    """A block of a report as a template takes it; there are no charts among these."""
    from tablegames.report.document import Kind, Paragraph, Table

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
