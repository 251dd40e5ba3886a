"""The best play in full, as far as a page can hold it, and a simple one with its exact cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from tablegames.analysis.exact import TIE_RULE, Analysis
from tablegames.analysis.plan import SIMPLE_PLAY, Evaluation
from tablegames.analysis.strategy import OF_GAME, main_game, of_game
from tablegames.core.cards import RANK_LETTERS
from tablegames.games.high_card_flush.strategy import OTHERS, FlushStrategy
from tablegames.games.saigon_5_card.strategy import SettingStrategy
from tablegames.report.document import (
    Block,
    Cell,
    Column,
    Kind,
    Paragraph,
    count,
    number,
    percentage,
    table,
    words,
)
from tablegames.report.figures import percent, thousands
from tablegames.report.strategy import plan_text
from tablegames.shapes.holdem import strategy as holdem_strategy
from tablegames.shapes.holdem.ranges import format_range
from tablegames.shapes.holdem.strategy import HoldemStrategy, StartingPlay

COST = (Column("house edge", "house edge per Ante", Kind.PERCENT), Column("cost", "cost per Ante", Kind.PERCENT))

TERMS = (
    (
        "Q8s+",
        "before the flop: these two ranks suited, and every higher second card below the first: Q8s, Q9s, QTs, QJs",
    ),
    ("K5o+", "the same of two suits (offsuit); K5+ is both, suited and offsuit"),
    ("33+", "this pair and every higher one"),
    ("two pair+", "the best five cards are two pair or better, wherever they lie; so with every category of hand"),
    (
        "pocket pair 3+",
        "the two hole cards are a pair of threes or higher, which is part of the best five; without a rank, any",
    ),
    ("paired card", "a hole card makes a pair with a card of the board, which is part of the best five"),
    ("hidden pair", "a pocket pair or a paired card"),
    ("flush draw T+", "on the flop: four cards of a suit, with a hole card of it that is a ten or higher"),
    ("outs<21", "after the river: fewer than 21 of the unseen cards beat the seat's hand, each alone with the board"),
)
"""What the plans of the Hold 'Em games say, in the words of a reader who does not know them."""


def described(analysis: Analysis) -> Any:
    """A game's best play in words; ``None`` where nothing puts it in words.

    Of Hold 'Em's simple plays only the whole one is priced here: each takes a second.
    """
    game, rules = analysis.game, main_game(analysis.rules)
    if game.id not in OF_GAME:
        return None
    if of_game(game) is not holdem_strategy:
        return of_game(game).describe(game, rules, analysis)
    starting = holdem_strategy.starting_plays(game, rules, analysis)
    raising = [hand for hand in starting if hand.raises]
    text = format_range([hand.hand for hand in raising])
    plan = {holdem_strategy.PREFLOP: text, **SIMPLE_PLAY}
    played = holdem_strategy.play(game, rules, plan)
    share = Fraction(sum(hand.deals for hand in raising), sum(hand.deals for hand in starting))
    return HoldemStrategy(starting, text, share, (Evaluation(plan, played, analysis),))


def best_play(analysis: Analysis, describe: Callable[[], Any]) -> Iterator[Block]:
    """What to do, stage by stage; where no page can hold it, how it is looked up.  ``describe`` gives it in words."""
    play = describe()
    edge = percent(analysis.main.house_edge)
    yield Paragraph(f"The best play for the main game's expected value: house edge {edge} % per Ante; {TIE_RULE}.")
    match play:
        case FlushStrategy():
            yield from _flush(analysis, play)
        case HoldemStrategy():
            yield from _holdem(analysis, play)
        case SettingStrategy():
            yield from _setting(play)
        case None:
            yield Paragraph("No short form of it is known to this software.")
            return
    export = f"tablegames strategy {analysis.game.id} --export decisions.parquet"
    yield Paragraph(
        f"Every decision with its exact value is written as a file by “{export}” with the options of this report; "
        f"“tablegames advise {analysis.game.id} --hand ...” answers for one hand, whatever other cards are seen."
    )


