"""A dealer's table test: hands to rank and bets to settle, dealt at random, and the answer key, which the engine computes."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablegames.cards import Deal, format_cards, pretty
from tablegames.game import Game, Rules, Seat
from tablegames.law import Refused, format_cite
from tablegames.money import format_amount
from tablegames.ranking import Ranking
from tablegames.report.rack_card import award_text, offered_wagers, title
from tablegames.report.text import hand_text
from tablegames.report.typst_pdf import pdf
from tablegames.rulings import RankRuling, SeatRequest, SettleRuling, rank_hand, settle_table
from tablegames.shuffle import generator, shuffled
from tablegames.wagers import Bets, Limits

FEWEST, MOST = 2, 100
DEALT = 8_000
"""The random deals from which the questions are chosen, so that each kind of situation among them is asked."""
CHIPS = (500, 1_000, 1_500, 2_500, 5_000, 7_500, 10_000)
"""The wagers in cents where the house's limits allow them."""
TRIES = 1_000
"""Bets tried on a deal until some are allowed."""
METER = 1_000_000
"""What a meter stands at in cents where the house's plan does not say."""


class Dealt(NamedTuple):
    """A random deal, what the seat bet and decided, and what the deal asks about: how it ranks, how each wager is decided."""

    deal: Deal
    bets: Bets
    fold: bool
    ranked: frozenset[Hashable]
    settled: frozenset[Hashable]


@dataclass(frozen=True)
class DealerTest:
    """A test: the hands to rank and the tables to settle, each a ruling, which is the answer."""

    game: Game
    rules: Rules
    seed: int
    meters: Mapping[str, int]
    hands: tuple[RankRuling, ...]
    tables: tuple[SettleRuling, ...]


def dealer_test(game: Game, rules: Rules, questions: int, seed: int) -> bytes:
    """The test and its answer key as a PDF; the same seed gives the same bytes."""
    return pdf("dealer_test", paper_data(make_test(game, rules, questions, seed)))


