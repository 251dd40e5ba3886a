"""Exact figures as decimals: rounded once, half to even, from the fraction; no float in between."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def decimal(value: Fraction, digits: int) -> str:
    """A fraction with so many digits after the point.

    >>> decimal(Fraction(1348050875653 * 100, 50592437455560), 8), decimal(Fraction(-1, 3), 4)
    ('2.66453040', '-0.3333')
    """
    scaled = round(value * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{digits}d}" if digits else str(scaled)


def percent(value: Fraction, digits: int = 8) -> str:
    """A fraction as a percentage, without the sign.

    >>> percent(Fraction(1, 8), 2)
    '12.50'
    """
    return decimal(value * 100, digits)


def root(value: Fraction, digits: int) -> str:
    """The square root of a fraction, correctly rounded (half up: a root that is no fraction has no tie).

    >>> root(Fraction(2), 8), root(Fraction(1, 4), 2)
    ('1.41421356', '0.50')
    """
    scaled = value * 10 ** (2 * digits)
    down = isqrt(scaled.numerator // scaled.denominator)
    nearest = down + (scaled >= Fraction(2 * down + 1, 2) ** 2)
    return decimal(Fraction(nearest, 10**digits), digits)


def thousands(count: int) -> str:
    """A count with separators.

    >>> thousands(133784560)
    '133,784,560'
    """
    return f"{count:,}"
