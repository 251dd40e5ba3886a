"""Tables dealt at random for questions: cards, bets, decisions, and what kinds of hands and of decided wagers they bring."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablegames.asks.rulings import SeatRequest, SettleRuling, settle_table
from tablegames.contract.choices import View, is_fold
from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Evaluation, Game
from tablegames.contract.layout import legal_lines
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand, format_cards
from tablegames.core.law import Refused
from tablegames.core.money import format_amount
from tablegames.core.ranking import Ranking
from tablegames.core.wagers import Bets, Limits
from tablegames.rounds.payouts import House
from tablegames.rounds.shuffle import shuffled

CHIPS = (500, 1_000, 1_500, 2_500, 5_000, 7_500, 10_000)
"""The wagers in cents where the house's limits allow them."""
TRIES = 1_000
"""Bets tried on a deal until some are allowed."""
METER = 1_000_000
"""What a meter stands at in cents where the house's plan does not say."""


class Stakes(NamedTuple):
    """How a table bets: the sizes in cents, and how likely each side wager is made."""

    chips: Sequence[int] = CHIPS
    side: float = 0.5


USUAL = Stakes()


class DealtSeat(NamedTuple):
    """A seat: its cards, its bets with the one its decision makes, and whether it folds."""

    cards: Hand
    bets: Bets
    fold: bool


@dataclass(frozen=True)
class DealtTable:
    """A random table, and what it may be asked for: the kinds of hands, and how each wager is decided."""

    seats: tuple[DealtSeat, ...]
    dealer: Hand
    board: Hand
    ranked: frozenset[Hashable]
    """Of the first seat's hand: each field of its evaluation with its category or its count."""
    settled: frozenset[Hashable]
    """Of every wager of the table: the wager, its row and its result."""


def meters_of(game: Game, rules: Rules) -> dict[str, int]:
    """What the meters stand at in cents: where the house's plan begins them, or at 10,000.00."""
    return {
        meter: rules.meter_plans[meter].seed if meter in rules.meter_plans else METER
        for meter in game.meters
        if game.is_offered(rules, meter)
    }


def deal_table(
    game: Game,
    rules: Rules,
    meters: Mapping[str, int],
    source: random.Random,
    *,
    seats: int = 1,
    stakes: Stakes = USUAL,
) -> DealtTable:
    """A random deal with random bets; each decision that a hand and the house allow is as likely.

    Raises :class:`~tablegames.core.law.Refused` where the house's limits leave no bets that can stand together.
    """
    cards = iter(shuffled(game.deck, source).cards)
    hands = [tuple(next(cards) for _ in range(game.player_cards)) for _ in range(seats)]
    dealer, board = (tuple(next(cards) for _ in range(number)) for number in (game.dealer_cards, game.board_cards))
    shared = _shared(game, rules, source, stakes, seats)
    dealt, facts_of = [], []
    for hand in hands:
        facts, bets, fold = _played(game, rules, Deal(hand, dealer, board), source, stakes)
        dealt.append(DealtSeat(hand, {**bets, **shared}, fold))
        facts_of.append(Seat(facts, dealt[-1].bets))
    ledgers = House(game, rules).settle(facts_of, meters).seats
    return DealtTable(
        tuple(dealt), dealer, board,
        frozenset(_kinds(game.rank(hands[0], board, rules))),
        frozenset((line.wager, line.row, line.result) for ledger in ledgers for line in ledger.lines),
    )  # fmt: skip


def settled(game: Game, rules: Rules, meters: Mapping[str, int], table: DealtTable) -> SettleRuling:
    """The ruling on a dealt table, by the one settlement."""
    seats = [SeatRequest(format_cards(seat.cards), seat.bets, seat.fold) for seat in table.seats]
    dealer, board = format_cards(table.dealer), format_cards(table.board)
    return settle_table(game, rules, seats, dealer=dealer, board=board, meters=meters, one_seat=len(seats) == 1)


Kinds = Callable[[DealtTable], frozenset[Hashable]]


def most_kinds(tables: Sequence[DealtTable], number: int, kinds: Kinds) -> list[DealtTable]:
    """The tables that bring the most kinds not asked yet, one after the other; when every kind was asked, from the start again."""
    left, asked, chosen = list(tables), set[Hashable](), list[DealtTable]()
    while len(chosen) < number:
        best = max(left, key=lambda one: len(kinds(one) - asked))  # of equal ones the first dealt
        if not kinds(best) - asked and asked:
            asked.clear()
            continue
        asked |= kinds(best)
        chosen.append(best)
        left.remove(best)
    return chosen


def format_bets(bets: Bets) -> str:
    """Bets as a user writes them."""
    return ", ".join(f"{wager}={format_amount(cents)}" for wager, cents in bets.items())


def _played(
    game: Game, rules: Rules, deal: Deal, source: random.Random, stakes: Stakes
) -> tuple[Facts, dict[str, int], bool]:
    """A seat's facts, its bets and whether it folds, by a random decision."""
    lines = list(legal_lines(game, View(deal.player, deal.board), rules))
    for _ in range(TRIES):
        # a set hand is set for the best: settlement asks for no other
        line = lines[0] if game.setting else source.choice(lines)
        facts = game.facts_of(deal, line, rules)
        bets = _bets(game, rules, facts, source, stakes)
        if _allowed(game, rules, bets):
            return facts, bets, is_fold(line)
    raise Refused(f"no bets were found that the limits in force allow together: {format_bets(bets)} are not")


def _allowed(game: Game, rules: Rules, bets: Bets) -> bool:
    """Whether bets are ones that the game and the house allow: a raise of this Ante may be none."""
    try:
        game.verify_bets(bets, rules)
    except Refused:
        return False
    return True


def _bets(game: Game, rules: Rules, facts: Facts, source: random.Random, stakes: Stakes) -> dict[str, int]:
    """A random base wager with those that go with it, and each side wager as likely as is said."""
    base = source.choice(_sizes(game, rules, game.base, stakes))
    side = {
        wager.id: source.choice(_sizes(game, rules, wager.id, stakes))
        for wager in game.offered_wagers(rules)
        if wager.needs_table and source.random() < stakes.side
    }
    return {**game.main_bets(facts, base), **side}


def _shared(game: Game, rules: Rules, source: random.Random, stakes: Stakes, seats: int) -> dict[str, int]:
    """The wagers that every seat of a table makes or none, each of one size: always where the house offers them, else by chance at a table of several."""
    needed = game.needed_everywhere(rules)
    return {
        wager.id: source.choice(_sizes(game, rules, wager.id, stakes))
        for wager in game.offered_wagers(rules)
        if (wager.where_offered or wager.equal_by)
        and (wager.id in needed or (seats > 1 and source.random() < stakes.side))
    }


def _sizes(game: Game, rules: Rules, wager: str, stakes: Stakes) -> Sequence[int]:
    """The sizes of a wager that are used: those of the chips that the house allows, or its minimum; what a table is for."""
    if made_for := [t.stake for t in rules.paytables.values() if wager in t.form.wagers and t.stake]:
        return made_for
    limits = rules.limits.get(wager, Limits())
    least, multiple = limits.minimum or stakes.chips[0], limits.multiple or 1
    return [size for size in stakes.chips if limits.allows(size)] or [-(-least // multiple) * multiple]


def _kinds(evaluation: Evaluation) -> Iterator[Hashable]:
    """What a hand is, field by field, without its cards: a category, or the best Point Count."""
    for name, value in evaluation._asdict().items():
        if isinstance(value, Ranking):
            yield name, value.category
        elif not isinstance(value, tuple):
            yield name, value
