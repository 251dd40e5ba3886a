"""Pages from templates: what is typed is escaped, cards have spoken names, and citations read as the law cites them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import tablegames
from tablegames.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_SIGNS, Card, parse_cards
from tablegames.games import GAMES
from tablegames.law import format_cite
from tablegames.money import format_amount
from tablegames.ranking import Ranking
from tablegames.report.figures import thousands
from tablegames.web.state import state_of


def render(request: Request, template: str, context: Mapping[str, Any], *, status: int = 200) -> Response:
    """A page.  A visit begins with the first page that asks for a form token."""
    made: dict[str, str] = {}
    text = _environment().get_template(template).render({"request": request, "made": made, **context})
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

    >>> from tablegames.cards import parse_cards
    >>> [spoken(card) for card in parse_cards("As Td Jk")]
    ['ace of spades', '10 of diamonds', 'joker']
    """
    return "joker" if card.is_joker else f"{card.rank} of {card.suit.name.lower()}"


def face(card: Card) -> tuple[str, str, str]:
    """What stands on a card: its rank, its suit's sign, and its suit's letter, by which it is coloured.

    >>> from tablegames.cards import parse_cards
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


@cache
def _environment() -> Environment:
    """The templates, with what they may ask for."""
    from tablegames.web.pages import PAGES  # the pages import this module

    environment = Environment(
        loader=PackageLoader("tablegames.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {
        "spoken": spoken, "face": face, "card_named": card_named, "cite": format_cite, "amount": format_amount, "thousands": thousands,
        "words": lambda name: name.replace("_", " ").replace("-", " "),
    }  # fmt: skip
    environment.tests["ranking"] = lambda value: isinstance(value, Ranking)
    environment.globals |= {
        "games": GAMES, "pages": PAGES, "version": tablegames.__version__, "form_token": form_token,
    }  # fmt: skip
    return environment
