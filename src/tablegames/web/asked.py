"""What every request is held to, so that nothing in it is passed over: no parameter that its address does not take, none twice, no key twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from fastapi import Depends, Request

from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.core.untrusted_json import read_json
from tablegames.web.problems import Problem, wants_document

LONGEST_FIELD = 300
"""Signs of a field; no hand needs more."""
LONGEST_NAME = 60
"""Signs of an unknown name that a refusal shows."""


async def asked(request: Request) -> None:
    """Refuse a request of which a part would be passed over: every route has this before it."""
    route: Any = request.scope["route"]
    if route.body_field is not None:
        try:
            read_json(await request.body())
        except ValueError as error:  # Refused is one too
            if isinstance(error, Refused):
                raise
    check_once(name for name, _ in request.query_params.multi_items())
    parts = list(_parts(route.dependant))
    if typed not in (part.call for part in parts):
        check_names(request.query_params, [field.alias for part in parts for field in part.query_params])
    for name, text in request.query_params.items():
        if wants_document(request) and not text.strip():
            raise Problem(422, f"{name[:LONGEST_NAME]} is empty: give it a value, or leave it out")


async def typed(request: Request) -> list[tuple[str, str]]:
    """The parameters of an address whose route itself knows which it takes: most are fields of a game."""
    return list(request.query_params.multi_items())


Typed = Annotated[list[tuple[str, str]], Depends(typed)]


def fields_of(given: Iterable[tuple[str, str]], taken: Iterable[str], game: Game) -> dict[str, str]:
    """Fields as they were typed; refused where a page of this game has no such field, or where one is too long to be kept."""
    fields = {name: text.strip() for name, text in given}
    check_names(fields, taken, f" of {game.name}")
    for name, text in fields.items():
        if len(text) > LONGEST_FIELD:
            raise Refused(f"{name} has {len(text)} signs; a field has at most {LONGEST_FIELD}")
    return fields


def check_once(names: Iterable[str]) -> None:
    """Refuse a name that is given twice, of which one value would be passed over."""
    for name, times in Counter(names).items():
        if times > 1:
            raise Problem(422, f"{ascii(name[:LONGEST_NAME])[1:-1]} is given {times} times: give it once")


def check_names(given: Iterable[str], taken: Iterable[str], where: str = "") -> None:
    """Refuse a name that is not taken; the names that are, are listed where they are few."""
    known = set(taken)
    for name in given:
        if name not in known:
            allowed = f"this address takes {', '.join(sorted(known)) or 'none'}" if len(known) < 12 else "leave it out"
            raise Problem(422, f"unknown parameter {name[:LONGEST_NAME]!a}{where}: {allowed}")


def _parts(dependant: Any) -> Iterator[Any]:
    """A route's own parameters, and those of all that it depends on."""
    yield dependant
    for part in dependant.dependencies:
        yield from _parts(part)


def once(fields: Mapping[str, list[str]]) -> dict[str, str]:
    """The fields of a form in which every one has a single value."""
    check_once(name for name, values in fields.items() for _ in values)
    return {name: values[0] for name, values in fields.items()}
