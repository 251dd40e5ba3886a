"""Pages from templates: what is typed is escaped, cards have spoken names, and citations read as the law cites them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from jinja2 import BaseLoader, DictLoader, Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import tablegames
from tablegames.core.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_SIGNS, Card, parse_cards
from tablegames.core.figures import decimal, thousands
from tablegames.core.law import format_cite
from tablegames.core.money import format_amount
from tablegames.core.ranking import Ranking
from tablegames.games import GAMES
from tablegames.rounds.payouts import House
from tablegames.web.state import state_of


def render(request: Request, template: str, context: Mapping[str, Any], *, status: int = 200) -> Response:
    """A page.  A visit begins with the first page that asks for a form token."""
    made: dict[str, str] = {}
    text = environment().get_template(template).render({"request": request, "made": made, **context})
    response = HTMLResponse(text, status_code=status)
    if "visit" in made:
        state_of(request).cookies.write(request, response, request.state.visit)
    return response


@pass_context
def form_token(context: Context) -> str:
    """The token that a form of this page must send back."""
    request: Request = context["request"]
    cookies = state_of(request).cookies
    visit = cookies.visit(request)
    if visit is None:
        visit = request.state.visit = cookies.begin(admitted=False)
        context["made"]["visit"] = visit.id
    return cookies.form_token(visit)


def spoken(card: Card) -> str:
    """A card as it is said.

    >>> from tablegames.core.cards import parse_cards
    >>> [spoken(card) for card in parse_cards("As Td Jk")]
    ['ace of spades', '10 of diamonds', 'joker']
    """
    return "joker" if card.is_joker else f"{card.rank} of {card.suit.name.lower()}"


def face(card: Card) -> tuple[str, str, str]:
    """What stands on a card: its rank, its suit's sign, and its suit's letter, by which it is coloured.

    >>> from tablegames.core.cards import parse_cards
    >>> [face(card) for card in parse_cards("As Jk")]
    [('A', '♠', 's'), ('Jk', '★', 'j')]
    """
    if card.is_joker:
        return "Jk", "★", "j"
    return RANK_LETTERS[card >> 2].replace("T", "10"), SUIT_SIGNS[card & 3], SUIT_LETTERS[card & 3]


def card_named(text: str) -> Card:
    """A card by its notation."""
    (card,) = parse_cards(text)
    return card


class ShownAction(NamedTuple):
    """An action with its value, rounded once; ``exact`` is the fraction."""

    name: str
    value: str
    below: str
    exact: str
    best: bool


def actions(found: Iterable[Mapping[str, str]]) -> list[ShownAction]:
    """The actions of a piece of advice, as a table shows them; of equal ones the first is the best.

    >>> actions([{"action": "raise 1x", "expected_value": "-1/8"}, {"action": "fold", "expected_value": "-1"}])[1]
    ShownAction(name='fold', value='-1.000000', below='0.875000', exact='-1', best=False)
    """
    values = [(each["action"], Fraction(each["expected_value"])) for each in found]
    best = max(values, key=lambda each: each[1])
    return [
        ShownAction(name, decimal(value, 6), decimal(best[1] - value, 6), str(value), (name, value) == best)
        for name, value in values
    ]


def _loader() -> BaseLoader:
    """The templates as they are when the server starts, like its code; read again at each change only under ``python -X dev``."""
    files = PackageLoader("tablegames.web")
    if sys.flags.dev_mode:
        return files
    folder = resources.files("tablegames.web").joinpath("templates")
    return DictLoader({name: folder.joinpath(name).read_text("utf-8") for name in files.list_templates()})


@cache
def environment() -> Environment:
    """The templates, with what they may ask for."""
    from tablegames.web.pages import PAGES  # the pages import this module

    made = Environment(
        loader=_loader(), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.filters |= {
        "spoken": spoken, "face": face, "card_named": card_named, "cite": format_cite, "amount": format_amount, "thousands": thousands, "actions": actions,
        "words": lambda name: name.replace("_", " ").replace("-", " "),
    }  # fmt: skip
    made.tests["ranking"] = lambda value: isinstance(value, Ranking)
    made.globals |= {
        "limit_in_full": lambda game, rules: House(game, rules).limit_in_full,
        "games": GAMES, "pages": PAGES, "version": tablegames.__version__, "form_token": form_token,
    }  # fmt: skip
    return made
