"""The JSON form of results: fractions and large counts as strings, money as text, cards in notation, no clock and no host."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from tablegames.asks.rulings import CompareRuling, RankRuling, SeatRuling, SettleRuling
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card
from tablegames.core.law import Law
from tablegames.core.money import Paytable, Rounding, format_amount
from tablegames.core.ranking import Ranking
from tablegames.core.wagers import Ledger
from tablegames.rounds.payouts import House

LARGEST_EXACT_NUMBER = 2**53


def plain(value: Any) -> Any:
    """A value of ours as JSON has it.

    >>> from tablegames.core.cards import parse_cards
    >>> plain((parse_cards("As Jk"), Fraction(-1, 3), 2**60, None))
    [['As', 'Jk'], '-1/3', '1152921504606846976', None]
    """
    match value:
        case Card():
            return str(value)
        case Enum():
            return words(value)
        case None | bool() | str():
            return value
        case int():
            return value if abs(value) <= LARGEST_EXACT_NUMBER else str(value)
        case Fraction():
            return str(value)
        case Ranking():
            return {"category": value.category, "cards": plain(value.cards), "cites": list(value.cites)}
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case tuple() if hasattr(value, "_asdict"):
            return {name: plain(item) for name, item in value._asdict().items()}
        case tuple() | list():
            return [plain(item) for item in value]
    raise TypeError(f"no JSON form for {type(value).__name__}")


def words(member: Enum) -> str:
    """An enum's member in words: its own, where its class says them, else its name."""
    if isinstance(member, str):
        return str(member.value)
    return str(member) if "__str__" in type(member).__dict__ else member.name.lower().replace("_", " ")


def in_force(game: Game, rules: Rules) -> dict[str, Any]:
    """The readings in force, and where the house chose otherwise than the game: its chip, its limits, its submission."""
    rounding = {"unit": format_amount(rules.rounding.unit), "direction": rules.rounding.direction.value}
    return {
        "readings": dict(rules.readings),
        **({"rounding": rounding} if rules.rounding != Rounding() else {}),
        **({"payout_limit": payout_limit_json(House(game, rules))} if rules.payout_limit is not None else {}),
        **({"raise_limits": raise_limits(rules)} if rules.raise_limits else {}),
        **({"house": rules.house, "submission": rules.submission} if rules.submission else {}),
    }


def payout_limit_json(house: House) -> dict[str, str]:
    """The aggregate payout limit whole: the fixed one, what stands in its place if that is more, and so the one in force."""
    amounts = {
        "fixed": house.rules.payout_limit or 0, "at_the_minimum": house.most_at_the_minimum, "in_force": house.limit or 0,
    }  # fmt: skip
    return {name: format_amount(cents) for name, cents in amounts.items()}


def payments_json(game: Game, rules: Rules, *, stakes: bool = False) -> dict[str, str]:
    """How the payments of figures are made, where the house has rules of its own for them: nothing elsewhere."""
    if not House(game, rules).has_money_rules:
        return {}
    return {
        "payments": "as the house pays these bets to a seat that wins alone"
        if stakes
        else "by the odds, before the house's rounding and payout limit"
    }


def raise_limits(rules: Rules) -> dict[str, str]:
    """The house's raise limits, for every hand or by a number of the hand."""
    return {str(number) if number else "every hand": f"{limit}x" for number, limit in rules.raise_limits.items()}


def rank_json(ruling: RankRuling) -> dict[str, Any]:
    """A rank ruling."""
    return {
        "game": ruling.game.id,
        "cards": plain(ruling.cards),
        **({"board": plain(ruling.board)} if ruling.board else {}),
        **plain(ruling.evaluation),
        **in_force(ruling.game, ruling.rules),
    }


def compare_json(ruling: CompareRuling) -> dict[str, Any]:
    """A comparison."""
    comparison = ruling.comparison
    return {
        "game": ruling.game.id,
        "result": comparison.result,
        "reason": comparison.reason,
        "cites": list(comparison.cites),
        "hands": plain(comparison.hands),
        **in_force(ruling.game, ruling.rules),
    }


