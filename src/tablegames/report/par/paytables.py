"""Every known paytable side by side, the progressive, and the effect of an aggregate payout limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tablegames.analysis.alternatives import Alternative, alternatives
from tablegames.analysis.exact import Analysis, in_money
from tablegames.analysis.payout_limit import bets_at, limit_effect
from tablegames.analysis.pricing import UNIT
from tablegames.analysis.progressive import LongRun, Progressive, progressive
from tablegames.contract.document import (
    NOTHING,
    Block,
    Cell,
    Column,
    Kind,
    Paragraph,
    money,
    number,
    one_in,
    percentage,
    rooted,
    table,
    words,
)
from tablegames.core.money import Paytable, format_amount
from tablegames.core.wagers import Bets
from tablegames.report.par.headline import DIGITS, figures_table
from tablegames.rounds.payouts import House


def side_by_side(analysis: Analysis) -> Iterator[Block]:
    """A table for each slot: the known paytables as columns, their awards as rows, and their exact figures below."""
    yield Paragraph(
        "The paytables that are known, each with its source mark; the one in force stands first. A table of the main game "
        "gives the main game's figures per Ante under the best play for that table, the other tables being those in "
        "force; a side wager's table gives that wager's, per unit of it."
    )
    for slot, tables in alternatives(analysis).items():
        yield _slot(analysis, slot, tables)


def _slot(analysis: Analysis, slot: str, tables: tuple[Alternative, ...]) -> Block:
    """The paytables of one slot."""
    if not tables:
        return Paragraph(f"{slot}: no paytable is known.")
    of = "main game" if tables[0].main else tables[0].table.form.pays_on
    columns = [Column("hand", "hand")]
    columns += [
        Column(f"table {place}", f"{one.table.name}, in force" if one.in_force else one.table.name, Kind.NUMBER)
        for place, one in enumerate(tables, start=1)  # a house may name its own table as it likes
    ]
    rows: list[tuple[Cell, ...]] = [
        (words(row), *(words(one.table.award(row)) for one in tables)) for row in tables[0].table.form.rows
    ]
    rows.append((words("source"), *(words(one.table.source.value) for one in tables)))
    if any(one.table.stake for one in tables):
        rows.append(
            (words("for a wager of"), *(money(one.table.stake) if one.table.stake else NOTHING for one in tables))
        )
    if any(one.table.shares_meter for one in tables):
        rows += list(_meter_rows(analysis, tables))
    figures = [one.figures for one in tables]
    rows += [
        (
            words(f"house edge, {of}"),
            *(percentage(f.house_edge, 6) if f else words("needs the meter") for f in figures),
        ),
        (words("return to player"), *(percentage(1 + f.expected_value, 6) if f else NOTHING for f in figures)),
        (words("hit frequency"), *(percentage(f.hit, 6) if f else NOTHING for f in figures)),
        (words("standard deviation"), *(rooted(f.variance, 6) if f else NOTHING for f in figures)),
    ]
    return table(f"paytables {slot}", slot, columns, rows)


def _meter_rows(analysis: Analysis, tables: tuple[Alternative, ...]) -> Iterator[tuple[Cell, ...]]:
    """At which meter tables are compared, and the meter at which each is fair."""
    form = tables[0].table.form
    at = analysis.meters.get(form.meter)
    compared = "no meter is given" if at is None else format_amount(at)
    yield words("compared at a meter of"), *(words(compared if one.table.shares_meter else "any") for one in tables)
    fair = [break_even(analysis, one.table) if one.table.shares_meter else None for one in tables]
    yield words("break-even meter"), *(number(meter / 100, 2) if meter is not None else NOTHING for meter in fair)


def break_even(analysis: Analysis, table: Paytable) -> Fraction:
    """The meter in cents at which a table's wager is fair: its expected value is linear in the meter, so that two meters tell.

    The play is the analysis', in which a side wager has no part.
    """
    wager, paid = table.form.meter, {**analysis.rules.paytables, table.form.slot: table}
    rules = replace(analysis.rules, paytables=paid)
    empty, full = (
        replace(analysis, rules=rules, meters={**analysis.meters, wager: cents}).wager(wager).expected_value
        for cents in (0, UNIT)
    )
    return -empty * UNIT / (full - empty)


def progressive_page(analysis: Analysis) -> Iterator[Block]:
    """Each wager with a meter whose table is chosen: its worth as the meter grows, and the long run where rates are given."""
    for wager in analysis.game.meters:
        for chosen in analysis.paytables(wager).values():
            if chosen.shares_meter:
                found = progressive(analysis.game, analysis.rules, wager)
                plan = analysis.rules.meter_plans.get(wager)
                yield from _progressive(analysis, found, found.long_run(plan) if plan else None)


def _progressive(analysis: Analysis, found: Progressive, run: LongRun | None) -> Iterator[Block]:
    """One progressive."""
    wager = found.table.form.meter
    yield Paragraph(
        f"{found.table} ({found.table.source.value}: {found.table.basis}), for a wager of {format_amount(found.stake)}. Its "
        "expected value is linear in the meter: what it is at an empty meter, and what each unit on the meter adds."
    )
    rows: list[tuple[str, str, Cell]] = [
        ("expected value at an empty meter", "money a wager", number(found.intercept / 100, DIGITS)),
        ("each unit on the meter adds", "money a wager", number(found.slope, 12)),
        ("break-even meter", "money", number(found.break_even / 100, 2)),
        ("the whole meter is won once in", "wagers", one_in(found.whole)),
    ]
    if run:
        plan = run.plan
        rows += [
            ("seed", "money", money(plan.seed)),
            ("increment", "part of each wager to the meter", percentage(plan.increment, 4)),
            ("reserve", "part of each wager to the reserve", percentage(plan.reserve, 4)),
            ("return at seed", "part of the wager", percentage(found.returned(plan.seed), 6)),
            ("average meter when it is hit", "money", number(run.average_meter / 100, 2)),
            ("long-run hold", "part of the wager", percentage(run.hold, 6)),
            ("seeds cost", "money a wager", number(run.seeds / 100, DIGITS)),
            ("reserve gains", "money a wager", number(run.reserve_gain / 100, DIGITS)),
            ("hold beside the reserve", "part of the wager", percentage(run.hold_beside_reserve, 6)),
        ]
    yield figures_table(f"progressive {wager}", "The progressive", rows)
    levels: dict[str, Fraction] = {"empty": Fraction(0)}
    if run:
        levels["at seed"] = Fraction(run.plan.seed)
    if wager in analysis.meters:
        levels["as analysed"] = Fraction(analysis.meters[wager])
    levels |= {
        "half of break-even": found.break_even / 2,
        "break-even": found.break_even,
        "twice break-even": found.break_even * 2,
    }
    yield table(
        f"meter {wager}",
        "Return as the meter grows",
        (
            Column("meter", "meter"),
            Column("amount", "amount", Kind.MONEY),
            Column("return to player", "return to player", Kind.PERCENT),
            Column("house edge", "house edge", Kind.PERCENT),
        ),
        [
            (words(name), number(level / 100, 2), percentage(found.returned(level), 6), percentage(1 - found.returned(level), 6))
            for name, level in sorted(levels.items(), key=lambda item: item[1])
        ],
    )  # fmt: skip
    if run:
        yield Paragraph(
            "The long run assumes that one seat plays at a time, that the meter grows before each wager is decided, that a "
            "part paid leaves the rest standing, and that hands are independent."
        )


def payout_limit(analysis: Analysis, bets: Bets) -> Iterator[Block]:
    """What the aggregate payout limit takes from one seat, at the house's own minimums and maximums and at the bets given in cents."""
    house = House(analysis.game, analysis.rules)
    if house.limit is None:
        return
    yield Paragraph(
        f"The aggregate payout limit is {house.limit_in_full}. By reading procedure-R8 the house's payments are reduced in "
        "one proportion. The table is for one seat that plays alone; seats that win together share the limit. It has the "
        "best play by the odds, and below it, where the limit can be reached, the best play under the limit. Bets made "
        "together in money are within the limit; all other figures of this report are without it."
    )
    cases: dict[str, Bets] = {
        "the house's minimums": bets_at(analysis, "minimum"),
        "the house's maximums": bets_at(analysis, "maximum"),
    }
    if bets.get("ante"):
        cases["the bets given"] = dict(bets)
    plays: list[tuple[str, Analysis, Bets]] = []
    for name, made in cases.items():
        if made:
            plays.append((name, analysis, made))
            if house.changes(made, analysis.meters):
                plays.append((f"{name}, played best under the limit", in_money(analysis, made), made))
    rows = []
    for name, played, made in plays:
        effect = limit_effect(played, made)
        rows.append(
            (
                words(f"{name}: {', '.join(f'{wager} {format_amount(cents)}' for wager, cents in made.items())}"),
                money(effect.most),
                percentage(effect.reached, 8),
                number(effect.expected / 100, DIGITS),
                number(effect.taken / 100, DIGITS),
                number((effect.expected - effect.taken) / 100, DIGITS),
            )
        )
    if unbounded := without_maximum(analysis):
        yield Paragraph(
            f"The house states no maximum for {', '.join(unbounded)}, so no bound can be stated for "
            f"{'it' if len(unbounded) == 1 else 'them'}: the row of the maximums has only wagers with a maximum, and a "
            "larger bet reaches the limit more often."
        )
    if not rows:
        yield Paragraph("The house's limits give no Ante at which the effect could be computed.")
        return
    columns = (
        Column("bets", "bets"),
        Column("most", "most the house would pay", Kind.MONEY),
        Column("reached", "rounds that reach the limit", Kind.PERCENT),
        Column("expected", "expected net without it", Kind.NUMBER),
        Column("taken", "the limit takes", Kind.NUMBER),
        Column("with", "expected net with it", Kind.NUMBER),
    )
    yield table("payout limit", "One seat, money a round", columns, rows)


def without_maximum(analysis: Analysis) -> list[str]:
    """The wagers analysed that are offered without a maximum and for no fixed stake; of the main game the Ante sets the others."""
    rules = analysis.rules
    fixed = {wager for table in rules.paytables.values() if table.stake for wager in table.form.wagers}
    return [
        wager.id
        for wager in analysis.game.offered_wagers(rules)
        if wager.id in analysis.wagers
        and (wager.id == "ante" or wager.id not in analysis.main_wagers)
        and wager.id not in fixed
        and not getattr(rules.limits.get(wager.id), "maximum", None)
    ]
