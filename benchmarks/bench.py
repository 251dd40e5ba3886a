"""``python -m benchmarks.bench``: every figure in one run, as tables with ratios, on standard output and in results.md."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import combinations, islice, pairwise
from math import comb
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.child import HANDS
from benchmarks.durability import durability
from benchmarks.measure import duration, process_seconds, progress, rate, seconds, table, times
from benchmarks.rankers import Ranker, installed, rankers
from benchmarks.serving import serving
from benchmarks.volume import volume
from tablegames.analysis import bulk
from tablegames.core.cards import CARDS, format_cards

RESULTS = Path(__file__).with_name("results.md")
ARRAY = 1 << 20
"""Random hands in the array that is ranked in bulk; the peers take the first of the same hands."""
FEW, MANY = 500, 20_000
"""Hands a round for whoever ranks some thousands a second, and for the faster ones."""
per_core = partial(seconds, rounds=9, clock=process_time)
"""Times of work on one core: its own time, which other processes of a busy machine do not lengthen."""


def main() -> None:
    """Measure, print and write."""
    progress("building the hands; everything takes a quarter of an hour")
    rivals = rankers()
    text = ["# Benchmark", "", *machine(), ""]
    with TemporaryDirectory() as cache:  # an empty cache of compiled kernels: what a first use takes is measured too
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        text += ranking(rivals) + optima(environment) + commands(environment) + volume() + serving() + durability()
    print("\n".join(text))
    RESULTS.write_text("\n".join(text), encoding="utf-8")


def machine() -> list[str]:
    """What the figures were measured on and with."""
    names = [line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    packages = ("numpy", "numba", "phevaluator", "eval7", "pokerkit")
    versions = ", ".join(f"{name} {installed(name) or 'not installed'}" for name in packages)
    load = f"; load before the run {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return [
        f"{date.today().isoformat()}; {(names or [platform.processor() or platform.machine()])[0]}, {os.cpu_count()} cores, "
        f"{platform.system()}{load}; Python {platform.python_version()}, {versions}.",
        "",
        "Medians of several rounds in which all take turns.  Ratios are to the first figure of the same row, in this run.",
    ]


def ranking(rivals: list[Ranker]) -> list[str]:
    """Hands a second, for one at a time and for many, on the same hands; first it is checked that all order them alike."""
    counts = {rival.name: FEW if rival.name in ("tablegames", "pokerkit") else MANY for rival in rivals}
    rows: list[tuple[str, dict[str, float]]] = []

    def measure(what: str, calls: dict[str, Callable[[], Any]], ours: int) -> None:
        progress(what)
        hands = {**counts, "tablegames": ours}
        rows.append((what, {name: hands[name] / taken for name, taken in per_core(calls).items()}))

    for size, rank in ((7, bulk.rank7), (5, bulk.rank5)):
        hands = random_hands(ARRAY, size)
        progress(f"{size} cards: everyone must give the same order")
        for rival in rivals:
            check_order(rival, hands[: counts[rival.name]], rank)
        made = {rival.name: own_cards(rival, hands[: counts[rival.name]]) for rival in rivals}
        measure(f"{size} cards, one at a time", {rival.name: _loop(rival, made[rival.name]) for rival in rivals}, FEW)
        mapped = {rival.name: partial(rival.many, made[rival.name]) for rival in rivals}
        measure(f"{size} cards, in bulk", {**mapped, "tablegames": partial(rank, hands)}, ARRAY)
    in_order = {rival.name: _in_order(rival, counts[rival.name]) for rival in rivals}
    count_all = partial(bulk.count_all7, threads=1)
    measure("7 cards, all in order", {**in_order, "tablegames": count_all}, comb(52, 7))
    names = [rival.name for rival in rivals]
    cells = [
        [what, rate(rates["tablegames"])]
        + [f"{rate(rates[name])}, {times(rates[name] / rates['tablegames'])}" for name in names[1:]]
        for what, rates in rows
    ]
    return [
        "## Ranking, hands a second of processor time on one core",
        "",
        *table(("", *names), cells),
        "Random hands, the same for all; each has its own cards ready before the clock starts.  One at a time, `tablegames`",
        "is the reference in plain Python, by the definition: the best of 21 fives.  In bulk it is `tablegames.analysis.bulk.rank7`",
        "and `rank5` on a uint8 array; the others have no call for arrays, so they are mapped over their own hands.  In order,",
        f"`tablegames` ranks all {comb(52, 7):,} hands and counts their categories; the others rank the first hands of",
        "`itertools.combinations`.",
        "",
    ]


def random_hands(count: int, size: int) -> NDArray[np.uint8]:
    """Seeded hands, uint8 (count, size)."""
    return np.argsort(np.random.default_rng(52).random((count, 52)), axis=1)[:, :size].astype(np.uint8)


def own_cards(rival: Ranker, hands: NDArray[np.uint8]) -> list[tuple[Any, ...]]:
    """The hands in a rival's own cards."""
    return [tuple(rival.deck[code] for code in hand) for hand in hands.tolist()]


