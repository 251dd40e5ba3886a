"""The four kinds of questions, each made from a seed: rank a hand, say who wins, settle the bets, find the dealer's mistake."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tablegames.asks.rulings import SettleRuling, compare_hands
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand, format_cards
from tablegames.rounds.shuffle import generator
from tablegames.training.asking import asked, asks_of_hand, choices, standing
from tablegames.training.deals import DealtSeat, DealtTable, deal_table, meters_of, settled
from tablegames.training.levels import Level
from tablegames.training.mistakes import NOTHING, Planted, plant
from tablegames.training.questions import Ask, Form, Held, Kind, Paid, Question, Spot, payment

T = TypeVar("T")
PLAYER, DEALER, NEITHER = "player", "dealer", "neither"


def make_question(game: Game, rules: Rules, kind: Kind, level: Level, seed: int) -> Question:
    """A question with its answers; the same seed gives the same question.

    Raises :class:`~tablegames.core.law.Refused` where the house's limits leave no bets that can stand together.

    >>> from tablegames.games import game_named
    >>> from tablegames.training.levels import LEVELS
    >>> game = game_named("high-card-flush")
    >>> question = make_question(game, game.default_rules(), Kind.RANK, LEVELS[0], seed=2)
    >>> [(ask.says, ask.answer) for ask in question.asks]
    [('The hand', 'three-card flush')]
    """
    return _MADE[kind](game, rules, level, generator(seed))


def all_wagers(game: Game) -> Rules:
    """The default rules, with the first known paytable wherever none is chosen by default, so that every wager can be trained."""
    rules = game.default_rules()
    missing = {
        form.slot: next(iter(game.paytables(form.slot)))
        for form in game.forms
        if form.slot not in rules.paytables and game.paytables(form.slot)
    }
    return game.with_choices(rules, paytables=missing, readings={})


# --- rank a hand, and who wins ----------------------------------------------------------------------------------------


def _rank(game: Game, rules: Rules, level: Level, source: random.Random) -> Question:
    """One hand, every kind of hand as likely from level 2 on."""
    tables = _tables(game, rules, level, source, seats=1)

    def kind(table: DealtTable) -> Hashable:
        return standing(game, game.rank(table.seats[0].cards, table.board, rules))

    table = source.choice(tables) if level.number == 1 else _any_kind(tables, kind, source)
    hand, board = table.seats[0].cards, table.board
    return Question(
        Kind.RANK, level, game, rules, "What is this hand?", (Spot("Player", (hand,)),), board, {},
        tuple(asks_of_hand(game, rules, hand, board, level.number)),
        (Held("Player", hand, board, game.rank(hand, board, rules)),),
    )  # fmt: skip


def _compare(game: Game, rules: Rules, level: Level, source: random.Random) -> Question:
    """Two hands: of different kinds at level 1, of the same kind at level 3."""
    tables = _tables(game, rules, level, source, seats=1)

    def hands(table: DealtTable) -> tuple[Hand, Hand]:
        return table.seats[0].cards, table.dealer

    def standings(table: DealtTable) -> list[tuple[str, str]]:
        return [standing(game, game.rank(hand, table.board, rules)) for hand in hands(table)]

    close = [table for table in tables if len(set(standings(table))) == 1]
    apart = [table for table in tables if len(set(standings(table))) == 2]
    wanted = {1: apart, 2: tables, 3: close}[level.number] or tables

    def result(table: DealtTable) -> Hashable:
        return game.compare(*hands(table), table.board, rules).result

    table = _any_kind(wanted, result, source)
    (player, dealer), board = hands(table), table.board
    comparison = compare_hands(game, rules, *map(format_cards, (player, dealer, board))).comparison
    who = {1: PLAYER, -1: DEALER, 0: NEITHER}[comparison.result]
    asks = [Ask("who", "Whose hand is higher?", Form.CHOICE, (PLAYER, DEALER, NEITHER), who, comparison.cites)]
    if level.number >= 2:
        for name, (field, word) in zip((PLAYER, DEALER), standings(table), strict=True):
            says = f"{asked(field)} of the {name}" if field != "rank" else f"The {name}’s hand"
            asks.append(Ask(f"{name}.{field}", says, Form.CHOICE, choices(game.id, field), word, comparison.cites))
    return Question(
        Kind.COMPARE, level, game, rules, "Whose hand is higher?",
        (Spot("Dealer", (dealer,)), Spot("Player", (player,))), board, {}, tuple(asks),
        tuple(Held(name, hand, board, game.rank(hand, board, rules)) for name, hand in (("Player", player), ("Dealer", dealer))),
        comparison,
    )  # fmt: skip


# --- settle the bets, and find the mistake ----------------------------------------------------------------------------


def _settle(game: Game, rules: Rules, level: Level, source: random.Random) -> Question:
    """A table to settle, wager by wager."""
    tables = _tables(game, rules, level, source, seats=level.seats)
    table = source.choice(tables) if level.number == 1 else _one_that_has(tables, source)
    ruling = settled(game, rules, meters_of(game, rules), table)
    asks = [
        Ask(
            f"s{number}.{line.wager}", line.wager.replace("-", " "), Form.PAYMENT, (), payment(line.net), line.cites,
            about=_name(ruling, number),
        )
        for number, seat in enumerate(ruling.seats, start=1)
        for line in seat.ledger.lines
    ]  # fmt: skip
    return _of_table(Kind.SETTLE, "Settle every wager.", ruling, level, table, tuple(asks))


def _mistake(game: Game, rules: Rules, level: Level, source: random.Random) -> Question:
    """A table that the dealer has settled, with one mistake; from level 2 on perhaps with none."""
    meters = meters_of(game, rules)
    tables = _tables(game, rules, level, source, seats=level.seats)
    rulings = [(table, settled(game, rules, meters, table)) for table in source.sample(tables, min(len(tables), 12))]
    table, ruling, planted = plant(rulings, level.number, source)
    where = {
        f"{number}:{line.wager}": f"{_name(ruling, number)}: {line.wager.replace('-', ' ')}"
        for number, seat in enumerate(ruling.seats, start=1)
        for line in seat.ledger.lines
    }
    line = planted.line if planted else None
    cites = line.cites if line else ()
    at = where[f"{planted.seat}:{planted.line.wager}"] if planted else NOTHING
    asks = [
        Ask("where", "Which wager is wrong?", Form.CHOICE, (*where.values(), NOTHING), at, cites),
        Ask(
            "owed", "What should have been done with it?", Form.PAYMENT, (), payment(line.net) if line else "", cites,
            None if line else lambda given: True,  # there is nothing to say
        ),
    ]  # fmt: skip
    return _of_table(
        Kind.MISTAKE, "The dealer has settled this table. Find the mistake, if there is one.", ruling, level, table,
        tuple(asks), planted,
    )  # fmt: skip


def _of_table(
    kind: Kind,
    says: str,
    ruling: SettleRuling,
    level: Level,
    table: DealtTable,
    asks: tuple[Ask, ...],
    planted: Planted | None = None,
) -> Question:
    """A question about a settled table; one about a mistake shows what the dealer did with every wager."""
    game, rules = ruling.game, ruling.rules
    seats = list(enumerate(zip(ruling.seats, table.seats, strict=True), start=1))
    spots = [Spot("Dealer", (ruling.dealer,))] if ruling.dealer else []
    held = [Held("Dealer", ruling.dealer, ruling.board, ruling.dealer_evaluation)] if ruling.dealer else []
    for number, (seat, dealt) in seats:
        done = {line.wager: line.net for line in seat.ledger.lines} if kind is Kind.MISTAKE else {}
        if planted and planted.seat == number:
            done[planted.line.wager] = planted.paid
        paid = tuple(Paid(wager, dealt.bets[wager], cents) for wager, cents in done.items())
        decision = "" if game.setting else seat.decision
        spots.append(Spot(_name(ruling, number), _parts(game, dealt), dealt.bets, decision, paid))
        held.insert(number - 1, Held(_name(ruling, number), seat.cards, ruling.board, seat.evaluation))
    bet = {wager for seat in table.seats for wager in seat.bets}
    return Question(
        kind, level, game, rules, says, tuple(spots), ruling.board,
        {meter: cents for meter, cents in meters_of(game, rules).items() if meter in bet}, asks, tuple(held),
        ledgers={_name(ruling, number): seat.ledger for number, (seat, _) in seats},
        note=f"{_name(ruling, planted.seat)}, {planted.line.wager.replace('-', ' ')}: {planted.says}" if planted else "",
    )  # fmt: skip


def _parts(game: Game, seat: DealtSeat) -> tuple[Hand, ...]:
    """A hand as it lies: in two parts where it is set."""
    return game.best_setting(seat.cards, game.default_rules()) if game.setting else (seat.cards,)


def _name(ruling: SettleRuling, number: int) -> str:
    return f"Seat {number}" if len(ruling.seats) > 1 else "Player"


# --- choosing among random tables -------------------------------------------------------------------------------------


def _tables(game: Game, rules: Rules, level: Level, source: random.Random, *, seats: int) -> list[DealtTable]:
    """The random tables that a question is chosen from."""
    seats = min(seats, game.seats(rules))
    meters = meters_of(game, rules)
    return [
        deal_table(game, rules, meters, source, seats=seats, stakes=level.stakes) for _ in range(level.pool // seats)
    ]


def _any_kind(tables: Sequence[DealtTable], kind: Callable[[DealtTable], T], source: random.Random) -> DealtTable:
    """A table of a kind that is chosen first, so that a rare one comes as often as a common one."""
    kinds = list(dict.fromkeys(map(kind, tables)))
    chosen = source.choice(kinds)
    return source.choice([table for table in tables if kind(table) == chosen])


def _one_that_has(tables: Sequence[DealtTable], source: random.Random) -> DealtTable:
    """A table on which some wager is decided in a way that is chosen first."""
    ways = sorted({way for table in tables for way in table.settled}, key=str)
    chosen = source.choice(ways)
    return source.choice([table for table in tables if chosen in table.settled])


_MADE = {Kind.RANK: _rank, Kind.COMPARE: _compare, Kind.SETTLE: _settle, Kind.MISTAKE: _mistake}
