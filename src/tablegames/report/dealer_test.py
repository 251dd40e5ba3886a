"""A dealer's table test: hands to rank and bets to settle, dealt at random, and the answer key, which the engine computes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablegames.asks.rulings import RankRuling, SettleRuling, rank_hand
from tablegames.contract.game import Evaluation, Game
from tablegames.contract.rules import Rules
from tablegames.contract.texts import Part
from tablegames.core.cards import format_cards, pretty
from tablegames.core.law import Refused, format_cite
from tablegames.core.money import format_amount
from tablegames.core.ranking import Ranking
from tablegames.report.rack_card import award_text, title
from tablegames.report.text import hand_text
from tablegames.report.typst_pdf import breakable, pdf
from tablegames.rounds.shuffle import generator
from tablegames.training.deals import DealtTable, deal_table, meters_of, most_kinds, settled

FEWEST, MOST = 2, 100
DEALT = 8_000
"""The random deals from which the questions are chosen, so that each kind of situation among them is asked."""


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

    Of 8,000 random deals those are taken that bring the most kinds of hands and of decided wagers not asked yet, then others;
    no deal is asked twice.
    Raises :class:`~tablegames.core.law.Refused` for a number of questions outside 2 to 100, and for a negative seed.

    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> test = make_test(game, game.default_rules(), 4, seed=1)
    >>> len(test.hands), len(test.tables)
    (2, 2)
    """
    if not FEWEST <= questions <= MOST:
        raise Refused(f"questions {questions}: a test has {FEWEST} to {MOST}")
    source = generator(seed)
    meters = meters_of(game, rules)
    dealt = [deal_table(game, rules, meters, source) for _ in range(DEALT)]
    hands = most_kinds(dealt, questions // 2, lambda one: asked_kinds(game, rules, one))
    others = [one for one in dealt if all(one is not hand for hand in hands)]
    tables = most_kinds(others, questions - questions // 2, lambda one: one.settled)
    source.shuffle(hands)
    source.shuffle(tables)
    return DealerTest(
        game, rules, seed, meters,
        tuple(rank_hand(game, rules, format_cards(one.seats[0].cards), format_cards(one.board)) for one in hands),
        tuple(settled(game, rules, meters, one) for one in tables),
    )  # fmt: skip


def asked_kinds(game: Game, rules: Rules, table: DealtTable) -> frozenset[Hashable]:
    """The kinds of the first hand that are asked for."""
    return frozenset(kind for kind in table.ranked if isinstance(kind, tuple) and is_asked(game, rules, kind[0]))


def is_asked(game: Game, rules: Rules, field: str) -> bool:
    """Whether a field of a hand's evaluation is asked: not where only wagers see it that are not offered."""
    seen_by = _part(game, field).wagers
    return not seen_by or any(wager.id in seen_by for wager in game.offered_wagers(rules))


def _part(game: Game, field: str) -> Part:
    """What is known of a field: the game's text of it; without one, that a field with the name of a wager is that wager's."""
    if field in game.texts().parts:
        return game.texts().parts[field]
    wager = field.replace("_", "-")
    if any(each.id == wager for each in game.wagers):
        return Part(tuple(form.cite for form in game.forms_of(wager)), (wager,))
    return Part()


# --- on paper ---------------------------------------------------------------------------------------------------------


def paper_data(test: DealerTest) -> dict[str, Any]:
    """All that stands in the test and in its key."""
    bet = {line.wager for ruling in test.tables for line in ruling.seats[0].ledger.lines}
    offered = {wager.id for wager in test.game.offered_wagers(test.rules)}
    in_force = [table for table in test.rules.paytables.values() if not offered.isdisjoint(table.form.wagers)]
    tables = "; ".join(f"{table} ({table.source.value})" for table in in_force)
    return {
        "title": test.game.name,
        "seed": str(test.seed),
        "house": breakable(test.rules.house),
        "tables": [
            {
                "title": breakable(f"{title(table.form.slot)} {table.name}"),
                "rows": [[row, award_text(str(award))] for row, award in table.rows.items()],
            }
            for table in in_force
        ],
        "rests": breakable(
            f"58 Pa. Code ch. {test.game.law.chapter}. Paytables: {tables or 'none'}. "
            f"Readings: {', '.join(f'{id_} {choice}' for id_, choice in test.rules.readings.items())}."
        ),
        "meters": [
            f"{title(meter)} meter: {format_amount(cents)}" for meter, cents in test.meters.items() if meter in bet
        ],
        "hands": [_hand_data(test, ruling) for ruling in test.hands],
        "settlements": [_table_data(ruling) for ruling in test.tables],
    }


def _hand_data(test: DealerTest, ruling: RankRuling) -> dict[str, Any]:
    """A hand to rank: its cards, what is asked, and the answers, each with its paragraphs or those that compare equal hands."""
    game, rules = test.game, test.rules
    compared = _cites(game.compare(ruling.cards, ruling.cards, ruling.board, rules).cites)
    return {
        "cards": cards_data(ruling.cards),
        "board": cards_data(ruling.board),
        "answers": [[asked, answer, by or compared] for asked, answer, by in _answers(game, rules, ruling.evaluation)],
    }


def _answers(game: Game, rules: Rules, evaluation: Evaluation) -> Iterator[tuple[str, str, str]]:
    """What is asked of a hand, the answer, and its paragraphs."""
    for name, value in evaluation._asdict().items():
        if not is_asked(game, rules, name):
            continue
        rests, asked = _cites(_part(game, name).cites), name.replace("_", " ")
        if isinstance(value, Ranking):
            cards = " ".join(map(pretty, value.cards))
            yield asked, f"{value.category or 'none'} {cards}".strip(), _cites(value.cites)
        elif isinstance(value, tuple):  # settings, the best first; none where the hand does not qualify
            yield (
                "setting",
                " / ".join(" ".join(map(pretty, part)) for part in value[0][:2]) if value else "any",
                rests,
            )
        else:
            yield asked, _word(value), rests


def _word(value: Any) -> str:
    """A plain answer; a count of 1 is no yes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _table_data(ruling: SettleRuling) -> dict[str, Any]:
    """Bets to settle: cards, decision, bets, and each wager's answer with what it rests on."""
    (seat,) = ruling.seats
    hand = partial(_hand, ruling.game, ruling.rules)
    return {
        "player": cards_data(seat.cards),
        "dealer": cards_data(ruling.dealer),
        "board": cards_data(ruling.board),
        "decision": "" if ruling.game.setting else seat.decision,
        "hands": f"player: {hand(seat.evaluation)}; dealer: {hand(ruling.dealer_evaluation)}",
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


def _hand(game: Game, rules: Rules, evaluation: Evaluation | None) -> str:
    """What a hand is, and how it is set."""
    assert evaluation is not None, "the cards of a test are all seen"
    settings = [answer for asked, answer, _ in _answers(game, rules, evaluation) if asked == "setting"]
    return ", ".join([hand_text(game, evaluation), *(f"set {setting}" for setting in settings if setting != "any")])


def cards_data(cards: Iterable[Any]) -> list[str]:
    """Cards with their suit signs, one by one."""
    return list(map(pretty, cards))


def _cites(cites: Iterable[str]) -> str:
    """Citations, each once."""
    return ", ".join(map(format_cite, dict.fromkeys(cites)))
