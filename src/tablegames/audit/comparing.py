"""What was paid against what is owed, batch by batch: the sums of a report, and a record of everything that was wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.cluster import Counts
from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.audit.cells import distinct
from tablegames.audit.faults import KINDS, Impossible, wrong
from tablegames.audit.judging import DEAD, NO_LINE, VOID, Judged, facts, judge
from tablegames.audit.rows import NOT_GIVEN, PLAYED, Cards, Group, Longs, Rows
from tablegames.audit.settling import BY_ROUND, Settler
from tablegames.contract.choices import Line, with_line
from tablegames.core.cards import CARDS, Hand
from tablegames.core.law import Refused, Source
from tablegames.core.money import format_amount
from tablegames.core.wagers import LedgerLine, Unjudged, pushed
from tablegames.rounds.moves import SeatState
from tablegames.rounds.round import Round
from tablegames.rounds.unseen import UNSEEN, doubtful_meters

Record = dict[str, Any]


@dataclass(frozen=True)
class Examined:
    """A batch examined: what is owed on each wager of each row, and the fault of each round (0 for none)."""

    settler: Settler
    rows: Rows
    judged: Judged
    faults: NDArray[np.uint8]
    """By round."""
    owed: Mapping[str, Longs]
    lines: Mapping[tuple[int, str], LedgerLine]
    """The lines of rounds that were played whole, by row and wager."""
    unjudged: Mapping[str, NDArray[np.bool_]]
    """By wager the rows in which it cannot be judged, for it depends on cards that nobody saw; not those that are certainly wrong."""

    @cached_property
    def live(self) -> NDArray[np.bool_]:
        """Whether a row's round can have been as it is logged."""
        possible: NDArray[np.bool_] = self.faults == 0
        return possible[self.rows.round_of]

    def judged_of(self, wager: str) -> NDArray[np.bool_]:
        """The rows of possible rounds in which a wager was made and is judged."""
        made: NDArray[np.bool_] = self.live & (self.rows.bets[wager] > 0)
        return made & ~self.unjudged[wager] if wager in self.unjudged else made

    @cached_property
    def wrong(self) -> dict[str, Longs]:
        """By wager the rows in which it was not paid as it is owed."""
        return {
            wager: np.flatnonzero(self.judged_of(wager) & (self.rows.paid[wager] != self.owed[wager]))
            for wager, made in self.rows.bets.items()
        }

    @property
    def faulty(self) -> Longs:
        """The rounds with anything wrong."""
        found = self.faults != 0
        for rows in self.wrong.values():
            found[self.rows.round_of[rows]] = True
        return np.flatnonzero(found)

    def line(self, row: int, wager: str) -> LedgerLine:
        """The ledger line of a wager, with all that it rests on."""
        if self.rows.status[row] == VOID:
            return pushed(
                wager, int(self.rows.bets[wager][row]), "void", cites=("procedure-R2",), source=Source.INFERRED
            )
        if wager == self.settler.shared and (row, wager) not in self.lines:
            played, _ = _played(self.settler, self.rows, self.judged, int(self.rows.round_of[row]))
            return played[row, wager]
        line = self.lines.get((row, wager)) or self.settler.line(
            wager, int(self.rows.bets[wager][row]), int(self.judged.codes[row])
        )
        assert line is not None
        return line


