"""The text form of results: a page that can be read at a table, with every citation beside what it supports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from tablegames.asks.rulings import CompareRuling, RankRuling, SettleRuling, paid_and_owed
from tablegames.contract.game import Evaluation, Game, ranking_of
from tablegames.contract.rules import CHIP, Rules
from tablegames.core.cards import Card, pretty
from tablegames.core.law import format_cite
from tablegames.core.money import format_amount
from tablegames.core.ranking import Ranking
from tablegames.core.wagers import Ledger
from tablegames.report.json_form import raise_limits
from tablegames.rounds.payouts import House

Line = Text | Table | str


def cards_text(cards: Iterable[Card]) -> str:
    """Cards with their suit signs."""
    return " ".join(map(pretty, cards))


def cites_text(cites: Iterable[str]) -> str:
    """Citations, separated by commas."""
    return ", ".join(map(format_cite, cites))


LONGEST_UNBROKEN = 44
"""A word or a fraction longer than this may be broken over lines."""


def table_of(
    columns: Iterable[str], rows: Iterable[Iterable[str]], *, right: Iterable[str] = (), whole: Iterable[str] = ()
) -> Table:
    """A plain table; the columns named in ``right`` are set to the right; those and the ones in ``whole`` are never broken.

    No column is narrower than its longest word, so that no number is ever cut: a table may be wider than the terminal.
    """
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    body = [list(row) for row in rows]
    for place, column in enumerate(columns):
        numbers = column in right
        unbroken = numbers or column in whole
        pieces = [piece for row in body for piece in (row[place].split("\n") if unbroken else row[place].split())]
        longest = max(map(len, pieces), default=0)
        least = max(len(column), longest if unbroken else min(longest, LONGEST_UNBROKEN))
        table.add_column(
            column, justify="right" if numbers else "left", no_wrap=unbroken, overflow="fold", min_width=least
        )
    for row in body:
        table.add_row(*map(Text, row))
    return table


def evaluation_text(evaluation: Evaluation) -> list[Line]:
    """A game's evaluation of a hand, field by field: rankings and plain answers as lines, settings as a table."""
    lines: list[Line] = []
    for name, value in evaluation._asdict().items():
        label = name.replace("_", " ")
        if isinstance(value, Ranking):
            cards = f"  {cards_text(value.cards)}" if value.cards else ""
            lines.append(f"{label}: {value.category or 'none'}{cards}  ({cites_text(value.cites)})")
        elif isinstance(value, tuple):
            if value:
                rows = ([_cell(item) for item in row] for row in value)
                lines.append(table_of((field.replace("_", " ") for field in value[0]._fields), rows))
        else:
            lines.append(f"{label}: {_cell(value)}")
    return lines


def _cell(value: Any) -> str:
    """One plain answer."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return cards_text(value)
    return "none" if value is None else str(value)


def rank_text(ruling: RankRuling) -> list[Line]:
    """A rank ruling."""
    board = f"  on  {cards_text(ruling.board)}" if ruling.board else ""
    return [
        f"{ruling.game.name}: {cards_text(ruling.cards)}{board}",
        *evaluation_text(ruling.evaluation),
        readings_line(ruling.rules),
    ]


def compare_text(ruling: CompareRuling) -> list[Line]:
    """A comparison."""
    comparison = ruling.comparison
    verdict = {1: "The first hand is higher", -1: "The second hand is higher", 0: "Neither hand is higher"}
    lines: list[Line] = [
        f"{verdict[comparison.result]}: {comparison.reason.removeprefix('tie: ')}  ({cites_text(comparison.cites)})"
    ]
    for name, hand in zip(("first", "second"), comparison.hands, strict=True):
        if isinstance(hand, Ranking):
            lines.append(f"{name}: {hand.category}  {cards_text(hand.cards)}  ({cites_text(hand.cites)})")
        else:
            lines += [f"{name}:", *evaluation_text(cast("Evaluation", hand))]
    return [*lines, readings_line(ruling.rules)]


def ledger_table(ledger: Ledger) -> Table:
    """A seat's ledger, with what each line rests on; a note stands in the column of its row."""
    columns = ("wager", "bet", "row", "result", "pays", "net", "returned", "source", "by")
    rows = (
        (
            line.wager,
            format_amount(line.bet),
            f"{line.row}\n{line.note}".rstrip(),
            line.result.value,
            line.pays,
            format_amount(line.net),
            format_amount(line.returned),
            line.source.value,
            "\n".join(map(format_cite, line.cites)),
        )
        for line in ledger.lines
    )
    return table_of(columns, rows, right=("bet", "net", "returned"), whole=("by", "wager", "pays"))


