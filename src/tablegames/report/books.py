"""The books as JSON: the games, their paytables, and the law that each rests on."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import tablegames.rounds.views  # noqa: F401 - it acts on what says that cards lie face down
from tablegames.contract.game import Game
from tablegames.core.law import CITED, ROLES, Law
from tablegames.games import GAMES
from tablegames.report.json_form import game_json, law_json, paytable_json, plain
from tablegames.rounds.round import PROCEDURES

READING_FIELDS = ("id", "question", "choices", "default", "why", "effect", "sources")


def games_json() -> dict[str, Any]:
    """Every game, with what it is played with."""
    return {"games": [game_json(game) for game in GAMES]}


def paytables_json(game: Game) -> dict[str, Any]:
    """A game's paytables, the default of each slot marked."""
    chosen = game.default_rules().paytables
    tables = [table for form in game.forms for table in game.paytables(form.slot).values()]
    listed = [paytable_json(table, default=chosen.get(table.form.slot) == table) for table in tables]
    return {"game": game.id, "paytables": listed, "sources": sources_json(game.law)}


def sources_json(law: Law) -> list[dict[str, Any]]:
    """Where the trade's rules and the paytables were seen: by whom published, under which title and address, and when."""
    return [asdict(each) for each in law.sources.values()]


def paragraphs_json(game: Game) -> dict[str, Any]:
    """Each paragraph in our words, each rule that only the trade states, and where the rules were seen."""
    law = game.law
    paragraphs = [
        {"id": paragraph.id, "says": paragraph.says, "source": paragraph.source.value}
        for paragraph in law.paragraphs.values()
    ]
    trade = [
        {
            "id": rule.id,
            "says": rule.says,
            "source": rule.source.value,
            "basis": rule.basis,
            "sources": list(rule.sources),
            "disputed": rule.disputed or None,
        }
        for rule in law.trade_rules.values()
    ]
    return {
        "game": game.id,
        **law_json(law),
        "paragraphs": paragraphs,
        "trade_rules": trade,
        "sources": sources_json(law),
    }


def readings_json(game: Game) -> dict[str, Any]:
    """Each open question of the text: its choices, the default and why, and what another choice changes.

    Apart from them the ``procedures`` of a round, which are the same questions in every game: a Rules Submission chooses among them, no option does.
    """
    return {
        "game": game.id,
        "readings": _listed(game.law),
        "procedures": _listed(PROCEDURES),
        "sources": [*sources_json(game.law), *sources_json(PROCEDURES)],
    }


def _listed(law: Law) -> list[dict[str, Any]]:
    return [{field: plain(getattr(reading, field)) for field in READING_FIELDS} for reading in law.readings.values()]


def carried_out_by(game: Game, cite: str) -> frozenset[str]:
    """The full names of the functions and tables that act on a paragraph, a trade rule or a reading of a game."""
    found = set(CITED.get(cite, ()))
    for role, names in ROLES.items():
        if cite in (getattr(each, role, "") for each in (game, *game.forms)):
            found |= names
    return frozenset(found)


def coverage_json(game: Game) -> dict[str, Any]:
    """Which code carries out each paragraph, trade rule and reading, and why none does where none does."""
    law = game.law
    excused = {paragraph.id: paragraph.excused for paragraph in law.paragraphs.values()}
    listed = [
        {"id": id_, "cited_by": sorted(carried_out_by(game, id_)), "excused": excused.get(id_) or None}
        for id_ in (*law.paragraphs, *law.trade_rules, *law.readings)
    ]
    return {"game": game.id, "coverage": listed}
