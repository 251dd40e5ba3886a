"""Audits of logs: what tests share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tablegames.audit.run import Audit, audit
from tablegames.contract.rules import Rules

HEADS_UP_HEADER = (
    "version,game,round,table,dealer_id,seat,player,dealer,board,fold,"
    "bet_ante,paid_ante,bet_odds,paid_odds,bet_raise,paid_raise,bet_trips-plus,paid_trips-plus"
)
STRAIGHT_FLUSH = "1,heads-up-holdem,{round},T1,D1,1,Ad9h,6c6h,2d3d4d5dKc,,10,10,10,500,30,30,,"
"""A round rightly paid: A-2-3-4-5 of diamonds against a pair of sixes, Odds 50 to 1 (README's example)."""


def write_csv(path: Path, header: str, lines: Iterable[str]) -> str:
    """A CSV log from its lines."""
    path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return str(path)


def audited(path: Path | str, rules: Rules | None = None, **options: Any) -> tuple[Audit, list[Mapping[str, Any]]]:
    """An audit of one log, and every record that it keeps."""
    kept: list[Mapping[str, Any]] = []
    return audit([str(path)], rules, keep=kept.append, **options), kept
