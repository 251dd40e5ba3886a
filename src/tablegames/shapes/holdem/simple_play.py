"""Simple rules for a Hold 'Em seat's later decisions, in words: when to raise on the flop, and after the river.

A rule is a list of alternatives separated by commas; any of them raises, and what none of them names is checked on the
flop and folded after the river.  With R a rank:

``two pair+``
    the best five cards are two pair or better, wherever the cards lie; so with every category of hand
``hidden pair R+``
    a pair of rank R or higher that is part of the best five cards and has a hole card: ``pocket pair R+`` or
    ``paired card R+``
``pocket pair R+``
    the hole cards are the pair; ``paired card R+``: one of them pairs the board
``flush draw R+``
    on the flop: four cards of a suit, a hole card of rank R or higher among them
``outs<N``
    after the river: fewer than N unseen cards, each alone with the board, beat the seat's hand
``any``, ``none``
    always; never

``R+`` may be left out: any rank will do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tablegames.core.cards import RANK_LETTERS
from tablegames.core.law import Refused
from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.rules import FLOP, RIVER

if TYPE_CHECKING:  # the kernels import Numba, which reading a rule need not pay for
    from tablegames.shapes.holdem.kernel.rule_terms import Term

_CATEGORIES = {str(hand): hand for hand in PokerHand if hand is not PokerHand.HIGH_CARD} | {
    "trips": PokerHand.THREE_OF_A_KIND,
    "quads": PokerHand.FOUR_OF_A_KIND,
}
_WITH_RANK = re.compile(r"(hidden pair|pocket pair|paired card|flush draw)(?: (10|[2-9tjqka])\2?\+)?")
_OUTS = re.compile(r"outs ?< ?([0-9]{1,2})")
_ALTERNATIVE = re.compile(r"[^,]+")
_FORM = {
    FLOP: "two pair+ (or another hand), hidden pair R+, pocket pair R+, paired card R+, flush draw R+, any, none",
    RIVER: "two pair+ (or another hand), hidden pair R+, pocket pair R+, paired card R+, outs<N, any, none",
}


def parse_rule(text: str, *, stage: str) -> tuple[Term, ...]:
    """The terms of a rule for one stage; an alternative that is none is refused with its column.

    >>> len(parse_rule("two pair+, hidden pair 3+, flush draw T+", stage="flop"))
    4
    >>> parse_rule("hidden pair, outs<many", stage="river")
    Traceback (most recent call last):
    tablegames.core.law.Refused: river, column 14: 'outs<many' is not a rule: two pair+ (or another hand), hidden pair R+, ...
    """
    terms: list[Term] = []
    if not text.strip(" ,"):
        raise Refused(f"{stage} is empty: {_FORM[stage]}")
    for match in _ALTERNATIVE.finditer(text):
        words = " ".join(match[0].lower().split())
        found = _terms(words, stage) if words else ()
        if found is None:
            column = match.start() + len(match[0]) - len(match[0].lstrip()) + 1
            raise Refused(
                f"{stage}, column {column}: {match[0].strip()!a} is not a rule: {_FORM[stage]}; R is a rank, N a number",
                column=column,
            )
        terms += found
    return tuple(terms)


def _terms(words: str, stage: str) -> tuple[Term, ...] | None:
    """The terms of one alternative; ``None`` if it is not one of this stage."""
    from tablegames.shapes.holdem.kernel.rule_terms import Look, Term

    if words in ("any", "none"):
        return (Term(Look.ANYTHING),) if words == "any" else ()
    if words.endswith("+") and words[:-1] in _CATEGORIES:
        return (Term(Look.HAND, _CATEGORIES[words[:-1]]),)
    if (match := _OUTS.fullmatch(words)) and stage == RIVER:
        return (Term(Look.OUTS, int(match[1])),)
    if (match := _WITH_RANK.fullmatch(words)) is None or (match[1] == "flush draw" and stage == RIVER):
        return None
    looks = {
        "hidden pair": (Look.POCKET_PAIR, Look.PAIRED_CARD),
        "pocket pair": (Look.POCKET_PAIR,),
        "paired card": (Look.PAIRED_CARD,),
        "flush draw": (Look.FLUSH_DRAW,),
    }[match[1]]
    rank = RANK_LETTERS.index(match[2].upper().replace("10", "T")) if match[2] else 0
    return tuple(Term(look, rank) for look in looks)
