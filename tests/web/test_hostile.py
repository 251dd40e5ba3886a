"""The API under requests that its own description allows, and more: never a failure of the server."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from tablegames.web.app import create_app
from tests.web.conftest import GENEROUS

schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", create_app(GENEROUS), headers={"host": "127.0.0.1"})
EXAMPLES = 8
AT_ONCE = {"host": "127.0.0.1", "prefer": "respond-async"}
"""Heavy work is not waited for."""


@schemathesis.serializer("application/toml")
def as_text(context: schemathesis.SerializationContext, value: object) -> bytes:
    """A body of TOML, or of what only claims to be."""
    return str(value).encode("utf-8", "surrogatepass")


@schema.exclude(path_regex="/events$").parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
def test_no_request_fails_the_server(case: schemathesis.Case[Any]) -> None:
    answer = case.call(headers=AT_ONCE)
    if answer.status_code != 503:  # too many jobs wait, which is said so
        case.validate_response(answer, checks=[not_a_server_error])
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == ["application/problem+json"]
        assert answer.json()["detail"]
