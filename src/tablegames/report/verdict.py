"""What is said of a record that was verified: whether it is faulty, consistent, or proved unaltered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablegames.asks.records import Record
from tablegames.core.law import Refused

FAULT = "fault"
NOTE = "consistent with itself and with the rules; only a head kept elsewhere proves more"


def verdict_json(read: Callable[[], Record], head: str = "") -> dict[str, Any]:
    """The verdict on the record that ``read`` gives or refuses; ``head`` is the hash kept elsewhere, which proves it."""
    try:
        record = read()
    except Refused as refused:
        return {"verdict": FAULT, "fault": str(refused)}
    wanted = head.strip().lower()
    fault = f"the head is {record.head}, not {wanted}" if wanted and wanted != record.head else ""
    if wanted and record.cut:
        fault = "bytes stand after the last whole line"
    return {
        "verdict": FAULT if fault else "unaltered" if wanted else "consistent",
        **({"fault": fault} if fault else {}),
        "game": record.game.id,
        "rounds": len(record.rounds),
        "events": record.events,
        "head": record.head,
        "commitments": "{} published, {} opened".format(*record.commitments) if record.commitments[0] else None,
        "incomplete": record.incomplete or None,
        "note": None if wanted else NOTE,
    }