def examine(settler: Settler, rows: Rows) -> Examined:
    """Settle every round of a batch that can have been."""
    judged = judge(settler, rows)
    starts, nowhere = rows.starts, np.zeros(len(rows), np.bool_)
    least = np.minimum.reduceat(np.where(judged.faults == 0, 255, judged.faults), starts)
    faults = np.where(least == 255, 0, least).astype(np.uint8)
    live = (faults == 0)[rows.round_of]
    settled = live & (rows.status == PLAYED)
    unjudged = {wager: where.copy() for wager, where in judged.unjudged.items()}
    owed = {
        wager: settler.nets(wager, np.where(settled & ~unjudged.get(wager, nowhere), made, 0), judged.codes)
        if wager != settler.shared
        else np.zeros(len(rows), np.int64)
        for wager, made in rows.bets.items()
    }
    whole = np.zeros(len(starts), np.bool_)
    for net in owed.values():
        whole[rows.round_of[net == BY_ROUND]] = True
    if settler.shared in owed:
        _settle_shared(
            settler, rows, judged, np.flatnonzero(settled & (rows.bets[settler.shared] > 0)), owed[settler.shared]
        )
    whole[rows.round_of[live & (rows.status == DEAD)]] = True
    if settler.rules.payout_limit is not None:
        won = sum(np.maximum(net, 0) for wager, net in owed.items() if wager != settler.shared)
        whole |= np.add.reduceat(won, starts) > settler.rules.payout_limit
    for wager, where in unjudged.items():  # a meter or a payout limit may have let it change what others are paid
        if settler.rules.payout_limit is not None or doubtful_meters(settler.game, settler.rules, {wager: 0}):
            whole[rows.round_of[live & where]] = True
    lines: dict[Place, LedgerLine] = {}
    certainly_wrong: dict[Place, LedgerLine] = {}
    for wager, where in unjudged.items():
        certainly_wrong |= _certainly_wrong(settler, rows, wager, np.flatnonzero(live & where & ~whole[rows.round_of]))
    for number in np.flatnonzero(whole).tolist():
        try:
            of_round, open_ = _played(settler, rows, judged, number)
        except Refused:
            faults[number] = Impossible.METER_MISSING.code
            continue
        lines |= of_round
        for (row, wager), each in open_.items():
            unjudged.setdefault(wager, np.zeros(len(rows), np.bool_))[row] = True
            if line := each.nearest(int(rows.paid[wager][row])):
                certainly_wrong[row, wager] = line
    for row, wager in certainly_wrong:
        unjudged[wager][row] = False
    lines |= certainly_wrong
    for (row, wager), line in lines.items():
        owed[wager][row] = line.net
    return Examined(settler, rows, judged, faults, owed, lines, unjudged)


def _settle_shared(settler: Settler, rows: Rows, judged: Judged, made: Longs, owed: Longs) -> None:
    """The nets of the wager that seats share, into the rows that made it."""
    if len(made):
        rounds = rows.round_of[made]
        starts = np.flatnonzero(np.append(True, rounds[1:] != rounds[:-1]))
        owed[made] = settler.shared_nets(starts, rows.bets[settler.shared][made], judged.codes[made])


Place = tuple[int, str]
"""A row and a wager."""


def _certainly_wrong(settler: Settler, rows: Rows, wager: str, which: Longs) -> dict[Place, LedgerLine]:
    """Of rows in which a wager depends on cards that nobody saw alone, those paid as no cards can be, with the nearest line that may be owed."""
    amounts, places = distinct(rows.bets[wager][which])
    paid, open_ = rows.paid[wager][which], [settler.left_open(wager, cents) for cents in amounts.tolist()]
    least = np.array([each.least.net for each in open_], np.int64)[places]
    most = np.array([each.most.net if each.most else np.iinfo(np.int64).max for each in open_], np.int64)[places]
    found = np.flatnonzero((paid < least) | (paid > most)).tolist()
    nearest = {(int(which[at]), wager): open_[places[at]].nearest(int(paid[at])) for at in found}
    return {place: line for place, line in nearest.items() if line}


def _played(
    settler: Settler, rows: Rows, judged: Judged, number: int
) -> tuple[dict[Place, LedgerLine], dict[Place, Unjudged]]:
    """The lines of a round as the round engine settles it, and the wagers that cannot be judged; refused where a meter is missing that pays."""
    ledger = settled_round(settler, rows, judged, number).ledger
    assert ledger is not None
    its_rows = _rows_of(rows, number)
    lines = {(row, line.wager): line for row, of in zip(its_rows, ledger.seats, strict=True) for line in of.lines}
    missing = {meter for meter, stands in rows.meters.items() if stands[its_rows[0]] == NOT_GIVEN}
    missing |= set(settler.game.meters) - set(rows.meters)
    if any(line.from_meter and wager in missing for (_, wager), line in lines.items()):
        raise Refused("the meter is missing")
    return lines, {
        (row, each.wager): each._replace(most=None) if each.wager in missing else each
        for row, of in zip(its_rows, ledger.seats, strict=True)
        for each in of.unjudged
    }


def settled_round(settler: Settler, rows: Rows, judged: Judged, number: int) -> Round:
    """A round as the round engine has it after the settlement."""
    game = settler.game
    its_rows = _rows_of(rows, number)
    first = its_rows[0]
    meters = {meter: int(stands[first]) for meter, stands in rows.meters.items() if stands[first] != NOT_GIVEN}
    seats = []
    for row in its_rows:
        cards = _hand(rows.player.codes[row, : rows.player.counts[row]])
        place = int(judged.lines[row])
        line: Line = () if place == NO_LINE else game.lines[place]
        if game.setting is not None and rows.status[row] == PLAYED:
            cut = int(rows.player.cuts[row])
            parts = (cards[:cut], cards[cut:]) if cut else game.best_setting(cards, settler.rules)
            line = (game.setting.choice(*parts),)
        bets = rows.bets_of(row)
        before = with_line(bets, line, -bets.get(game.base, 0))
        dead = bool(rows.status[row] == DEAD)
        seats.append(SeatState(int(rows.seat[row]), before, cards, line, dead=dead))
    dealer, board = (_hand(place.codes[first, : place.counts[first]]) for place in (rows.dealer, rows.board))
    return settler.play(seats, dealer, board, meters)


