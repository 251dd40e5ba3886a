"""An audit as text, JSON and rows: what was wrong, where, by which paragraph, and how likely the outcomes are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablegames.audit import layout
from tablegames.audit.frequencies import Frequency, frequencies
from tablegames.audit.run import Audit
from tablegames.core.figures import decimal, percent, root, thousands
from tablegames.core.law import format_cite
from tablegames.core.money import format_amount
from tablegames.report.json_form import in_force, paytables_json, plain

if TYPE_CHECKING:
    from tablegames.report.text import Line

GROUPS = ("wager", "dealer", "table", "hour")
LISTED = {"text": 20, "json": 100}
"""How many faults a report lists; all of them are in the CSV form."""
WORST = 10
"""How many dealers, tables and hours the text names, those with the most faults first."""
COLUMNS = (
    "kind", "round", "time", "table", "dealer_id", "seat", "wager", "bet", "paid", "owed", "difference", "row", "pays",
    "cites", "paytable", "source", "note", "reason",
)  # fmt: skip
NO_SCIPY = "p-values need scipy: pip install 'tablegames[lab]'"
Sums = dict[str, dict[str, int]]


def sums_by(audit: Audit, group: str) -> Sums:
    """The sums of a group (``wager``, ``dealer``, ``table``, ``hour``) by its names; amounts in cents.  ``paid`` is ``owed`` and what was paid wrongly."""
    found: Sums = {}
    for name, number in audit.by(f"{group}/").items():
        what, _, which = name.partition("/")
        found.setdefault(which, {})[what] = number
    if group == "wager":  # a record has a place for every wager of the game
        found = {
            which: of for which, of in found.items() if of.get("lines") or audit.game.is_offered(audit.rules, which)
        }
    for sums in found.values():
        sums["difference"] = sums.get("over", 0) - sums.get("under", 0)
        sums["paid"] = sums.get("owed", 0) + sums["difference"]
    return found


def audit_json(audit: Audit, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All of an audit; ``records`` are the first faults and what was set aside."""
    return {
        "game": audit.game.id,
        "layout": layout.VERSION,
        "rounds": str(audit.number("rounds")),
        "rows": str(audit.number("rows")),
        "void": str(audit.number("void")),
        "discrepancies": str(audit.discrepancies),
        "impossible": str(audit.impossible),
        "by_kind": {kind: str(count) for kind, count in audit.by_kind.items()},
        **unjudged_json(audit),
        "difference": format_amount(audit.difference),
        "difference_by_kind": {kind: format_amount(cents) for kind, cents in audit.by("kind/difference/").items()},
        "set_aside": {name: str(count) for name, count in audit.by("bad/").items()},
        **{f"by_{group}": _sums_json(sums_by(audit, group)) for group in GROUPS},
        "facts": {code: str(count) for code, count in audit.by("fact/").items()},
        "frequencies": [_frequency_json(each) for each in frequencies(audit)],
        "listed": [dict(record) for record in records if "kind" in record],
        "bad": [dict(record["bad"]) for record in records if "bad" in record],
        "paytables": paytables_json(audit.rules),
        **in_force(audit.game, audit.rules),
    }


def unjudged_json(audit: Audit) -> dict[str, Any]:
    """The wagers that cannot be judged, and the hands that nobody saw, where there are any."""
    bets = audit.by("unjudged/bet/")
    lines = audit.by("unjudged/lines/")
    found = {wager: {"lines": str(lines[wager]), "bet": format_amount(bets[wager])} for wager in lines}
    hidden = {"hands_not_seen": str(audit.number("hidden"))} if audit.number("hidden") else {}
    return hidden | ({"cannot_be_judged": found} if found else {})


def _unjudged_lines(audit: Audit) -> list[Line]:
    """The same in words."""
    lines: list[Line] = []
    if hidden := audit.number("hidden"):
        lines.append(
            f"{thousands(hidden)} hands folded with cards that nobody saw: what they lose by the fold is judged. "
            "Hands are not compared with their chances, for those that were seen are the better ones."
        )
    bets = audit.by("unjudged/bet/")
    for wager, number in audit.by("unjudged/lines/").items():
        many = "wager" if number == 1 else "wagers"
        lines.append(
            f"cannot be judged: {thousands(number)} {wager} {many}, {format_amount(bets[wager])} in all, "
            f"which {'depends' if number == 1 else 'depend'} on cards that nobody saw"
        )
    return lines


def _sums_json(sums: Sums) -> dict[str, dict[str, str]]:
    money = ("bet", "owed", "paid", "difference", "over", "under")
    return {
        which: {what: format_amount(number) if what in money else str(number) for what, number in of.items()}
        for which, of in sums.items()
    }


def _frequency_json(frequency: Frequency) -> dict[str, Any]:
    fit = frequency.fit
    return {
        "of": frequency.part,
        "hands": str(frequency.hands),
        "outcomes": {
            str(plain(value)): {"observed": str(frequency.observed.get(value, 0)), "chance": str(chance), "z": _z(frequency, value)}
            for value, chance in frequency.chances.items()
        },
        "chi_square": fit and {"statistic": decimal(fit.statistic, 6), "degrees": fit.degrees, "p_value": _p(fit.p_value)},
    }  # fmt: skip


def _p(value: float | None) -> str | None:
    return None if value is None else f"{value:.6g}"


