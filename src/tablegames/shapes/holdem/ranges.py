"""Sets of the 169 starting hands of Hold 'Em as players write them: ``33+, A2+, K4s+, JTs``.

A hand is named by its ranks, the higher first, and ``s`` or ``o`` for suited or offsuit; a pair has neither.  In a
range, two ranks without a letter are both, and ``+`` means that hand and every better one of its kind: pairs up to
aces, or the same higher card with every kicker from the one named up to the next rank below it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from tablegames.core.cards import RANK_LETTERS
from tablegames.core.law import Refused

HANDS = tuple(
    RANK_LETTERS[high] + RANK_LETTERS[low] + suited
    for high in range(12, -1, -1)
    for low in range(high, -1, -1)
    for suited in (("s", "o") if low < high else ("",))
)
"""The names of the 169 starting hands, the aces first."""

RANKS = tuple(RANK_LETTERS[::-1])
GRID = tuple(
    tuple(
        one + other + "s" if row < column else other + one + "o" if row > column else one + other
        for column, other in enumerate(RANKS)
    )
    for row, one in enumerate(RANKS)
)
"""The same names as they are laid out, a row for each rank: pairs on the diagonal, suited hands above it, offsuit hands below."""

ANY, NONE = "any", "none"
RANGE_FORM = (
    "pairs such as 33 or 33+, two ranks such as AKs, JTo or K7+ (s suited, o offsuit, neither both, + that kicker and "
    f"every higher one), {ANY}, {NONE}"
)
_TOKEN = re.compile(r"[^\s,]+")
_HAND = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)(\+?)", re.IGNORECASE | re.ASCII)


def parse_range(text: str, *, place: str = "range") -> frozenset[str]:
    """The starting hands of a range; :class:`~tablegames.core.law.Refused` names the token that is none, with its column.

    >>> sorted(parse_range("QQ+, AKs, kJ+"))
    ['AA', 'AKs', 'KJo', 'KJs', 'KK', 'KQo', 'KQs', 'QQ']
    >>> parse_range("33+, A1o+", place="preflop")
    Traceback (most recent call last):
    tablegames.core.law.Refused: preflop, column 6: 'A1o+' is not a range: pairs such as 33 or 33+, ...
    """
    found: set[str] = set()
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token.lower() in (ANY, NONE):
            found.update(HANDS if token.lower() == ANY else ())
            continue
        hands = _hands(token)
        if not hands:
            column = match.start() + 1
            raise Refused(f"{place}, column {column}: {token!a} is not a range: {RANGE_FORM}", column=column)
        found.update(hands)
    if not text.strip(" ,"):
        raise Refused(f"{place} is empty: {RANGE_FORM}")
    return frozenset(found)


def _hands(token: str) -> list[str]:
    """The hands of one token; none if it is no range."""
    match = _HAND.fullmatch(token)
    if match is None:
        return []
    low, high = sorted(RANK_LETTERS.index(rank.upper().replace("10", "T")) for rank in match.group(1, 2))
    suited, more = match[3].lower(), bool(match[4])
    if low == high:
        ranks = range(low, 13 if more else low + 1)
        return [] if suited else [2 * RANK_LETTERS[rank] for rank in ranks]
    kickers = range(low, high if more else low + 1)
    return [RANK_LETTERS[high] + RANK_LETTERS[kicker] + kind for kicker in kickers for kind in suited or "so"]


def format_range(hands: Collection[str]) -> str:
    """A set of starting hands as a range, as short as it can be said rank by rank; :func:`parse_range` reads it back.

    >>> format_range(parse_range("33+, A2o+, A2s+, K5s, K7s, JTs"))
    '33+, A2+, K7s, K5s, JTs'
    """
    if len(set(hands)) == len(HANDS):
        return ANY
    parts = [
        2 * rank + more for rank, more in _runs({rank for rank in range(13) if 2 * RANK_LETTERS[rank] in hands}, 12)
    ]
    for high in range(12, 0, -1):
        top = RANK_LETTERS[high]
        suited, offsuit = (
            {kicker for kicker in range(high) if top + RANK_LETTERS[kicker] + kind in hands} for kind in "so"
        )
        listed = [("", suited)] if suited == offsuit else [("s", suited), ("o", offsuit)]
        parts += [top + kicker + kind + more for kind, held in listed for kicker, more in _runs(held, high - 1)]
    return ", ".join(parts) or NONE


def _runs(ranks: Collection[int], highest: int) -> list[tuple[str, str]]:
    """Ranks from high to low as letters, those that run without a gap up to the highest possible as one with its
    ``+``."""
    bottom = highest
    while bottom - 1 in ranks:
        bottom -= 1
    listed = [(RANK_LETTERS[rank], "") for rank in sorted(ranks, reverse=True) if rank < bottom or highest not in ranks]
    if highest not in ranks:
        return listed
    return [(RANK_LETTERS[bottom], "+" if bottom < highest else ""), *listed]


def combinations(hand: str) -> int:
    """How many pairs of cards a starting hand is: 6 a pair, 4 suited, 12 offsuit.

    >>> sum(map(combinations, HANDS))
    1326
    """
    return {"s": 4, "o": 12}.get(hand[2:], 6)
