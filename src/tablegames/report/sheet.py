"""A Rules Submission as a dated sheet: everything in force at one property, defaults included, with source marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Source
from tablegames.core.money import format_amount
from tablegames.games import game_named
from tablegames.rounds.payouts import House
from tablegames.rounds.round import PROCEDURES
from tablegames.rounds.rules_record import rules_record

if TYPE_CHECKING:
    from tablegames.asks.submission import Submission
    from tablegames.report.text import Line


NOT_SHOWN = ("house", "submission", "required_where_offered")
"""Keys of a record's rules that the sheet says in words of its own."""


def sheet_json(submission: Submission) -> dict[str, Any]:
    """The sheet as JSON: for each game offered, all its rules in force."""
    games = {}
    for game_id in submission.games:
        game = game_named(game_id)
        rules = submission.rules(game)
        record = {key: value for key, value in rules_record(rules).items() if key not in NOT_SHOWN}
        games[game_id] = {
            **record, "seats": game.seats(rules), "wagers": _offered(game, rules),
            **({"not_offered": game.law.not_offered} if game.law.not_offered else {}),
            "procedures": {**PROCEDURES.default_readings(), **rules.procedures},
        }  # fmt: skip
    return {
        "property": submission.house, "version": submission.version, "effective": submission.effective.isoformat(),
        "digest": submission.digest, "games": games,
    }  # fmt: skip


def _offered(game: Game, rules: Rules) -> dict[str, str]:
    """Each wager with what is offered of it, in words."""
    words = {}
    for wager in game.wagers:
        limits = rules.limits.get(wager.id)
        slots = [form.slot for form in game.forms if wager.id in form.wagers]
        if (limits and not limits.offered) or (wager.needs_table and not set(slots) & set(rules.paytables)):
            words[wager.id] = "not offered"
            continue
        parts = [
            f"{name} {format_amount(amount)}"
            for name in ("minimum", "maximum", "multiple")
            if limits and (amount := getattr(limits, name))
        ]
        everywhere = wager.id in game.needed_everywhere(rules)
        where = ["required of every seat" if everywhere else "required of every seat where one makes it"]
        words[wager.id] = ", ".join(["offered", *(where if wager.where_offered else []), *parts])
    return words


def sheet_text(submission: Submission) -> Iterator[Line]:
    """The sheet as a page."""
    from tablegames.analysis.cautions import of_no_list
    from tablegames.report.text import not_offered_text, table_of

    yield f"Rules Submission of {submission.house}"
    yield f"version {submission.version}, effective {submission.effective.isoformat()}"
    yield f"digest (SHA-256) {submission.digest}"
    for game_id in submission.games:
        game = game_named(game_id)
        rules = submission.rules(game)
        yield ""
        yield f"{game.name} (58 Pa. Code ch. {game.law.chapter}), {game.seats(rules)} seats"
        yield table_of(("wager", "offered"), _offered(game, rules).items())
        yield from filter(None, [not_offered_text(game)])
        for table in rules.paytables.values():
            yield f"{table} ({table.source.value}: {table.basis})"
            if table.source is Source.SUBMISSION and not table.form.listed_in:
                yield f"warning: {of_no_list(game, table)}"
            yield table_of(("hand", "pays"), [(row, str(award)) for row, award in table.rows.items()])
        rounding = rules.rounding
        yield f"payments finer than {format_amount(rounding.unit)} are rounded {rounding.direction.value}"
        if limit := House(game, rules).limit_in_full:
            yield f"aggregate payout limit {limit}"
        for wager, plan in rules.meter_plans.items():
            yield (
                f"meter {wager}: seed {format_amount(plan.seed)}, {plan.increment} of each wager to the meter, "
                f"{plan.reserve} to the reserve"
            )
        if rules.raise_limits:
            limits = ", ".join(f"{length or 'every hand'}: {limit}x" for length, limit in rules.raise_limits.items())
            yield f"raise limits: {limits}"
        readings = [(id_, game.law.readings[id_].question, choice) for id_, choice in rules.readings.items()]
        chosen = {**PROCEDURES.default_readings(), **rules.procedures}
        readings += [(id_, PROCEDURES.readings[id_].question, choice) for id_, choice in chosen.items()]
        yield table_of(("reading", "question", "choice"), readings)
