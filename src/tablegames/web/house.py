"""The house's rules on a page: those of a saved Rules Submission, and paytables saved as one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from fastapi import Request

from tablegames.asks.submission_text import submission_toml
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.web.lab import Lab
from tablegames.web.standard import default_rules
from tablegames.web.state import state_of
from tablegames.web.store import Saved, Store

OPENED = "toml"
"""The field that holds the text of a submission that is opened."""
LONGEST_NAME = 120


def base_rules(request: Request, game: Game, digest: str) -> tuple[Rules, dict[str, str]]:
    """The rules of a saved submission, or the defaults; and what is wrong with the choice."""
    if not digest:
        return default_rules(game), {}
    try:
        return state_of(request).store.submission(digest).rules(game), {}
    except Refused as refused:
        return default_rules(game), {"submission": str(refused)}


@dataclass(frozen=True)
class SaveForm:
    """What a submission is saved under, as it was typed."""

    house: str = ""
    version: str = "1"
    effective: str = ""

    FIELDS: ClassVar = ("property", "version", "effective")

    @classmethod
    def of(cls, form: Mapping[str, str]) -> SaveForm:
        """From a posted form."""
        return cls(*(form.get(name, "").strip() for name in cls.FIELDS))

    @classmethod
    def after(cls, saved: Saved | None) -> SaveForm:
        """Of the house whose submission is open; the version and the date are to be chosen anew."""
        return cls(saved.house, "", "") if saved else cls()

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with a field."""
        found = {}
        for name, text, says in (
            ("property", self.house, "The house's name is needed, without control characters."),
            ("version", self.version, "A version is needed, such as 1 or 2026-B."),
        ):
            if not text or not text.isprintable():
                found[name] = says
            elif len(text) > LONGEST_NAME:
                found[name] = f"It has {len(text)} signs, and at most {LONGEST_NAME} are kept: shorten it."
        try:
            if date.fromisoformat(self.effective).isoformat() != self.effective:
                raise ValueError
        except ValueError:
            found["effective"] = f"{self.effective[:20]!a} is not a date of the form YYYY-MM-DD, such as 2026-12-01."
        return found


def save(store: Store, lab: Lab, asked: SaveForm, owner: str, address: str) -> str:
    """Save a lab as a submission of its owner's, and say its digest; what an open submission says beside it is kept."""
    opened = lab.fields.get("submission")
    before: dict[str, Any] = tomllib.loads(store.toml(opened)) if opened else {}
    games = before.get("games", {})
    said = {**games, lab.game.id: lab.selection(games.get(lab.game.id, {}))}
    kept = {key: value for key, value in before.items() if key not in ("property", "version", "effective", "games")}
    content = {
        "property": asked.house, "version": asked.version, "effective": date.fromisoformat(asked.effective), **kept,
        "games": said,
    }  # fmt: skip
    return store.save(submission_toml(content), owner, address).digest
