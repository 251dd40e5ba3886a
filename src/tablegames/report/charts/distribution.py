"""The distribution of the main game's result after a number of rounds."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.exact import Analysis
from tablegames.contract.charts import signed
from tablegames.core.law import Refused
from tablegames.report.charts.style import DARK, HATCH, INK, LIGHT, PAPER, WARN, Kind, Options, axes_in, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROUNDS = 100
"""The rounds where none are asked for."""
MOST_POINTS = 1 << 23
"""The largest number of possible results, for the memory a transform takes."""
BARS = 60
TAIL = 0.005
"""What is left out of the picture on either side; no figure leaves it out."""


class Results(NamedTuple):
    """The net of some rounds together: ``chances[i]`` is the probability of ``(lowest + i) * unit`` Antes."""

    lowest: int
    unit: Fraction
    chances: NDArray[np.float64]

    def values(self) -> NDArray[np.float64]:
        """The results in Antes, beside ``chances``."""
        return (self.lowest + np.arange(len(self.chances), dtype=np.float64)) * float(self.unit)


def result_of_rounds(analysis: Analysis, rounds: int) -> Results:
    """The distribution of the sum of so many independent rounds' nets, each that of the main game per Ante.

    One round's is exact; the sum's is its characteristic function to that power, by one Fourier transform each way in double
    precision, over every result that is possible: an error of about 1e-16 a round, and none of truncation.
    Refused where there are more than 2^23 possible results.
    """
    nets: dict[Fraction, int] = {}
    for facts, count in analysis.histogram.items():
        net = sum(
            (analysis.prices[facts][wager].net for wager in analysis.main_wagers if wager in analysis.prices[facts]),
            Fraction(0),
        )
        nets[net] = nets.get(net, 0) + count
    scale = lcm(*(net.denominator for net in nets))
    whole = {int(net * scale): count for net, count in nets.items()}
    low, high = min(whole), max(whole)
    if rounds < 1 or (high - low) * rounds >= MOST_POINTS:
        raise Refused(
            f"rounds {rounds}: this chart of {analysis.game.name} takes 1 to {(MOST_POINTS - 1) // (high - low)}"
        )
    one = np.zeros(high - low + 1)
    for result, count in whole.items():
        one[result - low] = float(Fraction(count, analysis.deals))
    points = (high - low) * rounds + 1
    size = 1 << (points - 1).bit_length()
    if rounds > 1:  # in place: there may be millions of results
        spectrum = np.fft.rfft(one, size)
        spectrum **= rounds
        one = np.fft.irfft(spectrum, size)[:points]
        np.maximum(one, 0.0, out=one)
    return Results(low * rounds, Fraction(1, scale), one)


def draw(analysis: Analysis, options: Options) -> Figure:
    """The middle of the distribution in at most 60 bars, hatched where the player is behind, and the normal curve."""
    rounds = options.rounds or ROUNDS
    results = result_of_rounds(analysis, rounds)
    values, chances = results.values(), results.chances
    mean = float(analysis.main.expected_value) * rounds
    deviation = (float(analysis.main.variance) * rounds) ** 0.5
    behind, ahead = float(chances[values < 0].sum()), float(chances[values > 0].sum())
    total = np.cumsum(chances)
    five, ninety_five = (float(values[np.searchsorted(total, part)]) for part in (0.05, 0.95))
    page = figure(
        f"{analysis.game.name}: result of {rounds:,} round{'s' if rounds > 1 else ''}",
        f"Main game, in Antes, by the best play; behind {_percent(behind)}, even {_percent(1 - behind - ahead)}, ahead {_percent(ahead)}",
        f"{'Exact' if rounds == 1 else 'The exact distribution of one round, convolved by Fourier transform in double precision'}. "
        f"Mean {signed(mean, 3)}, standard deviation {deviation:.3f}; 5th and 95th percentile "
        f"{signed(five, 1)} and {signed(ninety_five, 1)}. Hatched: behind. Left out of the picture: at most {_percent(TAIL)} on either side.",
        height=3.6,
    )  # fmt: skip
    axes = axes_in(page, 0.75, 0.2, 0.15, 0.5)
    first, last = int(np.searchsorted(total, TAIL)), int(np.searchsorted(total, 1 - TAIL))
    width = -(-(last - first + 1) // BARS)
    first -= (results.lowest + first) % width  # a bar begins at zero, so that none is both ahead and behind
    edges = np.arange(first, last + 1, width)
    heights = np.array([chances[max(edge, 0) : edge + width].sum() for edge in edges])
    unit = float(results.unit)
    left = (results.lowest + edges) * unit
    even = (left == 0) & (width == 1)
    colours = np.where(left < 0, LIGHT, np.where(even, PAPER, DARK))
    axes.bar(
        left - unit / 2, heights * 100, width=width * unit, align="edge", edgecolor=INK, linewidth=0.4,
        color=colours.tolist(), hatch=np.where(left < 0, HATCH, "").tolist(),
    )  # fmt: skip
    if rounds > 1:
        grid = np.linspace(left[0], left[-1] + width * unit, 300)
        normal = np.exp(-(((grid - mean) / deviation) ** 2) / 2) / (deviation * (2 * np.pi) ** 0.5) * width * unit * 100
        axes.plot(grid, normal, color=WARN, linewidth=1.6, linestyle="--", label="normal, same mean and deviation")
        axes.legend(frameon=False, fontsize=8, loc="upper right")
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_xlabel("result in Antes")
    each = f"{width * unit:g} Ante{'s' if width * unit != 1 else ''}"
    axes.set_ylabel(f"percent for each {each}")
    axes.grid(axis="y")
    return page


def _percent(part: float) -> str:
    """A part as a percentage, as it is printed everywhere."""
    return f"{abs(part) * 100:.2f} %"


KIND = Kind("distribution", "the result of some rounds of the main game", draw, takes=("rounds",))