def _rows_of(rows: Rows, number: int) -> range:
    """The rows of a round."""
    return range(int(rows.starts[number]), int(np.append(rows.starts, len(rows))[number + 1]))


def _hand(codes: NDArray[np.uint8]) -> Hand:
    return tuple(CARDS[code] for code in codes)


# --- sums -------------------------------------------------------------------------------------------------------------


def count(examined: Examined) -> Counts:
    """The sums of a batch by name: ``what/of what/which``, amounts in cents."""
    rows, live = examined.rows, examined.live
    status = rows.status[rows.starts]
    counts: Counts = {
        "rows": len(rows),
        "rounds": len(rows.starts),
        "void": int(((status == VOID) & (examined.faults == 0)).sum()),
    }
    for code, number in zip(*np.unique(examined.faults, return_counts=True), strict=True):
        if code:
            counts[f"impossible/{KINDS[code - 1]}"] = int(number)
    bet, owed = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for wager, made in rows.bets.items():
        of_live = np.where(examined.judged_of(wager), made, 0)
        if open_ := int((live & (made > 0)).sum()) - int((of_live > 0).sum()):
            counts[f"unjudged/lines/{wager}"] = open_
            counts[f"unjudged/bet/{wager}"] = int(np.where(live, made, 0).sum() - of_live.sum())
        net = np.where(of_live > 0, examined.owed[wager], 0)
        bet, owed = bet + of_live, owed + net
        _add(counts, f"wager/lines/{wager}", int((of_live > 0).sum()))
        _add(counts, f"wager/bet/{wager}", int(of_live.sum()))
        _add(counts, f"wager/owed/{wager}", int(net.sum()))
    for group, (codes, names) in rows.groups.items():
        _count_group(counts, group, codes, names, {"bet": bet, "owed": owed, "rounds": rows.first.astype(np.int64)})
    for row, wager, kind, difference in wrong_lines(examined):
        places = [("wager", wager), *((group, _name(of, row)) for group, of in rows.groups.items())]
        _add(counts, f"kind/wrong/{kind}", 1)
        _add(counts, f"kind/difference/{kind}", difference)
        for group, name in places:
            _add(counts, f"{group}/wrong/{name}", 1)
            _add(counts, f"{group}/{'over' if difference > 0 else 'under'}/{name}", abs(difference))
    _count_impossible(counts, rows, np.flatnonzero(examined.faults))
    return counts | _outcomes(examined)


def count_used_before(rows: Rows, numbers: Longs) -> Counts:
    """The sums of rounds whose id was used before."""
    counts: Counts = {}
    if len(numbers):
        counts[f"impossible/{Impossible.USED_BEFORE}"] = len(numbers)
        _count_impossible(counts, rows, numbers)
    return counts


def _count_impossible(counts: Counts, rows: Rows, numbers: Longs) -> None:
    """Impossible rounds by the groups that they are of."""
    for row in rows.starts[numbers].tolist():
        for group, of in rows.groups.items():
            _add(counts, f"{group}/impossible/{_name(of, row)}", 1)


def wrong_lines(examined: Examined) -> Iterator[tuple[int, str, str, int]]:
    """Each wager not paid as owed, by rows: row, wager, kind, and what was paid too much (or, negative, too little)."""
    found = sorted((int(row), wager) for wager, rows in examined.wrong.items() for row in rows)
    for row, wager in found:
        made, owed, paid = (int(of[wager][row]) for of in (examined.rows.bets, examined.owed, examined.rows.paid))
        yield row, wager, str(wrong(made, owed, paid)), paid - owed


def _outcomes(examined: Examined) -> Counts:
    """The facts of all seats played; and those of one hand a round, as if it had bet the most, which no decision can colour."""
    rows, game = examined.rows, examined.settler.game
    played = examined.live & (rows.status == PLAYED)
    counts: Counts = {}
    if hidden := int((played & examined.judged.hidden).sum()):
        counts["hidden"] = hidden
    played &= ~examined.judged.hidden
    histogram = np.bincount(examined.judged.codes[played], minlength=game.codes)
    for code in np.flatnonzero(histogram):
        counts[f"fact/{code}"] = int(histogram[code])
    firsts = np.flatnonzero(rows.first & played)
    most = np.full(len(firsts), game.largest_line, np.int8)
    dealt = (
        np.bincount(facts(examined.settler, rows, firsts, most, as_set=False), minlength=game.codes)
        if len(firsts)
        else ()
    )
    for code in np.flatnonzero(dealt):
        counts[f"dealt/{code}"] = int(dealt[code])
    counts["no dealer"] = int((rows.dealer.counts[firsts] < game.dealer_cards).sum())
    return counts