def _flush(analysis: Analysis, described: FlushStrategy) -> Iterator[Block]:
    """The bounds, and the flushes between them."""
    lines = []
    if described.always_raise:
        lines.append(
            f"Raise the most allowed with {described.always_raise} and every better flush, whatever the other cards."
        )
    if described.always_fold:
        lines.append(f"Fold {described.always_fold} and every worse flush, whatever the other cards.")
    lines.append(f"Of {thousands(described.hands)} hands {thousands(described.folds)} fold.")
    yield Paragraph(" ".join(lines))
    if not described.mixed:
        return
    yield Paragraph(
        "Between the two the four other cards decide, by suits and ranks together. A simple rule comes near: count the "
        "jacks and higher among the other four cards, and raise from the number in the table on. It costs "
        f"{percent(described.readable_cost, 6)} % of the Ante in all ({described.readable_cost})."
    )
    yield table(
        "mixed flushes",
        "Flushes decided by the other cards",
        (
            Column("flush", "flush"),
            Column("raises", "hands that raise", Kind.COUNT),
            Column("folds", "hands that fold", Kind.COUNT),
            Column("raise with", "raise with jacks and higher"),
            Column("misplayed", "hands misplayed", Kind.COUNT),
            Column("cost", "cost per Ante", Kind.PERCENT),
        ),
        [
            (
                words(mixed.flush),
                count(mixed.raises),
                count(mixed.folds),
                words(f"{mixed.courts} or more" if mixed.courts < OTHERS else str(OTHERS) if mixed.courts == OTHERS else "never"),
                count(mixed.misplayed),
                percentage(mixed.cost, 8),
            )
            for mixed in described.mixed
        ],
    )  # fmt: skip


def _holdem(analysis: Analysis, described: HoldemStrategy) -> Iterator[Block]:
    """The 169 starting hands, and the price of simple play after them."""
    by_name = {hand.hand: hand for hand in described.starting}
    ranks = RANK_LETTERS[::-1]
    actions = sorted({hand.action for hand in described.starting if hand.raises})
    yield Paragraph(
        f"Before the flop {' or '.join(actions) or 'raise none'} with {described.raising}: "
        f"{percent(described.frequency, 4)} % of hands. The table has what raising is worth more than checking, per Ante; "
        "suited hands stand above the diagonal, offsuit ones below it; a hand with a plus raises."
    )
    rows = []
    for row, high in enumerate(ranks):
        names = [
            high + high if row == column else high + other + "s" if row < column else other + high + "o"
            for column, other in enumerate(ranks)
        ]
        rows.append((words(high), *(_gain(by_name[name]) for name in names)))
    columns = (Column("high", ""), *(Column(rank, rank, Kind.NUMBER) for rank in ranks))
    yield table("starting hands", "The gain of raising before the flop, per Ante", columns, rows, dense=True)
    yield Paragraph(
        "On the flop and after the river the best play has no short form. A simple play, which analysts publish "
        "for Ultimate Texas Hold 'Em, is priced exactly here. It raises where any of its alternatives holds, and else checks "
        "on the flop and folds after the river."
    )
    yield table("terms", "The terms of a plan", ("term", "meaning"), TERMS)
    plans = [
        (words(plan_text(plan.plan)), percentage(-plan.expected_value, 6), percentage(plan.cost, 6))
        for plan in described.simple
    ]
    yield table("simple play", "Simple play", (Column("plan", "plan"), *COST), plans)


def _gain(hand: StartingPlay) -> Cell:
    """What raising a starting hand gains; the sign tells the decision also where the figure rounds to nothing."""
    cell = number(abs(hand.advantage), 3)
    return cell._replace(
        text=("+" if hand.raises else "-") + cell.text, exact=str(hand.advantage), value=hand.advantage
    )


def _setting(described: SettingStrategy) -> Iterator[Block]:
    """The one rule of setting, and the joker beside each card."""
    if described.greatest_is_best:
        yield Paragraph(
            "Set the greatest Point Count that qualifies: it is the best setting of every hand. This is the best play in "
            "full, and simple: nothing is given up."
        )
    yield Paragraph(
        f"Only a hand with the joker can show more than one Point Count: {thousands(described.several)} of "
        f"{thousands(described.joker_hands)} such hands, and {thousands(described.several_without_joker)} without it."
    )
    yield table(
        "joker beside",
        "The joker with one other card as the two-card hand",
        (
            Column("other card", "other card"),
            Column("point count", "best Point Count", Kind.COUNT),
            Column("joker", "the joker counts", Kind.COUNT),
        ),
        [(words(beside.other), count(beside.point_count), count(beside.joker)) for beside in described.joker_beside],
    )
