"""How far results spread: variance, skewness, covariances, and the bands in which n rounds are expected to end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from statistics import NormalDist

from tablegames.analysis.exact import Analysis, Figures
from tablegames.contract.document import (
    Block,
    Cell,
    Column,
    Kind,
    Paragraph,
    count,
    number,
    percentage,
    rooted,
    table,
    words,
)
from tablegames.core.figures import root
from tablegames.report.par.wagers import base_of

ROUNDS = tuple(10**power for power in range(3, 9))
LEVELS = (90, 95, 99)
QUANTILES = {level: Fraction(f"{NormalDist().inv_cdf((1 + level / 100) / 2):.9f}") for level in LEVELS}
"""How many standard deviations a two-sided band of the normal distribution reaches, by its level in percent."""
PI = Fraction("3.14159265358979")
POOR = Fraction(1, 100)
"""From this leading error on a band is marked."""
MAIN = "main game"


def skewness_squared(distribution: Mapping[Fraction, int]) -> Fraction:
    """The square of the skewness of equally likely results, with the skewness's sign.

    >>> skewness_squared({Fraction(0): 3, Fraction(1): 1})
    Fraction(4, 3)
    """
    deals = sum(distribution.values())
    mean = sum((net * times for net, times in distribution.items()), Fraction(0)) / deals
    second = sum(((net - mean) * (net - mean) * times for net, times in distribution.items()), Fraction(0)) / deals
    third = (
        sum(((net - mean) * (net - mean) * (net - mean) * times for net, times in distribution.items()), Fraction(0))
        / deals
    )
    return third * abs(third) / (second * second * second) if second else Fraction(0)


def spread(analysis: Analysis) -> Iterator[Block]:
    """Variance, standard deviation and skewness with their bases, covariances, and expected bands."""
    bases: dict[str, tuple[str, Figures, Fraction]] = {}
    for name in (MAIN, *analysis.wagers):
        weights = dict.fromkeys(analysis.main_wagers if name == MAIN else (name,), Fraction(1))
        figures = analysis.main if name == MAIN else analysis.wager(name)
        base = "per Ante" if name == MAIN else base_of(analysis, name)
        bases[name] = (base, figures, skewness_squared(analysis.distribution(weights)))
    yield table(
        "spread",
        "One round",
        (
            Column("wager", "wager"),
            Column("base", "base"),
            Column("variance", "variance", Kind.NUMBER),
            Column("standard deviation", "standard deviation", Kind.NUMBER),
            Column("skewness", "skewness", Kind.NUMBER),
            Column("exact variance", "variance exactly"),
        ),
        [
            (words(name), words(base), number(figures.variance, 8), rooted(figures.variance, 8), rooted(skew, 6),
             words(figures.variance))
            for name, (base, figures, skew) in bases.items()
        ],
    )  # fmt: skip
    if len(analysis.wagers) > 1:
        yield table(
            "covariances",
            "Covariances of the wagers, each on its base",
            ("", *(Column(wager, wager, Kind.NUMBER) for wager in analysis.wagers)),
            [
                (words(one), *(number(analysis.covariance(one, other), 6) for other in analysis.wagers))
                for one in analysis.wagers
            ],
        )
    yield Paragraph(
        "The bands below are normal approximations for independent rounds: mean ± z × standard deviation, with z "
        + ", ".join(f"{float(z):.4f} for {level} %" for level, z in QUANTILES.items())
        + ". They are poor where the result is skewed and rounds are few: the leading error of the normal distribution "
        "function is |skewness| / (6 √(2π n)), given beside each band and marked (poor) from 1 % on. A rare large award "
        "then makes results just below the mean more common, and very good ones more common too, than the band says. "
        "Rounds of several seats that share cards are not independent."
    )
    for name, (base, figures, skew) in bases.items():
        if name == MAIN or name not in analysis.main_wagers:
            yield bands(name, base, figures, skew)


def bands(name: str, base: str, figures: Figures, skew: Fraction) -> Block:
    """In what part of what is bet the player's return is expected to end, and the house's win in units."""
    unit = "Antes" if name == MAIN else "units"
    columns = (
        Column("rounds", "rounds", Kind.COUNT),
        Column("expected win", f"house's expected win, {unit}", Kind.NUMBER),
        Column("deviation", f"its standard deviation, {unit}", Kind.NUMBER),
        *(Column(f"{level} %", f"return to player, {level} % band", Kind.PERCENT) for level in LEVELS),
        Column("leading error", "leading error", Kind.PERCENT),
    )
    rows = []
    for rounds in ROUNDS:
        error = Fraction(root(abs(skew) / (72 * PI * rounds), 12))
        poor = " (poor)" if error >= POOR else ""
        rows.append(
            (
                count(rounds),
                number(figures.house_edge * rounds, 2),
                rooted(figures.variance * rounds, 2),
                *(_band(figures, rounds, z) for z in QUANTILES.values()),
                percentage(error, 4)._replace(text=percentage(error, 4).text + poor),
            )
        )
    title = f"{name}: expected bands, {base}"
    return table(
        f"bands {name}", title, columns, rows, note=f"The return to player is {base}: 100 % less the house edge."
    )


def _band(figures: Figures, rounds: int, z: Fraction) -> Cell:
    """The two ends of a band, as parts of what is bet."""
    half = Fraction(root(z * z * figures.variance / rounds, 12))
    middle = 1 + figures.expected_value
    ends = [percentage(end, 3).text.removesuffix(" %") for end in (middle - half, middle + half)]
    return Cell(f"{ends[0]} to {ends[1]} %", Kind.PERCENT)
