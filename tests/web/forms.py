"""Forms of a page, as a browser sends them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import urlencode

import httpx2 as httpx
from starlette.testclient import TestClient

from tablegames.training.questions import Form, Question
from tablegames.web.cookies import Cookies

_HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


def hidden(html: str, action: str) -> dict[str, str]:
    """The hidden fields of the form that is sent to an address ending so."""
    form = re.search(rf'<form[^>]* action="[^"]*{re.escape(action)}".*?</form>', html, re.DOTALL)
    assert form, f"no form for {action}"
    return {name: unescape(value) for name, value in _HIDDEN.findall(form[0])}


def send(client: TestClient, address: str, fields: Mapping[str, str | list[str]]) -> httpx.Response:
    """A form sent to an address."""
    kind = {"content-type": "application/x-www-form-urlencoded"}
    response: httpx.Response = client.post(address, content=urlencode(fields, doseq=True), headers=kind)
    return response


def cookies_of(client: TestClient) -> Cookies:
    """The keys of the workbench that a client asks."""
    cookies: Cookies = client.app.state.workbench.cookies  # type: ignore[attr-defined]
    return cookies


def right(question: Question) -> dict[str, str | list[str]]:
    """The fields of a form that answers everything rightly."""
    fields: dict[str, str | list[str]] = {}
    for ask in question.asks:
        if ask.form is Form.CARDS:
            fields[ask.field] = [] if ask.answer == "none" else ask.answer.split()
        elif ask.answer.startswith("pay "):
            fields |= {ask.field: "pay", f"{ask.field}.amount": ask.answer.removeprefix("pay ")}
        elif ask.answer:
            fields[ask.field] = ask.answer
    return fields