def _count_group(
    counts: Counts, group: str, codes: NDArray[np.int32], names: list[Any], values: dict[str, Longs]
) -> None:
    """The sums of rows by what their group's column says; empty cells have the empty name."""
    from tablegames.kernels.logs import add_by

    for what, of_rows in values.items():
        sums = np.zeros(len(names) + 1, np.int64)
        add_by(codes, of_rows, sums)
        for name, number in zip([*names, ""], sums.tolist(), strict=True):
            if number:
                _add(counts, f"{group}/{what}/{name}", number)


def _name(of: Group, row: int) -> str:
    """What a row's group column says."""
    code = of.codes[row]
    return "" if code < 0 else of.names[code]


def _add(counts: Counts, name: str, number: int) -> None:
    counts[name] = counts.get(name, 0) + number


# --- records ----------------------------------------------------------------------------------------------------------


def records(examined: Examined) -> Iterator[Record]:
    """Everything wrong in a batch, in its order: impossible rounds with the reason, and wrong payments with what they rest on."""
    rows = examined.rows
    starts = rows.starts
    impossible = [(int(starts[number]), "", "", 0) for number in np.flatnonzero(examined.faults)]
    for row, wager, kind, _ in sorted([*impossible, *wrong_lines(examined)]):
        where = _where(rows, row)
        if not wager:
            kind = KINDS[examined.faults[rows.round_of[row]] - 1]
            reason = _reason(examined, int(rows.round_of[row]))
            yield {"kind": str(kind), "impossible": True, **where, **({"reason": reason} if reason else {})}
            continue
        line, made, paid = examined.line(row, wager), int(rows.bets[wager][row]), int(rows.paid[wager][row])
        tables = [table for table in examined.settler.rules.paytables.values() if wager in table.form.wagers]
        if len(tables) > 1:  # a wager of two tables names in its line the rule of the one that pays it
            tables = [table for table in tables if table.form.cite in line.cites]
        yield {
            "kind": kind, **where, "seat": int(rows.seat[row]), "wager": wager, "bet": format_amount(made),
            "paid": format_amount(paid), "owed": format_amount(line.net), "difference": format_amount(paid - line.net),
            "row": line.row, "pays": line.pays, "cites": list(line.cites), "paytable": ", ".join(map(str, tables)),
            "source": line.source.value, **({"note": line.note} if line.note else {}),
        }  # fmt: skip


def used_before(rows: Rows, numbers: Longs) -> Iterator[Record]:
    """A record of each round whose id was used before."""
    for row in rows.starts[numbers].tolist():
        reason = "another round of this log has the same id"
        yield {"kind": str(Impossible.USED_BEFORE), "impossible": True, **_where(rows, row), "reason": reason}


def _where(rows: Rows, row: int) -> Record:
    """Which round a row is of."""
    return {name: rows.text(name, row) for name in ("round", "time", "table", "dealer_id")}


def _reason(examined: Examined, number: int) -> str:
    """Why a ruling on the round would be refused, with the cards or wagers named; empty where a single ruling would not see it."""
    rows, settler = examined.rows, examined.settler
    its_rows = _rows_of(rows, number)
    first = its_rows[0]
    seats = [SeatRequest(rows.text("player", row), rows.bets_of(row), bool(rows.fold[row])) for row in its_rows]
    dealer, board = (
        _of_table(rows, of, name, its_rows) for of, name in ((rows.dealer, "dealer"), (rows.board, "board"))
    )
    meters = {meter: int(stands[first]) for meter, stands in rows.meters.items() if stands[first] != NOT_GIVEN}
    try:
        settle_table(settler.game, settler.rules, seats, dealer=dealer, board=board, meters=meters)
    except Refused as refused:
        return str(refused)
    return ""


def _of_table(rows: Rows, cards: Cards, column: str, its_rows: range) -> str:
    """The dealer's cards or the board of a round as they are written: what is wrong first, then what is there, then nothing."""
    texts = {row: rows.text(column, row) for row in its_rows}
    return texts[max(texts, key=lambda row: (int(cards.counts[row]), not re.fullmatch(UNSEEN, texts[row])))]
