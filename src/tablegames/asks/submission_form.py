"""The form of a Rules Submission: what each key may hold, checked by pydantic; what it means is checked beside the game's law."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, PlainSerializer, Tag

from tablegames.core.money import Direction, parse_amount


def _cents(value: object) -> int:
    """Cents from an amount in text; a bare number is refused, for it could mean dollars or cents."""
    if not isinstance(value, str):
        raise ValueError('an amount is text, such as "10" or "0.25"')
    return parse_amount(value)


MOST_ROWS = 100
"""Rows of one paytable; no game has as many."""
Amount = Annotated[int, BeforeValidator(_cents)]


def _printable(text: str) -> str:
    """Text without control characters, of one sign at least."""
    if not text.strip() or not text.isprintable():
        raise ValueError("should be text without control characters, and not empty")
    return text


Printable = Annotated[str, AfterValidator(_printable)]


class Part(BaseModel):
    """A part of a submission: no unknown key, no value of another type, never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class OwnPaytable(Part):
    """A paytable of the house's own: its name, its rows with their units, and the one wager it is for, if there is one."""

    name: Printable
    rows: dict[str, Any] = Field(max_length=MOST_ROWS)
    stake: str = ""


class RoundingChoice(Part):
    """The chip and the direction in which a payment finer than it is rounded."""

    unit: Amount
    direction: Annotated[Direction, Field(strict=False)]


class WagerChoice(Part):
    """Whether a wager is offered, and its minimum, maximum and multiple."""

    offered: bool = True
    minimum: Amount | None = None
    maximum: Amount | None = None
    multiple: Amount | None = None


PaytableChoice = Annotated[
    Annotated[str, Tag("name")] | Annotated[OwnPaytable, Tag("own")],
    Discriminator(lambda value: "name" if isinstance(value, str) else "own"),
]


def _part(value: object) -> Fraction:
    """A part of each wager, from a percentage in text."""
    match = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9]{1,4})?|100) ?%", value) if isinstance(value, str) else None
    if match is None:
        raise ValueError('a part is a percentage in text, such as "20%"')
    return Fraction(match[1]) / 100


Share = Annotated[Fraction, BeforeValidator(_part), PlainSerializer(str)]


class MeterChoice(Part):
    """How a meter is fed: its seed, and the parts of each wager that go to it and to the reserve."""

    seed: Amount
    increment: Share
    reserve: Share = Fraction(0)


class GameSelection(Part):
    """What the house selects for one game."""

    seats: int | None = Field(default=None, ge=1)
    payout_limit: Amount | None = None
    raise_limit: str = ""
    wagers: dict[str, WagerChoice] = {}
    paytables: dict[str, PaytableChoice] = {}
    readings: dict[str, str] = {}
    rounding: RoundingChoice | None = None
    meters: dict[str, MeterChoice] = {}
    procedures: dict[str, str] = {}
