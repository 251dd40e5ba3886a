"""The best play in full, as far as a page can hold it, and a simple one with its exact cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablegames.analysis.exact import TIE_RULE, Analysis, analyze
from tablegames.analysis.plan import Evaluation
from tablegames.analysis.strategy import main_game
from tablegames.contract.document import Block, Paragraph
from tablegames.contract.strategy import Described
from tablegames.core.figures import percent


def best_play(analysis: Analysis, describe: Callable[[], Described | None]) -> Iterator[Block]:
    """What to do, stage by stage; where no page can hold it, how it is looked up.  ``describe`` gives it in words.

    Of simple plays only the whole one is priced here: each takes a second.
    """
    play = describe()
    edge = percent(analysis.main.house_edge)
    yield Paragraph(f"The best play for the main game's expected value: house edge {edge} % per Ante; {TIE_RULE}.")
    if play is None:
        yield Paragraph("No short form of it is known to this software.")
        return
    rules = main_game(analysis.rules)
    simple = [Evaluation(plan, analyze(analysis.game, rules, plan=plan), analysis).priced for plan in play.simple[-1:]]
    yield from play.blocks(simple)
    export = f"tablegames strategy {analysis.game.id} --export decisions.parquet"
    yield Paragraph(
        f"Every decision with its exact value is written as a file by “{export}” with the options of this report; "
        f"“tablegames advise {analysis.game.id} --hand ...” answers for one hand, whatever other cards are seen."
    )
