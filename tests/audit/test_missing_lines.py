"""A line that cannot be read takes its whole round with it, so that nobody is accused by what is missing."""

from pathlib import Path

import pytest

from tablegames.audit import csv_log, stream
from tablegames.audit.run import Audit, audit
from tablegames.core.law import Refused
from tests.cli import refused

HEADER = "version,game,table,round,seat,player,dealer,bet_ante,paid_ante,bet_pot,paid_pot"
FIRST = "1,saigon-5-card,T1,{},1,KcQcJc5h5d,2c3c4c6h8h,10.00,10.00,5.00,5.00"
SECOND = "1,saigon-5-card,T1,{},2,2d3d4d6s8s,2c3c4c6h8h,10.00,0.00,5.00,-5.00"


def audited(tmp_path: Path, lines: list[str]) -> Audit:
    path = tmp_path / "log.csv"
    path.write_bytes("\n".join([HEADER, *lines, ""]).encode("latin-1"))
    return audit([str(path)], skip_bad=True)


def rounds(*numbers: int) -> list[str]:
    return [line.format(number) for number in numbers for line in (FIRST, SECOND)]


def test_the_log_is_right_as_it_is(tmp_path: Path) -> None:
    found = audited(tmp_path, rounds(1, 2, 3))
    assert (found.counts.get("rounds", 0), found.discrepancies, found.impossible) == (3, 0, 0)


@pytest.mark.parametrize("broken", range(6))
@pytest.mark.parametrize(
    ("damage", "untold"),
    [
        (lambda line: line + ",", ()),  # a cell too many at the end: it says which round it is of
        (lambda line: line.replace("T1,", ",T1,"), (1, 2, 3, 4)),  # shifted: the round's cell is another's
        (lambda line: line[:4], (1, 2, 3, 4)),  # cut short before its round
        (
            lambda line: line.replace("KcQc", "K\xe9Qc").replace("2d3d", "2\xe93d"),
            (2, 4),
        ),  # no text, nor cards, but a second line says the round of the first
    ],
    ids=["too long", "shifted", "cut short", "not text"],
)
def test_the_round_of_a_broken_line_is_set_aside(
    tmp_path: Path, broken: int, damage: object, untold: tuple[int, ...]
) -> None:
    """``untold``: the lines that do not say of which round they are, so that the rounds on both sides go."""
    lines = rounds(1, 2, 3)
    lines[broken] = damage(lines[broken])  # type: ignore[operator]
    found = audited(tmp_path, lines)
    assert (found.discrepancies, found.impossible) == (0, 0)
    assert 3 - found.counts.get("rounds", 0) == (2 if broken in untold else 1)


def test_the_first_rows_may_be_the_broken_ones(tmp_path: Path) -> None:
    assert audited(tmp_path, ["1,saigon", *rounds(1, 2)]).counts["rounds"] == 1


def test_chunks_and_batches_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = rounds(*range(1, 30))
    for broken in (7, 8, 21, 30, 31, 57):
        lines[broken] = lines[broken][:4]
    whole = audited(tmp_path, lines).counts
    for chunk in (200, 333, 1000):
        monkeypatch.setattr(csv_log, "CHUNK", chunk)
        for few in (1, 7):
            monkeypatch.setattr(stream, "FEW", few)
            assert audited(tmp_path, lines).counts == whole


def test_a_log_without_a_readable_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no line below the header can be read"):
        audited(tmp_path, ["1,saigon"])
    with pytest.raises(Refused, match="the log has no rows below its header"):
        audited(tmp_path, [])


def test_the_faulty_rounds_never_replace_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    text = "\n".join([HEADER, *rounds(1), ""])
    path.write_text(text)
    assert "is the log itself" in refused("audit", str(path), "--faulty", str(tmp_path / "." / "log.csv"))
    assert path.read_text() == text