def settle_text(ruling: SettleRuling, paid: Mapping[str, int]) -> list[Line]:
    """A settled table: each seat's ledger, the meters, the house, and what the ruling rests on."""
    lines: list[Line] = []
    if ruling.board:
        lines.append(f"board: {cards_text(ruling.board)}")
    if ruling.dealer:
        hand = f"  ({hand_text(ruling.game, ruling.dealer_evaluation)})" if ruling.dealer_evaluation else ""
        lines.append(f"dealer: {cards_text(ruling.dealer)}{hand}")
    for number, seat in enumerate(ruling.seats, start=1):
        hand = f"  ({hand_text(ruling.game, seat.evaluation)})" if seat.evaluation else ""
        lines.append(f"seat {number}: {cards_text(seat.cards) or 'cards not seen'}{hand}; {seat.decision}")
        without = ", without what cannot be judged" if seat.ledger.unjudged else ""
        lines += [ledger_table(seat.ledger), *map(str, seat.ledger.unjudged)]
        lines.append(f"net {format_amount(seat.ledger.net)}{without}")
    without = ", without what cannot be judged" if any(seat.ledger.unjudged for seat in ruling.seats) else ""
    lines.append(f"house net {format_amount(ruling.table.house_net)}{without}")
    lines += [f"meter {meter} stands at {format_amount(cents)}" for meter, cents in ruling.table.meters.items()]
    if paid:
        rows = ((wager, *amounts.values()) for wager, amounts in paid_and_owed(ruling.seats[0].ledger, paid).items())
        money = ("paid", "owed", "difference")
        lines.append(table_of(("wager", *money), rows, right=money))
    tables = [paytables_line(ruling.rules)] if ruling.rules.paytables else []
    return [*lines, *tables, *limit_lines(ruling.game, ruling.rules), readings_line(ruling.rules)]


def hand_text(game: Game, evaluation: Evaluation) -> str:
    """What a hand is, in a phrase: its ranking with its cards, or the count of its best setting."""
    if game.setting is None:
        ranking = ranking_of(evaluation)
        return f"{ranking.category} {cards_text(ranking.cards)}"
    count = getattr(evaluation, game.setting.counted)
    return f"{game.setting.named} {count} at best" if count else "does not qualify"


def readings_line(rules: Rules) -> str:
    """The readings in force, and where the house chose otherwise than the game."""
    chip = f" {format_amount(rules.rounding.unit)} {rules.rounding.direction.value}"
    readings = (f"{id_} {choice}{chip if choice == CHIP else ''}" for id_, choice in rules.readings.items())
    lines = ["readings: " + ", ".join(readings)]
    if rules.raise_limits:
        lines.append("raise limits: " + ", ".join(f"{length} {limit}" for length, limit in raise_limits(rules).items()))
    if rules.submission:
        lines.append(f"submission: {rules.house}, {rules.submission}")
    return "\n".join(lines)


def limit_lines(game: Game, rules: Rules) -> list[str]:
    """The aggregate payout limit whole, where the house has one."""
    limit = House(game, rules).limit_in_full
    return [f"aggregate payout limit: {limit}"] if limit else []


def money_lines(game: Game, rules: Rules, *, stakes: bool = False) -> list[str]:
    """How figures count payments, in one line, where the house has rules of its own for them: by the odds, or as it pays stakes."""
    own = House(game, rules).money_rules
    if not own:
        return []
    if not stakes:
        return [f"by the odds, before the house's own rules: {own}"]
    alone = "" if rules.payout_limit is None else "; exact figures are of one seat that wins alone"
    return [f"as the house pays: {own}{alone}"]


def paytables_line(rules: Rules) -> str:
    """The paytables in force with their source marks."""
    named = (f"{table} ({table.source.value}: {table.basis})" for table in rules.paytables.values())
    return "paytables: " + ", ".join(named)


def one_line(result: RankRuling | CompareRuling | SettleRuling) -> str:
    """A ruling in one line, for a batch."""
    if isinstance(result, RankRuling):
        return f"{cards_text(result.cards)}: " + "; ".join(map(str, evaluation_text(result.evaluation)[:2]))
    if isinstance(result, CompareRuling):
        who = {1: "first, ", -1: "second, ", 0: ""}[result.comparison.result]
        return f"{who}{result.comparison.reason}  ({cites_text(result.comparison.cites)})"
    nets = ", ".join(
        f"{cards_text(seat.cards) or 'cards not seen'}: net {format_amount(seat.ledger.net)}"
        f" ({', '.join([*(f'{line.wager} {line.result.value} {format_amount(line.net)}' for line in seat.ledger.lines), *map(str, seat.ledger.unjudged)])})"
        for seat in result.seats
    )
    return f"{nets}; house net {format_amount(result.table.house_net)}"


def games_table(games: Iterable[Game]) -> Table:
    """The games with what they are played with."""
    columns = ("game", "name", "chapter", "cards", "seats", "wagers")
    rows = (
        (
            game.id,
            game.name,
            game.law.chapter,
            f"{game.player_cards}" + (f" + {game.board_cards}" if game.board_cards else ""),
            str(game.usual_seats or game.most_seats),
            ", ".join(wager.id for wager in game.wagers),
        )
        for game in games
    )
    return table_of(columns, rows)


def not_offered_text(game: Game) -> str:
    """The wagers that a chapter names and this program neither offers nor analyses; empty where it names no other.

    >>> from tablegames.games import game_named
    >>> not_offered_text(game_named("ultimate-texas-holdem")).partition("; ")[0]
    "Ultimate Texas Hold 'Em: neither offered nor analysed here are Five Card Hand Bonus (§ 653a.1)"
    """
    named = "; ".join(f"{wager} ({format_cite(cite)})" for cite, wager in game.law.not_offered.items())
    return f"{game.name}: neither offered nor analysed here are {named}" if named else ""
