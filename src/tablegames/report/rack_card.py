"""The card on the table: how the game is played and what it pays, on one page in large type, from the rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.contract.raises import IN_WORDS
from tablegames.contract.rules import Rules
from tablegames.contract.texts import Instruction
from tablegames.core.law import Law, Source, format_cite
from tablegames.core.money import Fixed, Paytable, format_amount
from tablegames.core.wagers import Wager
from tablegames.report.typst_pdf import breakable, pdf
from tablegames.rounds.payouts import House

BELOW = {Fixed.PUSH: "anything less: the wager is returned", Fixed.LOSE: ""}

MARKS = {
    Source.REGULATION: "the regulation's",
    Source.PUBLISHED: "published by casinos, the maker or analysts",
    Source.SINGLE_SOURCE: "seen in one place only",
    Source.INFERRED: "inferred, not read anywhere",
    Source.EXAMPLE: "an example, not a casino's table",
    Source.SUBMISSION: "the house's own",
}
"""Where a paytable comes from, for those who have never seen a source mark."""


def rack_card(game: Game, rules: Rules) -> bytes:
    """The card as a PDF of one page; the type is as large as the page allows."""
    return pdf("rack_card", card_data(game, rules))


def card_data(game: Game, rules: Rules) -> dict[str, Any]:
    """All that stands on the card: the steps of play with what they rest on, the paytables, the limits, the house."""
    offered = game.offered_wagers(rules)
    return {
        "title": game.name,
        "steps": [{"says": says, "by": _by(game.law, cites)} for says, cites in _steps(game, rules, offered)],
        "tables": [
            _table(table)
            for table in rules.paytables.values()
            if not {wager.id for wager in offered}.isdisjoint(table.form.wagers)
        ],
        "limits": list(_limits(game, rules, offered)),
        "house": breakable(rules.house),
        "rests": f"58 Pa. Code ch. {game.law.chapter}; § is a paragraph of it; T is a rule of the trade, not read in the Code, and R our reading where the text is open.",
    }


def _steps(game: Game, rules: Rules, offered: Sequence[Wager]) -> Iterator[tuple[str, Sequence[str]]]:
    """How the game is played, with what each step rests on; a game without a text has the trade's rules."""
    ids = {wager.id for wager in offered}
    needed = game.needed_everywhere(rules)
    optional = [title(wager.id) for wager in offered if not (wager.required or wager.by_choice or wager.where_offered)]
    beside = f" Optional beside it: {_listed(optional, 'and')}." if optional else ""
    for wager in (wager for wager in offered if wager.where_offered):
        name = title(wager.id)
        beside = (
            f" Every seat makes the {name} too."
            if wager.id in needed
            else f" If one seat makes the {name}, every seat must."
        ) + beside
    for step in game.texts().steps or [Instruction(rule.says, (rule.id,)) for rule in game.law.trade_rules.values()]:
        if not ids.isdisjoint(step.wagers or ids) and all(
            rules.readings[reading] == choice for reading, choice in step.when.items()
        ):
            says = step.says.replace("{optional}", beside)
            yield says.replace("{raises}", raises_text(game, rules)) if "{raises}" in says else says, step.cites


def raises_text(game: Game, rules: Rules) -> str:
    """The raises in force, in words.

    >>> from tablegames.games import game_named
    >>> game = game_named("ultimate-texas-holdem")
    >>> raises_text(game, game.default_rules())
    '4x or 3x the Ante before the flop, or 2x on the flop, or 1x after the last card'
    >>> game = game_named("high-card-flush")
    >>> raises_text(game, game.default_rules())
    '1x the Ante with a flush of two, three or four cards, 1x or 2x with five, 1x, 2x or 3x with six or seven'
    """
    base, caps = game.base_name, game.raises
    if caps.numbers:
        by_raise: dict[int, list[str]] = {}
        for number in caps.numbers:
            by_raise.setdefault(caps.within(number, rules), []).append(IN_WORDS[number])
        parts = [
            (_listed([f"{size}x" for size in range(1, most + 1)], "or"), names) for most, names in by_raise.items()
        ]
        (first, hands), *others = parts
        beside = (f"{raises} with {_listed(names, 'or')}" for raises, names in others)
        return ", ".join([f"{first} the {base} with {caps.several.format(_listed(hands, 'or'))}", *beside])
    at = [(game.choices(point.name, View(()), (), rules), point.when) for point in game.points]
    sizes = [
        (_listed([f"{size}x" for choice in choices for _, size in choice.adds], "or"), when) for choices, when in at
    ]
    (first, when), *later = [(raises, when) for raises, when in sizes if raises]
    return ", or ".join([f"{first} the {base} {when}", *(f"{raises} {when}" for raises, when in later)])


def _table(table: Paytable) -> dict[str, Any]:
    """A paytable as the card has it."""
    return {
        "title": title(table.form.slot),
        "stake": f"for a wager of {format_amount(table.stake)}" if table.stake else "",
        "rows": [[row, award_text(str(award))] for row, award in table.rows.items()],
        "below": BELOW[table.form.below],
        "by": breakable(f"table {table.name}: {MARKS[table.source]}"),
    }


def award_text(award: str) -> str:
    """An award as a player reads it.

    >>> award_text("meter 50%"), award_text("amount 250.00"), award_text("push"), award_text("3 to 2")
    ('50% meter', '250.00', 'returned', '3 to 2')
    """
    if award.startswith("meter "):
        return f"{award.removeprefix('meter ')} meter"
    return {Fixed.PUSH: "returned", Fixed.LOSE: "loses"}.get(award, award.removeprefix("amount "))  # type: ignore[call-overload, no-any-return]


def _limits(game: Game, rules: Rules, offered: Sequence[Wager]) -> Iterator[str]:
    """What the house allows of each wager, how it rounds, and the most it pays, where it says."""
    for wager in offered:
        limits = rules.limits.get(wager.id)
        words = [
            f"{name} {format_amount(amount)}"
            for name in ("minimum", "maximum", "multiple")
            if limits and (amount := getattr(limits, name))
        ]
        if words:
            yield f"{title(wager.id)}: {', '.join(words)}"
    if rules.rounding.unit > 1:
        yield f"payments are rounded {rules.rounding.direction.value} to {format_amount(rules.rounding.unit)}"
    if limit := House(game, rules).limit_in_full:
        yield f"aggregate payout limit {limit}"


def title(name: str) -> str:
    """A wager or a paytable as its circle on the layout is marked.

    >>> title("straight-flush-bonus")
    'Straight Flush Bonus'
    """
    return name.replace("-", " ").title()


def _by(law: Law, cites: Sequence[str]) -> list[str]:
    """What a step rests on, each trade rule with its mark."""
    marks = {rule.id: f" {rule.source.value}" for rule in law.trade_rules.values()}
    return [cite + marks.get(cite, "") if "-" in cite else format_cite(cite) for cite in cites]


def _listed(words: Sequence[str], last: str) -> str:
    """Words in a sentence.

    >>> _listed(["1x", "2x", "3x"], "or")
    '1x, 2x or 3x'
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