def check_order(rival: Ranker, hands: NDArray[np.uint8], rank: Callable[[Any], NDArray[np.uint16]]) -> None:
    """Stop unless a rival orders the hands as the kernels do."""
    values = sorted(zip(rank(hands).tolist(), map(rival.order, rival.many(own_cards(rival, hands))), strict=True))
    for (low, weak), (high, strong) in pairwise(values):
        if (low < high) != (weak < strong):
            sys.exit(f"bench: {rival.name} orders some hands otherwise: {weak}, {strong}")


def _loop(rival: Ranker, hands: list[tuple[Any, ...]]) -> Callable[[], None]:
    def call() -> None:
        for cards in hands:
            rival.one(cards)

    return call


def _in_order(rival: Ranker, count: int) -> Callable[[], Any]:
    return lambda: rival.many(islice(combinations(rival.deck, 7), count))


def optima(environment: dict[str, str]) -> list[str]:
    """Each game's full optimum, and advice where a seat stands: warm, first in a process, and first on a machine."""
    jobs = [(f"`analyze` {game}", "analyze", game) for game in HANDS]
    for game in ("heads-up-holdem", "ultimate-texas-holdem"):
        jobs += [(f"`advise` {game}, {cards or 'no'} community cards", f"advise:{cards}", game) for cards in (0, 3, 5)]
    jobs += [(f"`advise` {game}", "advise", game) for game in ("high-card-flush", "saigon-5-card")]
    rows = []
    for name, job, game in jobs:
        progress(f"{job} {game}")

        def times_of(calls: int, job: str = job, game: str = game) -> list[float]:
            command = [sys.executable, "-m", "benchmarks.child", job, game, str(calls)]
            done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            found: list[float] = json.loads(done.stdout)
            return found

        (compiling,) = times_of(1)
        first, *warm = times_of(8)
        firsts = [first, *(times_of(1)[0] for _ in range(2))]
        base = median(warm)
        others = (f"{duration(taken)}, {times(taken / base)}" for taken in (median(firsts), compiling))
        rows.append([name, duration(base), *others])
    return [
        "## Exact optima and advice",
        "",
        *table(("", "warm", "first call of a process", "first on a machine"), rows),
        "Warm: the second and later calls in one process, all figures of the main game included.  The first call imports and",
        "loads the compiled kernels; the first on a machine compiles those that no row above has.  No peer computes these.",
        "",
    ]


def commands(environment: dict[str, str]) -> list[str]:
    """Whole processes with a warm cache, against a Python that does nothing."""
    python = sys.executable
    tool = [python, "-m", "tablegames"]
    hand, other = "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d"
    timed = {
        "`python -c pass`": [python, "-c", "pass"],
        "`rank`, text": [*tool, "rank", "high-card-flush", hand],
        "`rank`, JSON": [*tool, "rank", "high-card-flush", hand, "--format", "json"],
        "`compare`, text": [*tool, "compare", "high-card-flush", hand, other],
        **{f"`analyze {game}`": [*tool, "analyze", game] for game in HANDS},
    }
    progress("whole commands")
    with TemporaryDirectory() as folder:
        report = str(Path(folder, "report.pdf"))
        timed |= {f"`report {game} -o report.pdf`": [*tool, "report", game, "-o", report] for game in HANDS}
        taken = process_seconds(timed, rounds=5, environment=environment)
    base, *others = taken.items()
    rows = [[base[0], duration(base[1])], *([name, f"{duration(t)}, {times(t / base[1])}"] for name, t in others)]
    lines = "\n".join(format_cards(CARDS[code] for code in hand) for hand in random_hands(100_000, 7).tolist())
    progress("a batch of 100,000 lines")
    run = [*tool, "rank", "heads-up-holdem", "-", "--format", "json"]
    batch = seconds(
        {"": lambda: subprocess.run(run, env=environment, input=lines.encode(), check=True, capture_output=True)},
        rounds=3,
    )[""]
    rows.append(["`rank heads-up-holdem -`, 100,000 lines, JSON", f"{duration(batch)}, {times(batch / base[1])}"])
    return ["## Whole commands", "", *table(("", "time"), rows)]


def _lines(path: str) -> list[str]:
    """The lines of a file, none where it does not exist."""
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []


if __name__ == "__main__":
    main()
