"""Games that no game of the list is like: a bet before each of three community cards and no dealer; a dealer's upcard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablegames.audit import run, transcript_log
from tablegames.audit.draft import draft
from tablegames.audit.faults import Impossible
from tablegames.audit.layout import read_columns
from tablegames.audit.record_lines import RecordLines
from tablegames.audit.records_of import played
from tablegames.audit.settling import Settler
from tablegames.audit.synth import synth
from tablegames.contract.choices import is_fold
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source
from tablegames.rounds.transcript import canonical
from tests.analysis.small_games import THREE_STREETS, UPCARD, pays, with_table
from tests.audit import audited, write_csv

TABLE = replace(pays("3 to 1", "1 to 1", "push"), source=Source.SUBMISSION)
INVENTED: dict[str, tuple[Game, Rules]] = {
    "three-streets": (THREE_STREETS, with_table(TABLE)),
    "upcard": (UPCARD, Rules({}, {})),
}
each_invented = pytest.mark.parametrize("name", INVENTED)


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The invented games in the list."""

    def named(game_id: str) -> Game:
        return INVENTED[game_id][0]

    monkeypatch.setattr(run, "game_named", named)
    monkeypatch.setattr(transcript_log, "game_named", named)
    run._settler.cache_clear()
    yield
    run._settler.cache_clear()


@each_invented
def test_the_events_are_those_of_the_engine(name: str) -> None:
    settler = Settler(*INVENTED[name])
    made = draft(settler, 11, 0, 100, 1, 1, meters_follow={})
    assert list(RecordLines(settler, 1).of(made)) == [
        [canonical(event) for event in played(made, number)] for number in range(100)
    ]


def test_a_seat_bets_on_every_street_or_folds_on_one() -> None:
    made = draft(Settler(*INVENTED["three-streets"]), 11, 0, 200, 1, 1)
    lines = [THREE_STREETS.lines[place] for place in set(made.lines.tolist())]
    assert any(map(is_fold, lines))
    assert any(len(line) == 3 for line in lines if not is_fold(line))
    for row, place in enumerate(made.lines.tolist()):
        assert made.line(row) == THREE_STREETS.lines[place]


@each_invented
@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
def test_faults_planted_are_found(name: str, form: str, tmp_path: Path) -> None:
    game, rules = INVENTED[name]
    made = synth(game, rules, tmp_path / f"log.{form}", rounds=300, seed=3, faults=0.4)
    found, _ = audited(made.path, None if form == "jsonl" else rules)
    assert dict(sorted(found.by_kind.items())) == made.planted
    kinds = {str(kind) for kind in (Impossible.NO_DECISION, Impossible.NOT_ALLOWED, Impossible.BET_AND_FOLD)}
    assert kinds <= made.planted.keys()
    assert (str(Impossible.NO_DEALER) in made.planted) == (game is UPCARD)


@each_invented
def test_nothing_planted(name: str, tmp_path: Path) -> None:
    game, rules = INVENTED[name]
    for form in ("csv", "jsonl"):
        made = synth(game, rules, tmp_path / f"log.{form}", rounds=200, seed=4)
        assert audited(made.path, None if form == "jsonl" else rules)[0].clean


HEADER = "version,game,round,seat,player,board,fold,bet_ante,paid_ante,bet_third,paid_third,bet_fourth,paid_fourth,bet_fifth,paid_fifth"


@pytest.mark.parametrize(
    ("row", "kinds"),
    [
        ("2c3c,4c5c2d,,10,0,10,0,30,0,10,0", {}),
        ("2c3c,4c5c2d,,10,0,10,0,30,0,10,10", {"push paid": 1}),
        ("2c3c,4c,1,10,-10,30,-30,,,,", {}),
        ("2c3c,4c5c2d,,10,0,10,0,,,10,0", {"illegal raise": 1}),
        ("2c3c,4c5c2d,,10,0,20,0,10,0,10,0", {"illegal raise": 1}),
        ("2c3c,4c5c2d,,10,0,,,,,,", {"no raise and no fold": 1}),
        ("2c3c,4c5c2d,1,10,-10,10,-10,10,-10,10,-10", {"raise and fold": 1}),
        ("2c3c,4c,1,10,-10,,,10,-10,,", {"raise and fold": 1}),
        ("2c7c,4c5c2d,,10,0,10,0,10,0,10,0", {"card not in the deck": 1}),
    ],
)
def test_bets_on_streets_are_judged(row: str, kinds: dict[str, int], tmp_path: Path) -> None:
    path = write_csv(tmp_path / "log.csv", HEADER, [f"1,three-streets,1,1,{row}"])
    assert audited(path, INVENTED["three-streets"][1])[0].by_kind == kinds


def test_a_bet_in_a_record_is_that_of_its_street(tmp_path: Path) -> None:
    """The words of all streets are the same; said once more on one street they are out of turn."""
    game, rules = INVENTED["three-streets"]
    path = synth(game, rules, tmp_path / "log.jsonl", rounds=100, seed=4).path
    lines = path.read_text().splitlines()
    first = next(place for place, line in enumerate(lines) if '"action":"bet 3x"' in line)
    path.write_text("\n".join([*lines[: first + 1], lines[first], *lines[first + 1 :]]) + "\n")
    assert audited(path)[0].by_kind == {str(Impossible.OUT_OF_TURN): 1}


def test_a_log_needs_a_column_for_every_street_and_for_folds() -> None:
    names = HEADER.split(",")
    assert set(read_columns(THREE_STREETS, names, "log").names) == set(names)
    for name in ("board", "fold", "bet_fourth"):
        with pytest.raises(Refused, match=f"column {name} is missing"):
            read_columns(THREE_STREETS, [each for each in names if each != name], "log")


@pytest.mark.parametrize(
    ("row", "kinds"),
    [
        ("dead,10,0,,,,,,", {}),
        ("dead,10,0,30,0,,,,", {}),
        ("void,10,0,30,0,10,0,,", {}),
        ("void,10,0,30,0,10,0,10,0", {}),
        ("dead,10,0,,,30,0,,", {"illegal raise": 1}),
        ("dead,10,0,20,0,,,,", {"illegal raise": 1}),
    ],
)
def test_a_hand_that_ended_early_has_bet_on_the_first_streets(row: str, kinds: dict[str, int], tmp_path: Path) -> None:
    header = HEADER.replace("fold,", "fold,status,")
    path = write_csv(tmp_path / "log.csv", header, [f"1,three-streets,1,1,2c3c,4c5c2d,,{row}"])
    assert audited(path, INVENTED["three-streets"][1])[0].by_kind == kinds
