"""What is analysed, and by what rules: the identity of a report, and the rules of play with where each comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tablegames
from tablegames.analysis.exact import Analysis
from tablegames.game import CHIP, Game, Rules
from tablegames.law import Law, Source, format_cite
from tablegames.money import Rounding, format_amount
from tablegames.report.document import NOTHING, Block, Cell, Column, Kind, Paragraph, Table, money, table, words
from tablegames.report.json_form import raise_limits
from tablegames.rounds import PROCEDURES


def identity(analysis: Analysis, day: str) -> Iterator[Block]:
    """Game, chapter, house, paytables, readings, software and date."""
    game, rules = analysis.game, analysis.rules
    rows = [
        ("game", f"{game.name} ({game.id})"),
        ("chapter", f"58 Pa. Code Chapter {game.law.chapter}"),
        ("text read", f"{game.law.document}; read {game.law.read}"),
        ("cards", cards_of(game)),
        ("seats", str(rules.seats or game.most_seats)),
        ("wagers analysed", ", ".join(analysis.wagers)),
        *([("wagers not analysed", "; ".join(left))] if (left := list(_left_out(analysis))) else []),
        (
            "house",
            rules.house or "none: the rules are the defaults of this software and what was chosen for this report",
        ),
        ("Rules Submission, SHA-256", rules.submission or "none"),
        ("meters", ", ".join(f"{m} at {format_amount(c)}" for m, c in analysis.meters.items()) or "none"),
        ("raise limits of the house", ", ".join(f"{k}: {v}" for k, v in raise_limits(rules).items()) or "none"),
        ("payments are rounded", _rounding(rules)),
        ("software", f"tablegames {tablegames.__version__}"),
        ("date of the report", day or "none was given"),
    ]
    yield table("identity", "", ("item", "content"), rows)
    yield paytables_in_force(rules)
    for paytable in rules.paytables.values():
        note = f"A hand below the last row: {paytable.form.below.value}."
        stake = f", for a wager of {format_amount(paytable.stake)}" if paytable.stake else ""
        yield table(
            f"paytable {paytable.form.slot}",
            f"Paytable {paytable} ({paytable.source.value}){stake}",
            ("hand", "pays"),
            [(row, str(award)) for row, award in paytable.rows.items()],
            note=note,
        )
    if rules.limits:
        yield limits_of(rules)
    yield source_marks()


def cards_of(game: Game) -> str:
    """What is dealt, in words."""
    board = f", {game.board_cards} community cards" if game.board_cards else ""
    return f"a deck of {len(game.deck)}; {game.player_cards} to a seat, {game.dealer_cards} to the dealer{board}"


def _rounding(rules: Rules) -> str:
    """How the house rounds, and that figures do not."""
    rounding = rules.rounding
    chip = (
        f"{rounding.direction.value} to {format_amount(rounding.unit)}"
        if rounding != Rounding()
        else "down to the cent"
    )
    return f"{chip}; all figures here are computed before rounding"


def not_offered(rules: Rules, wager: str) -> bool:
    """Whether the house says that it does not offer a wager."""
    return wager in rules.limits and not rules.limits[wager].offered


def _left_out(analysis: Analysis) -> Iterator[str]:
    """Each wager without figures, and why."""
    forms = {form.wager: form.slot for form in analysis.game.forms}
    for wager in analysis.game.wagers:
        if not_offered(analysis.rules, wager.id):
            yield f"{wager.id} (not offered by the house; its figures stand here all the same)"
        elif wager.id not in analysis.wagers:
            slot = forms.get(wager.id)
            chosen = slot is None or slot in analysis.rules.paytables
            yield f"{wager.id} ({'it depends on the other seats' if chosen else 'no paytable is chosen'})"


def paytables_in_force(rules: Rules) -> Table:
    """The tables in force with where they come from."""
    rows = [(t.form.slot, t.form.wager, t.name, t.source.value, t.basis) for t in rules.paytables.values()]
    columns = ("paytable", "wager", "name", "source", "basis")
    return table("paytables in force", "Paytables in force", columns, rows or [("none", "", "", "", "")])


def limits_of(rules: Rules) -> Table:
    """What the house offers of each wager."""
    amounts = ("minimum", "maximum", "multiple")
    columns = (
        Column("wager", "wager"),
        Column("offered", "offered"),
        *(Column(name, name, Kind.MONEY) for name in amounts),
    )
    rows = [
        (words(wager), words("yes" if limits.offered else "no"), *(_amount(getattr(limits, name)) for name in amounts))
        for wager, limits in rules.limits.items()
    ]
    return table("limits", "What the house offers", columns, rows)


def _amount(cents: int | None) -> Cell:
    return money(cents) if cents else NOTHING


def source_marks() -> Table:
    """The meaning of the source marks."""
    rows = [(source.value, source.words, "yes" if source is Source.REGULATION else "no") for source in Source]
    return table("source marks", "Source marks", ("mark", "meaning", "citable as Pennsylvania Code"), rows)


def rules_of_play(analysis: Analysis) -> Iterator[Block]:
    """The trade's rules of the round, then the paragraphs on what hands rank, in our words."""
    law = analysis.game.law
    yield Paragraph(
        "Rules and paragraphs are paraphrased; the text of the Code is not quoted. A trade rule is one that the trade "
        "publishes; it was not read in the chapter and is not cited as Pennsylvania Code."
    )
    rows = [(rule.id, rule.says, f"{rule.source.value}: {rule.basis}") for rule in law.trade_rules.values()]
    yield table("trade rules", "The round, as the trade plays it", ("rule", "in our words", "source"), rows)
    paragraphs = [(format_cite(each.id), each.says, each.source.value) for each in law.paragraphs.values()]
    yield table(
        "paragraphs", f"Chapter {law.chapter}: what was read", ("paragraph", "in our words", "source"), paragraphs
    )
    yield readings_of(law, analysis.rules, analysis.rules.readings)
    if analysis.rules.submission:
        chosen = {**PROCEDURES.default_readings(), **analysis.rules.procedures}
        yield readings_of(PROCEDURES, analysis.rules, chosen, key="procedures", title="Procedures in force")


def readings_of(
    law: Law, rules: Rules, chosen: Mapping[str, str], *, key: str = "readings", title: str = "Readings in force"
) -> Table:
    """Each open question of the text with the choice in force, and why the default is what it is."""
    rows = []
    for id_, choice in chosen.items():
        reading = law.readings[id_]
        chip = f" of {format_amount(rules.rounding.unit)}, {rules.rounding.direction.value}" if choice == CHIP else ""
        own = "" if choice == reading.default else f" (default: {reading.default})"
        rows.append((id_, reading.question, f"{choice}{chip}{own}", reading.why))
    return table(key, title, ("reading", "question", "in force", "why the default"), rows)
