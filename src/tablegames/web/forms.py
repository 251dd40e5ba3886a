"""Forms that change something: read from the body, and accepted only with the token that this visit's pages carry."""

from __future__ import annotations

from urllib.parse import parse_qsl

from fastapi import Request

from tablegames.web.asked import once
from tablegames.web.problems import Problem
from tablegames.web.state import state_of

TOKEN_FIELD = "form_token"
MOST_FIELDS = 2000


Fields = dict[str, list[str]]
"""What a form sends: every value of each field, in order."""


async def posted(request: Request) -> dict[str, str]:
    """The fields of a posted form, each given once; refused where it was not made by a page of this visit."""
    return once(await posted_lists(request))


async def posted_lists(request: Request) -> Fields:
    """The fields of a posted form with every value of each; refused where it was not made by a page of this visit."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Problem(415, "a form is sent as application/x-www-form-urlencoded")
    try:
        text = (await request.body()).decode("utf-8")
        fields: Fields = {}
        for name, value in parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"):
            fields.setdefault(name, []).append(value)
    except ValueError:
        raise Problem(400, f"a form is UTF-8, of at most {MOST_FIELDS} fields") from None
    cookies = state_of(request).cookies
    if not cookies.accepts(cookies.visit(request), fields.pop(TOKEN_FIELD, [""])[-1]):
        raise Problem(403, "this page has been open too long, or cookies are off: open it again and send it once more")
    return fields
