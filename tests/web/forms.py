"""Forms of a page, as a browser sends them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import urlencode

import httpx2 as httpx
from starlette.testclient import TestClient

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