def _z(frequency: Frequency, value: Any) -> str:
    """How many standard deviations an outcome lies from its expected number; empty where it is certain, or cannot be."""
    chance, hands = frequency.chances[value], frequency.hands
    variance = hands * chance * (1 - chance)
    if not variance:
        return ""
    away = frequency.observed.get(value, 0) - hands * chance
    return decimal(away / Fraction(root(variance, 12)), 2) if variance > Fraction(1, 10**20) else ""


def csv_row(record: Mapping[str, Any]) -> list[str]:
    """A fault as a row of :data:`COLUMNS`."""
    cells = {**record, "cites": "; ".join(map(format_cite, record.get("cites", ())))}
    return [str(cells.get(column, "")) for column in COLUMNS]


# --- text -------------------------------------------------------------------------------------------------------------


def audit_text(audit: Audit, records: Sequence[Mapping[str, Any]]) -> list[Line]:
    """An audit for people."""
    from tablegames.report.text import limit_lines, paytables_line, readings_line, table_of

    verdict = (
        "nothing wrong"
        if audit.clean
        else f"{thousands(audit.discrepancies)} wagers wrongly paid, {thousands(audit.impossible)} impossible rounds"
    )
    void = f", {thousands(audit.number('void'))} void" if audit.number("void") else ""
    lines: list[Line] = [
        f"{audit.game.name}: {thousands(audit.number('rounds'))} rounds, {thousands(audit.number('rows'))} hands{void}: {verdict}"
    ]
    if bad := audit.by("bad/"):
        lines.append(
            "set aside, for it cannot be read: "
            + ", ".join(f"{thousands(count)} {name}" for name, count in bad.items())
        )
    lines += [f"  {record['bad']['place']}: {record['bad']['reason']}" for record in records if "bad" in record]
    if audit.by_kind:
        differences = audit.by("kind/difference/")
        rows = (
            (kind, thousands(count), format_amount(differences[kind]) if kind in differences else "")
            for kind, count in sorted(audit.by_kind.items(), key=lambda item: -item[1])
        )
        lines.append(table_of(("fault", "found", "paid too much"), rows, right=("found", "paid too much")))
        lines.append(f"paid too much in all: {format_amount(audit.difference)} (negative: too little)")
    lines += _unjudged_lines(audit)
    for group in GROUPS:
        lines += _group_table(audit, group)
    lines += _frequency_lines(audit)
    faults = [record for record in records if "kind" in record]
    if faults:
        lines.append(_fault_table(faults))
        more = audit.discrepancies + audit.impossible - len(faults)
        lines += [f"and {thousands(more)} more: --format csv lists them all"] if more > 0 else []
    return [
        *lines,
        *([paytables_line(audit.rules)] if audit.rules.paytables else []),
        *limit_lines(audit.game, audit.rules),
        readings_line(audit.rules),
    ]


def _group_table(audit: Audit, group: str) -> list[Line]:
    """The sums of a group; of dealers, tables and hours those with the most faults."""
    from tablegames.report.text import table_of

    sums = {
        name: of
        for name, of in sums_by(audit, group).items()
        if group == "wager" or of.get("wrong") or of.get("impossible")
    }
    if not sums:
        return []
    by_faults = sorted(sums, key=lambda name: -sums[name].get("wrong", 0) - sums[name].get("impossible", 0))
    shown = list(sums) if group == "wager" else by_faults[:WORST]
    count = "lines" if group == "wager" else "rounds"
    money = ("bet", "owed", "paid", "difference")
    columns = (group, count, "wrong", *(() if group == "wager" else ("impossible",)), *money)
    rows = (
        [name or "(none)"]
        + [thousands(sums[name].get(what, 0)) for what in columns[1:] if what not in money]
        + [format_amount(sums[name].get(what, 0)) for what in money]
        for name in shown
    )
    return [table_of(columns, rows, right=columns[1:], whole=columns[:1])]


def _frequency_lines(audit: Audit) -> list[Line]:
    """The outcomes against their chances."""
    from tablegames.report.text import table_of

    lines: list[Line] = []
    found = frequencies(audit)
    for each in found:
        part, fit = each.part.replace("_", " "), each.fit
        rows = (
            (str(plain(value)), thousands(each.observed.get(value, 0)), decimal(chance * each.hands, 1), percent(chance, 4) + " %", _z(each, value))
            for value, chance in each.chances.items() if chance
        )  # fmt: skip
        lines.append(
            table_of((part, "counted", "expected", "chance", "z"), rows, right=("counted", "expected", "chance", "z"))
        )
        if fit:
            p_value = "" if fit.p_value is None else f", p = {fit.p_value:.4g}"
            lines.append(f"chi-square of {part} {decimal(fit.statistic, 2)}, {fit.degrees} degrees of freedom{p_value}")
    if any(each.fit and each.fit.p_value is None for each in found):
        lines.append(NO_SCIPY)
    return lines


def _fault_table(faults: Sequence[Mapping[str, Any]]) -> Any:
    """The first faults, with what they rest on."""
    from tablegames.report.text import table_of

    money = ("bet", "paid", "owed", "difference")
    columns = ("round", "seat", "wager", "fault", *money, "by")
    rows = (
        (
            fault["round"], str(fault.get("seat", "")), fault.get("wager", ""), fault["kind"], *(fault.get(what, "") for what in money),
            "\n".join(map(format_cite, fault["cites"])) + f"\n{fault['paytable']} ({fault['source']})".replace("\n ", "\n")
            if "cites" in fault else fault.get("reason", ""),
        )
        for fault in faults
    )  # fmt: skip
    return table_of(columns, rows, right=money, whole=("round",))
