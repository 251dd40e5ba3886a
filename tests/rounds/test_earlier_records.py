"""Records that earlier versions of the program wrote: read, verified, audited; and no forger's way around the citations."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tablegames.asks.records import read_record
from tablegames.core.law import Refused
from tests.cli import run
from tests.rounds import forged

EARLIER = Path(__file__).parent / "earlier"
HEADS = {
    "heads-up-holdem": "e8a9799afc827ef4403760993478dc9c1ef34c6d986b85bdd11eacfb6189b9e6",
    "high-card-flush": "151f848f2e64a8a8582f7d1dfbae76ebbdfb3ae014f2bacb45fc8cbd7cf02f33",
    "saigon-5-card": "ee7cd2879d4aa098e5aef7e19f8e2bd3d85a2e6c68b5fd95c79e2dd9ed68b890",
    "ultimate-texas-holdem": "7bce92c94dd8b5deaf579f9d02c9fa795e3fd80cbc6f2571f30015acf16447c7",
    "heads-up-holdem-20-seats": "7087e23a6fcd5dd56bbcd5d484d2b21dafd14758f51be000949e9821f69e9f53",
    "high-card-flush-straight-flush-bonus": "281c5c5eef0070824ffff63a1637ed3caedea83e8a639daa11807de2920fdf3d",
}
"""What ``round play`` of commit bfa985c wrote, each with the head it printed."""

Events = list[dict[str, Any]]


@pytest.mark.parametrize("game", HEADS)
def test_an_earlier_record_is_verified(game: str, tmp_path: Path) -> None:
    path = EARLIER / f"{game}.jsonl"
    record = read_record(path)
    assert (record.head, record.incomplete) == (HEADS[game], "")
    answer = run("round", "verify", str(path), "--head", HEADS[game])
    assert answer.code == 0
    assert "verdict: unaltered" in answer.out
    assert run("round", "replay", str(path)).code == 0
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    assert run("audit", str(copy)).code == 0


def worded(**words: Any) -> Any:
    """A forger's change of the words of the last ledger line that is settled."""

    def change(events: Events) -> Events:
        settled = next(event for event in events if event["event"] == "settle")
        settled["seats"][0]["lines"][-1] |= words
        return events

    return change


@pytest.mark.parametrize("game", HEADS)
@pytest.mark.parametrize(
    "words",
    [{"row": "four-card straight flush"}, {"source": "submission"}, {"source": "example"}, {"cites": ["678a.6(c)"]}],
)
def test_other_words_are_refused(game: str, words: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / f"{game}.jsonl"
    shutil.copy(EARLIER / path.name, path)
    with pytest.raises(Refused, match="the record of settle is not what the rules give"):
        read_record(forged(path, worded(**words)))