def ledger_json(ledger: Ledger) -> list[dict[str, Any]]:
    """A seat's lines; money as text."""
    return [
        {
            "wager": line.wager,
            "bet": format_amount(line.bet),
            "row": line.row,
            "result": line.result.value,
            "pays": line.pays,
            "net": format_amount(line.net),
            "returned": format_amount(line.returned),
            "cites": list(line.cites),
            "source": line.source.value,
            **({"note": line.note} if line.note else {}),
        }
        for line in ledger.lines
    ]


def unjudged_json(ledger: Ledger) -> dict[str, Any]:
    """A seat's wagers that cannot be judged, where there are any; the net is without them."""
    found = [
        {
            "wager": each.wager,
            "bet": format_amount(each.bet),
            "because": each.why,
            **({"owed_at_most": format_amount(each.most.net)} if each.most else {}),
        }
        for each in ledger.unjudged
    ]
    return {"cannot_be_judged": found} if found else {}


def _seat_json(seat: SeatRuling, game: Game, rules: Rules) -> dict[str, Any]:
    """One seat with all its ruling rests on."""
    return {
        "cards": plain(seat.cards),
        "hand": plain(seat.evaluation),
        "decision": seat.decision,
        "ledger": ledger_json(seat.ledger),
        **unjudged_json(seat.ledger),
        "net": format_amount(seat.ledger.net),
        "facts": plain(seat.facts),
        "paytables": paytables_json(rules),
        **in_force(game, rules),
    }


def settle_json(ruling: SettleRuling) -> dict[str, Any]:
    """A settled table: one seat's own object, or a list of seats."""
    table = {
        "dealer": {"cards": plain(ruling.dealer), "hand": plain(ruling.dealer_evaluation)} if ruling.dealer else None,
        **({"board": plain(ruling.board)} if ruling.board else {}),
        "meters": {meter: format_amount(cents) for meter, cents in ruling.table.meters.items()},
        "house_net": format_amount(ruling.table.house_net),
    }
    if ruling.one_seat:
        return {"game": ruling.game.id, **_seat_json(ruling.seats[0], ruling.game, ruling.rules), **table}
    return {
        "game": ruling.game.id,
        "seats": [_seat_json(seat, ruling.game, ruling.rules) for seat in ruling.seats],
        **table,
    }


def paytables_json(rules: Rules) -> dict[str, dict[str, str]]:
    """The paytables in force by slot, each with its name and source mark."""
    return {slot: {"name": table.name, "source": table.source.value} for slot, table in rules.paytables.items()}


def paytable_json(table: Paytable, *, default: bool) -> dict[str, Any]:
    """One paytable in full."""
    return {
        "paytable": table.form.slot,
        "wager": table.form.pays_on,
        "name": table.name,
        "default": default,
        "source": table.source.value,
        "basis": table.basis,
        "sources": list(table.sources),
        **({"stake": format_amount(table.stake)} if table.stake else {}),
        "rows": {row: str(award) for row, award in table.rows.items()},
        "below": table.form.below.value,
    }


def game_json(game: Game) -> dict[str, Any]:
    """What a game is played with."""
    return {
        "game": game.id,
        "name": game.name,
        "chapter": game.law.chapter,
        "deck": game.deck.name,
        "player_cards": game.player_cards,
        "dealer_cards": game.dealer_cards,
        "board_cards": game.board_cards,
        "most_seats": game.most_seats,
        "usual_seats": game.usual_seats or game.most_seats,
        "wagers": {wager.id: wager.says for wager in game.wagers},
        **({"not_offered": game.law.not_offered} if game.law.not_offered else {}),
        "paytables": [form.slot for form in game.forms],
        "meters": list(game.meters),
    }


def law_json(law: Law) -> dict[str, Any]:
    """Where a game's law was read."""
    return {"chapter": law.chapter, "title": law.title, "document": law.document, "read": law.read}
