"""A mathematics report put together: every section from one analysis, and from what else was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from tablegames.analysis.exact import Analysis, in_money
from tablegames.analysis.simulation import Simulation
from tablegames.analysis.strategy import described
from tablegames.contract.charts import NothingToShow
from tablegames.contract.document import Block, Chart, Table
from tablegames.contract.strategy import Described
from tablegames.core.wagers import Bets
from tablegames.report.charts import Options, chart, charts_of
from tablegames.report.document import Document, Section
from tablegames.report.par.chosen import chosen_line
from tablegames.report.par.headline import headline
from tablegames.report.par.identity import identity, rules_of_play
from tablegames.report.par.method import method
from tablegames.report.par.paytables import payout_limit, progressive_page, side_by_side
from tablegames.report.par.sensitivity import sensitivity
from tablegames.report.par.spread import spread
from tablegames.report.par.strategy import best_play
from tablegames.report.par.wagers import frequencies, returns

TITLE = "Mathematics report (PAR sheet)"
NO_BETS: Bets = {}
AT_ONCE = 3
"""Sections made side by side: the kernels let go of the interpreter's lock, and one section may wait for another."""


def par_sheet(
    analysis: Analysis,
    *,
    day: str = "",
    bets: Bets = NO_BETS,
    simulation: Simulation | None = None,
    sweep: tuple[Block, ...] = (),
    charts: bool = True,
) -> Document:
    """The report of an analysis under the best play.

    ``day`` is printed as given.  ``bets`` made together, in cents, are added to the headline and to the payout limit.
    ``simulation`` is the second method.  ``sweep``: blocks on many more paytables, put after the known ones.  ``charts``:
    whether they are drawn, which needs Matplotlib.

    >>> from tablegames.analysis.exact import analyze
    >>> from tablegames.games import game_named
    >>> report = par_sheet(analyze(game_named("saigon-5-card")), charts=False)
    >>> report.tables["headline"].rows[0][2].text
    '1.86754383 %'
    """
    game = analysis.game
    analysis.main  # noqa: B018 - its cached parts are made once, before threads share them
    with ThreadPoolExecutor(AT_ONCE) as pool:
        in_words = pool.submit(_described, analysis).result
        makers: dict[tuple[str, str], Callable[[], Iterator[Block]]] = {
            ("identity", "Identity"): partial(identity, analysis, day),
            ("headline", "Headline figures"): partial(headline, analysis, in_money(analysis, bets) if bets else None),
            ("rules", "Rules of play"): partial(rules_of_play, analysis),
            ("frequencies", "Frequencies"): partial(frequencies, analysis),
            ("returns", "Returns"): partial(returns, analysis),
            ("spread", "Variance and expected bands"): partial(spread, analysis),
            ("strategy", "Optimal strategy"): partial(best_play, analysis, in_words),
            ("paytables", "Known paytables"): partial(side_by_side, analysis),
            ("progressive", "Progressive"): partial(progressive_page, analysis),
            ("payout limit", "Aggregate payout limit"): partial(payout_limit, analysis, bets),
            ("method", "Method"): partial(method, analysis, simulation),
            ("sensitivity", "Sensitivity"): partial(sensitivity, analysis, in_words),
        }
        slowest_first = sorted(makers, key=lambda name: name[0] not in ("sensitivity", "paytables", "rules"))
        waiting = {name: pool.submit(lambda make: tuple(make()), makers[name]) for name in slowest_first}
        pictures = _charts(analysis, waiting["paytables", "Known paytables"].result) if charts else {}
        extra: dict[str, tuple[Block, ...]] = {"paytables": sweep}
        sections = [
            Section(*name, _illustrated(name[0], (*waiting[name].result(), *extra.get(name[0], ())), pictures))
            for name in makers
        ]
    subtitle = f"{game.name}, 58 Pa. Code Chapter {game.law.chapter}" + (f", {day}" if day else "")
    foot = chosen_line(game, analysis.rules)
    return Document(TITLE, subtitle, foot, tuple(section for section in sections if section.blocks), analysis)


def _illustrated(key: str, blocks: tuple[Block, ...], pictures: Mapping[str, tuple[Chart, ...]]) -> tuple[Block, ...]:
    """A section's blocks, each table followed by its charts, and the section's own charts at the end."""
    woven: list[Block] = []
    for block in blocks:
        woven += [block, *(pictures.get(block.key, ()) if isinstance(block, Table) else ())]
    return (*woven, *pictures.get(key, ()))


def _described(analysis: Analysis) -> Described | None:
    """The best play in words, where the game has them."""
    return described(analysis) if analysis.game.load_strategy else None


def _charts(analysis: Analysis, known_found: Callable[[], object]) -> dict[str, tuple[Chart, ...]]:
    """The charts by the key of the table or the section that they follow.

    The one of the known paytables is drawn last, once ``known_found`` has returned: it shows what that section found.
    """
    kinds = {kind.id: kind.says for kind in charts_of(analysis.game)}

    def draw(kind: str, wager: str = "") -> tuple[Chart, ...]:
        svg = chart(kind, analysis, "svg", Options(wager=wager))
        return (Chart(f"{kind}-{wager}" if wager else kind, f"{wager} {kinds[kind]}".strip(), svg),)

    decided = []
    for kind in analysis.game.charts:
        with suppress(NothingToShow):
            decided.append(draw(kind.id))
    drawn = {
        **{f"returns {wager}": draw("contribution", wager) for wager in analysis.wagers if analysis.paytables(wager)},
        "bands main game": draw("distribution"),
        "strategy": tuple(one for charts in decided for one in charts),
    }
    known_found()
    return {**drawn, "paytables": draw("paytables")}
