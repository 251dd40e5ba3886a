"""Timing and the table: medians over rounds in which all rivals take turns, so a slow moment of the machine meets them alike."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Any


def progress(step: str) -> None:
    """One line on standard error as a step begins."""
    print(f"bench: {step}", file=sys.stderr, flush=True)


def seconds(
    calls: Mapping[str, Callable[[], Any]], *, rounds: int, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """The median time of each call over the rounds; every round makes each call once."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            started = clock()
            call()
            times[name].append(clock() - started)
    return {name: median(taken) for name, taken in times.items()}


def process_seconds(
    commands: Mapping[str, Sequence[str]], *, rounds: int, environment: Mapping[str, str]
) -> dict[str, float]:
    """The same for whole processes; one that fails stops the benchmark."""

    def call(command: Sequence[str]) -> Callable[[], Any]:
        return lambda: subprocess.run(command, env=environment, check=True, capture_output=True)

    return seconds({name: call(command) for name, command in commands.items()}, rounds=rounds)


def rate(hands_a_second: float) -> str:
    """A rate with three digits.

    >>> rate(352_400_000), rate(9_876), rate(4.2)
    ('352 M/s', '9.88 k/s', '4.20 /s')
    """
    for unit, name in ((1e6, " M/s"), (1e3, " k/s")):
        if hands_a_second >= unit:
            return digits(hands_a_second / unit) + name
    return digits(hands_a_second) + " /s"


def duration(taken: float) -> str:
    """A time with three digits.

    >>> duration(12.34), duration(0.1234), duration(0.0001234)
    ('12.3 s', '123 ms', '0.123 ms')
    """
    return f"{digits(taken)} s" if taken >= 1 else f"{digits(taken * 1e3)} ms"


def times(ratio: float) -> str:
    """A ratio as it is said.

    >>> times(12.5), times(1 / 250), times(1.04)
    ('12.5 x', '1/250', '1.04 x')
    """
    return f"{digits(ratio)} x" if ratio >= 0.95 else f"1/{digits(1 / ratio)}"


def digits(number: float) -> str:
    """Three significant digits, or the whole number if it has more."""
    decimals = 0 if number >= 100 else 1 if number >= 10 else 2 if number >= 1 else 3
    return f"{number:,.{decimals}f}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table that also reads well as text."""
    widths = [max(len(row[place]) for row in (columns, *rows)) for place in range(len(columns))]

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"

    return [line(columns), line(["-" * width for width in widths]), *map(line, rows), ""]
