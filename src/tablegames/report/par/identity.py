"""What is analysed, and by what rules: the identity of a report, and the rules of play with where each comes from."""

from __future__ import annotations

from collections.abc import Iterator

from tablegames.analysis.exact import Analysis
from tablegames.contract.document import NOTHING, Block, Cell, Column, Kind, Paragraph, Table, money, table, words
from tablegames.contract.game import Game
from tablegames.contract.raises import EVERY_HAND
from tablegames.contract.rules import Rules
from tablegames.core.law import Source, format_cite
from tablegames.core.money import Rounding, format_amount
from tablegames.report.par.chosen import chosen_line
from tablegames.report.par.readings import reading_effects, readings_of
from tablegames.report.par.software import software_line
from tablegames.report.rack_card import raises_text
from tablegames.rounds.payouts import House
from tablegames.rounds.round import PROCEDURES


def identity(analysis: Analysis, day: str) -> Iterator[Block]:
    """Game, chapter, house, paytables, readings, software and date."""
    game, rules = analysis.game, analysis.rules
    rows = [
        ("game", f"{game.name} ({game.id})"),
        ("chapter", f"58 Pa. Code Chapter {game.law.chapter}"),
        ("text read", f"{game.law.document}; read {game.law.read}"),
        ("cards", cards_of(game)),
        ("seats", seats_of(game, rules)),
        *_wagers(analysis),
        ("house", rules.house or "none"),
        *([] if rules.house else [("rules", chosen_line(game, rules))]),
        ("Rules Submission, SHA-256", rules.submission or "none"),
        ("meters", ", ".join(f"{m} at {format_amount(c)}" for m, c in analysis.meters.items()) or "none"),
        ("raise limits of the house", _raises(game, rules)),
        ("payments are rounded", _rounding(rules)),
        *([("aggregate payout limit", limit)] if (limit := House(game, rules).limit_in_full) else []),
        ("software", software_line()),
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
        yield limits_of(game, rules)
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


def seats_of(game: Game, rules: Rules) -> str:
    """How many seats a table has, and who says so.

    >>> from tablegames.games import game_named
    >>> game = game_named("heads-up-holdem")
    >>> seats_of(game, game.default_rules())
    'at most 6 (trade rule 677a-T11)'
    """
    if game.seats_by_house(rules):
        return f"{rules.seats}, by the house"
    if game.seating:
        return f"at most {game.seats(rules)} ({format_cite(game.seating)})"
    return f"at most {game.most_seats}: as many as the deck allows; no source states a number"


def _raises(game: Game, rules: Rules) -> str:
    """The house's own limits of raises, and all the raises that are left."""
    limits = ", ".join(f"{_of_hand(game, number)}: {limit}x" for number, limit in rules.raise_limits.items())
    return f"{limits}; so the raises in force are {raises_text(game, rules)}" if limits else "none"


def _of_hand(game: Game, number: int) -> str:
    """The hands that a limit is of: those of a number, or every one."""
    return "every hand" if number == EVERY_HAND else game.raises.one.format(number)


def _wagers(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Which wagers have figures here, and which have none."""
    game, rules = analysis.game, analysis.rules
    yield "wagers analysed", ", ".join(analysis.wagers)
    if left := [wager.id for wager in game.wagers if wager.id not in analysis.wagers]:
        yield "wagers not analysed", "; ".join(f"{wager} ({_why_left_out(game, rules, wager)})" for wager in left)
    if named := game.law.not_offered:
        told = "; ".join(f"{wager} ({format_cite(cite)})" for cite, wager in named.items())
        yield "other wagers of the chapter, neither offered nor analysed", told


def _why_left_out(game: Game, rules: Rules, wager: str) -> str:
    """Why a wager has no figures."""
    if not game.is_offered(rules, wager):
        return "not offered by the house"
    slots = [form.slot for form in game.forms if wager in form.wagers]
    no_table = bool(slots) and not set(slots) & set(rules.paytables)
    return "no paytable is chosen" if no_table else "it depends on the other seats"


def paytables_in_force(rules: Rules) -> Table:
    """The tables in force with where they come from."""
    rows = [(t.form.slot, t.form.pays_on, t.name, t.source.value, t.basis) for t in rules.paytables.values()]
    columns = ("paytable", "wager", "name", "source", "basis")
    return table("paytables in force", "Paytables in force", columns, rows or [("none", "", "", "", "")])


def limits_of(game: Game, rules: Rules) -> Table:
    """What the house offers of each wager of the game."""
    amounts = ("minimum", "maximum", "multiple")
    columns = (
        Column("wager", "wager"),
        Column("offered", "offered"),
        *(Column(name, name, Kind.MONEY) for name in amounts),
    )
    offered = {wager.id for wager in game.offered_wagers(rules)}
    rows = [
        (
            words(wager.id),
            words("yes" if wager.id in offered else "no"),
            *(_amount(getattr(rules.limits.get(wager.id), name, None)) for name in amounts),
        )
        for wager in game.wagers
    ]
    return table(
        "limits", "What the house offers", columns, rows, note="An empty place: the house states no such bound."
    )


def _amount(cents: int | None) -> Cell:
    return money(cents) if cents else NOTHING


def source_marks() -> Table:
    """The meaning of the source marks."""
    rows = [(source.value, source.words, "yes" if source is Source.REGULATION else "no") for source in Source]
    return table("source marks", "Source marks", ("mark", "meaning", "citable as Pennsylvania Code"), rows)


def rules_of_play(analysis: Analysis) -> Iterator[Block]:
    """The trade's rules of the round, then the paragraphs on what hands rank, in our words."""
    law, rules = analysis.game.law, analysis.rules
    yield Paragraph(
        "Rules and paragraphs are paraphrased; the text of the Code is not quoted. A trade rule is one that the trade "
        "publishes; it was not read in the chapter and is not cited as Pennsylvania Code."
    )
    limited = f" The house allows less: {raises_text(analysis.game, rules)}." if rules.raise_limits else ""
    rows = [
        (
            rule.id,
            rule.all_said + (limited if rule.id == analysis.game.deciding else ""),
            f"{rule.source.value}: {rule.basis}",
        )
        for rule in law.trade_rules.values()
    ]
    yield table("trade rules", "The round, as the trade plays it", ("rule", "in our words", "source"), rows)
    seen = [(each.publisher, each.kind.value, each.title, each.address, each.seen) for each in law.sources.values()]
    yield table(
        "sources",
        "Where the rules and paytables were seen",
        ("publisher", "kind", "page or document", "address", "seen"),
        seen,
    )
    paragraphs = [(format_cite(each.id), each.all_said, each.source.value) for each in law.paragraphs.values()]
    yield table(
        "paragraphs", f"Chapter {law.chapter}: what was read", ("paragraph", "in our words", "source"), paragraphs
    )
    yield readings_of(law, rules, rules.readings)
    yield from reading_effects(analysis)
    if rules.submission:
        chosen = {**PROCEDURES.default_readings(), **rules.procedures}
        yield readings_of(PROCEDURES, rules, chosen, key="procedures", title="Procedures in force")