def make_test(game: Game, rules: Rules, questions: int, seed: int) -> DealerTest:
    """A test of so many questions: half of them hands to rank, half bets to settle.

    Of 8,000 random deals those are taken that bring the most kinds of hands and of decided wagers not asked yet, then others.
    Raises :class:`~tablegames.law.Refused` for a number of questions outside 2 to 100, and for a negative seed.

    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> test = make_test(game, game.default_rules(), 4, seed=1)
    >>> len(test.hands), len(test.tables)
    (2, 2)
    """
    if not FEWEST <= questions <= MOST:
        raise Refused(f"questions {questions}: a test has {FEWEST} to {MOST}")
    source = generator(seed)
    meters = {meter: rules.meter_plans[meter].seed if meter in rules.meter_plans else METER for meter in game.meters}
    dealt = [_deal(game, rules, meters, source) for _ in range(DEALT)]
    hands = _chosen(dealt, questions // 2, lambda one: one.ranked)
    tables = _chosen(dealt, questions - questions // 2, lambda one: one.settled)
    source.shuffle(hands)
    source.shuffle(tables)
    return DealerTest(
        game, rules, seed, meters,
        tuple(rank_hand(game, rules, format_cards(one.deal.player), format_cards(one.deal.board)) for one in hands),
        tuple(_settled(game, rules, meters, one) for one in tables),
    )  # fmt: skip


def _deal(game: Game, rules: Rules, meters: Mapping[str, int], source: random.Random) -> Dealt:
    """A random deal with random bets; each decision that the hand and the house allow is as likely."""
    cards = iter(shuffled(game.deck, source).cards)
    player, dealer, board = (
        tuple(next(cards) for _ in range(number)) for number in (game.player_cards, game.dealer_cards, game.board_cards)
    )
    deal = Deal(player, dealer, board)
    decisions = [decision for stage in game.stages(player, rules) for decision in stage.decisions]
    for _ in range(TRIES):
        # a set hand is set for the best: settlement asks for no other
        decision = decisions[0] if game.set_hand else source.choice(decisions)
        facts = game.facts_of(deal, decision, rules)
        bets = _bets(game, rules, facts, source)
        if _allowed(game, rules, bets):
            break
    else:
        raise Refused(f"no bets were found that the limits in force allow together: {format_bets(bets)} are not")
    ledger = game.settle([Seat(facts, bets)], meters, rules).seats[0]
    fold = game.action(decision) == "fold"
    evaluation = game.rank(player, board, rules)
    return Dealt(
        deal,
        bets,
        fold,
        frozenset(_kinds(evaluation)),
        frozenset((line.wager, line.row, line.result) for line in ledger.lines),
    )


def _allowed(game: Game, rules: Rules, bets: Bets) -> bool:
    """Whether bets are ones that the game and the house allow: a raise of this Ante may be none."""
    try:
        game.verify_bets(bets, rules)
    except Refused:
        return False
    return True


def format_bets(bets: Bets) -> str:
    """Bets as a user writes them."""
    return ", ".join(f"{wager}={format_amount(cents)}" for wager, cents in bets.items())


def _bets(game: Game, rules: Rules, facts: Any, source: random.Random) -> dict[str, int]:
    """A random Ante with the wagers that go with it, and each side wager as likely as not."""
    ante = source.choice(_sizes(game, rules, "ante"))
    side = {
        wager.id: source.choice(_sizes(game, rules, wager.id))
        for wager in offered_wagers(game, rules)
        if wager.needs_table and source.random() < 0.5
    }
    return {**game.main_bets(facts, ante), **side}


def _sizes(game: Game, rules: Rules, wager: str) -> Sequence[int]:
    """The sizes of a wager that the test uses: those of the chips that the house allows, or its minimum; what a table is for."""
    if stakes := [table.stake for table in rules.paytables.values() if table.form.wager == wager and table.stake]:
        return stakes
    limits = rules.limits.get(wager, Limits())
    least, multiple = limits.minimum or CHIPS[0], limits.multiple or 1
    return [size for size in CHIPS if limits.allows(size)] or [-(-least // multiple) * multiple]


def _kinds(evaluation: Any) -> Iterator[Hashable]:
    """What a hand is, field by field, without its cards: a category, or the best Point Count."""
    for name, value in evaluation._asdict().items():
        if isinstance(value, Ranking):
            yield name, value.category
        elif not isinstance(value, tuple):
            yield name, value


def _chosen(dealt: Sequence[Dealt], number: int, kinds: Callable[[Dealt], frozenset[Hashable]]) -> list[Dealt]:
    """The deals that bring the most kinds not asked yet, one after the other; when every kind was asked, from the start again."""
    left, asked, chosen = list(dealt), set[Hashable](), list[Dealt]()
    while len(chosen) < number:
        best = max(left, key=lambda one: len(kinds(one) - asked))  # of equal ones the first dealt
        if not kinds(best) - asked and asked:
            asked.clear()
            continue
        asked |= kinds(best)
        chosen.append(best)
        left.remove(best)
    return chosen


def _settled(game: Game, rules: Rules, meters: Mapping[str, int], one: Dealt) -> SettleRuling:
    """The ruling on a deal, by the one settlement."""
    seat = SeatRequest(format_cards(one.deal.player), one.bets, one.fold)
    dealer, board = format_cards(one.deal.dealer), format_cards(one.deal.board)
    return settle_table(game, rules, [seat], dealer=dealer, board=board, meters=meters, one_seat=True)


# --- on paper ---------------------------------------------------------------------------------------------------------


def paper_data(test: DealerTest) -> dict[str, Any]:
    """All that stands in the test and in its key."""
    bet = {line.wager for ruling in test.tables for line in ruling.seats[0].ledger.lines}
    tables = "; ".join(f"{table} ({table.source.value})" for table in test.rules.paytables.values())
    return {
        "title": test.game.name,
        "seed": str(test.seed),
        "house": test.rules.house,
        "tables": [
            {
                "title": f"{title(table.form.slot)} {table.name}",
                "rows": [[row, award_text(str(award))] for row, award in table.rows.items()],
            }
            for table in test.rules.paytables.values()
        ],
        "rests": f"58 Pa. Code ch. {test.game.law.chapter}. Paytables: {tables or 'none'}. "
        f"Readings: {', '.join(f'{id_} {choice}' for id_, choice in test.rules.readings.items())}.",
        "meters": [
            f"{title(meter)} meter: {format_amount(cents)}" for meter, cents in test.meters.items() if meter in bet
        ],
        "hands": [_hand_data(ruling) for ruling in test.hands],
        "settlements": [_table_data(ruling) for ruling in test.tables],
    }


def _hand_data(ruling: RankRuling) -> dict[str, Any]:
    """A hand to rank: its cards, what is asked, and the answers."""
    return {
        "cards": cards_data(ruling.cards),
        "board": cards_data(ruling.board),
        "answers": [list(answer) for answer in _answers(ruling.evaluation)],
    }


def _answers(evaluation: Any) -> Iterator[tuple[str, str, str]]:
    """What is asked of a hand, the answer, and its paragraphs."""
    for name, value in evaluation._asdict().items():
        asked = name.replace("_", " ")
        if isinstance(value, Ranking):
            cards = " ".join(map(pretty, value.cards))
            yield asked, f"{value.category or 'none'} {cards}".strip(), _cites(value.cites)
        elif isinstance(value, tuple):  # settings, the best first; none where the hand does not qualify
            yield "setting", " / ".join(" ".join(map(pretty, part)) for part in value[0][:2]) if value else "any", ""
        else:
            yield asked, _word(value), ""


def _word(value: Any) -> str:
    """A plain answer; a count of 1 is no yes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _table_data(ruling: SettleRuling) -> dict[str, Any]:
    """Bets to settle: cards, decision, bets, and each wager's answer with what it rests on."""
    (seat,) = ruling.seats
    return {
        "player": cards_data(seat.cards),
        "dealer": cards_data(ruling.dealer),
        "board": cards_data(ruling.board),
        "decision": "" if ruling.game.set_hand else seat.decision,
        "hands": f"player: {_hand(seat.evaluation)}; dealer: {_hand(ruling.dealer_evaluation)}",
        "lines": [
            {
                "wager": title(line.wager),
                "bet": format_amount(line.bet),
                "row": line.row,
                "result": line.result.value,
                "pays": line.pays,
                "net": format_amount(line.net),
                "returned": format_amount(line.returned),
                "note": line.note,
                "by": _cites(line.cites),
            }
            for line in seat.ledger.lines
        ],
        "net": format_amount(seat.ledger.net),
    }


def _hand(evaluation: Any) -> str:
    """What a hand is, and how it is set."""
    settings = [answer for asked, answer, _ in _answers(evaluation) if asked == "setting"]
    return ", ".join([hand_text(evaluation), *(f"set {setting}" for setting in settings if setting != "any")])


def cards_data(cards: Iterable[Any]) -> list[str]:
    """Cards with their suit signs, one by one."""
    return list(map(pretty, cards))


def _cites(cites: Iterable[str]) -> str:
    """Citations, each once."""
    return ", ".join(map(format_cite, dict.fromkeys(cites)))
