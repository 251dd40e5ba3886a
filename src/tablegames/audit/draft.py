"""Rounds made up for a log: dealt, bet, decided by a simple legal play, and paid as they are owed; then open to planted faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablegames.audit.comparing import examine
from tablegames.audit.following import follow
from tablegames.audit.rows import NOT_GIVEN, PLAYED, VOID, Bytes, Cards, Group, Longs, Rows
from tablegames.audit.settling import Settler
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS
from tablegames.core.law import Refused

ANTES = (500, 1000, 1500, 2500, 5000, 10_000)
SIDES = (100, 500, 1000, 2500)
"""Sizes of wagers, in cents."""
VOID_PART = 1 / 1000
_NAMES = np.array([str(card).encode() for card in CARDS], "S2")
_SPARE = 8
"""Bytes by which a cell of cards may grow."""


@dataclass
class Draft:
    """Rows of made-up rounds, ``seats`` to a round, that a fault can be planted in: cards as text, amounts in cents."""

    settler: Settler
    rows: Rows
    seats: int
    first_round: int
    """The number of the first round, from 1."""
    id: Longs
    """The id of each row's round."""
    cards: dict[str, NDArray[np.bytes_]]
    paid: dict[str, Longs]
    owed: dict[str, Longs]
    fold: NDArray[np.bool_]
    seat: Longs
    status: Bytes
    bets: dict[str, Longs]
    meters: dict[str, Longs]
    from_meter: NDArray[np.bool_]
    """Whether a meter pays a share in a row."""
    by_engine: NDArray[np.bool_]
    """Whether a row is of a round that only the round engine can settle."""
    codes: NDArray[np.uint16]
    """The fact codes of what was made up."""
    fed: dict[str, Longs]
    """Where each meter stands after the round's wagers have fed it; empty where ``meters`` do not follow one another."""
    left: dict[str, int]
    """Where the last round leaves the meters that follow one another."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.settler.game

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.seat) // self.seats

    def rows_of(self, number: int) -> range:
        """The rows of a round, counted from 0."""
        return range(number * self.seats, (number + 1) * self.seats)


def draft(
    settler: Settler,
    seed: int,
    chunk: int,
    rounds: int,
    first_round: int,
    seats: int,
    *,
    meters_follow: Mapping[str, int] | None = None,
) -> Draft:
    """Rounds of one chunk of a log: the same for the same seed and chunk.

    ``meters_follow``: where the rounds before left the meters, for a log in which each round goes on from there (none before the first round of all).
    """
    game = settler.game
    source = np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, chunk])))
    count = rounds * seats
    player, dealer, board = _deal(game, source, rounds, seats)
    void = np.repeat(source.random(rounds) < VOID_PART, seats)
    bets = _bets(settler, source, rounds, seats)
    decisions = np.where(void, 0, _decide(settler, player, dealer, board)).astype(np.int64)
    if settler.later:
        bets[settler.later] = bets["ante"] * decisions
    meters = {
        meter: np.repeat(source.integers(1_000_000, 6_000_000, rounds), seats) for meter in game.meters if meter in bets
    }
    plans = settler.rules.meter_plans
    if meters_follow is not None:
        begin = {
            **{meter: int(stands[0]) for meter, stands in meters.items()},
            **{m: plan.seed for m, plan in plans.items()},
        }
        meters = {meter: np.full(count, stands) for meter, stands in (dict(meters_follow) or begin).items()}
    first = np.arange(count) % seats == 0
    rows = Rows(
        None, first,
        player=_whole(player), dealer=_whole(dealer), board=_whole(board), seat=np.arange(count) % seats + 1,
        fold=(decisions == 0) & ~void if game.raise_caps else np.zeros(count, np.bool_),
        status=np.where(void, VOID, PLAYED).astype(np.uint8), fault=np.zeros(count, np.uint8),
        bets=bets, paid={wager: np.where(made > 0, 0, NOT_GIVEN) for wager, made in bets.items()}, meters=meters,
        groups=dict[str, Group](),
    )  # fmt: skip
    examined = examine(settler, rows)
    fed: dict[str, Longs] = {}
    left: dict[str, int] = {}
    if meters_follow is not None and meters:
        fed, left = follow(examined)
        examined = examine(settler, rows)
    assert not examined.faults.any(), "a made-up round is not possible"
    from_meter = np.zeros(count, np.bool_)
    from_meter[[row for (row, _), line in examined.lines.items() if line.from_meter]] = True
    by_engine = np.zeros(count, np.bool_)
    by_engine[[row for row, _ in examined.lines]] = True
    return Draft(
        settler, rows, seats, first_round, id=first_round + np.arange(count) // seats,
        cards={name: _text(codes) for name, codes in (("player", player), ("dealer", dealer), ("board", board))},
        paid={wager: np.where(made > 0, examined.owed[wager], NOT_GIVEN) for wager, made in bets.items()},
        owed=dict(examined.owed), fold=rows.fold.copy(), seat=rows.seat.copy(), status=rows.status.copy(),
        bets={wager: made.copy() for wager, made in bets.items()}, meters={meter: stands.copy() for meter, stands in meters.items()},
        from_meter=from_meter, by_engine=by_engine, codes=examined.judged.codes, fed=fed, left=left,
    )  # fmt: skip


def _whole(codes: Bytes) -> Cards:
    """Hands with all their cards."""
    return Cards(codes, np.full(len(codes), codes.shape[1], np.uint8), np.zeros(len(codes), np.uint8))


def _deal(game: Game, source: np.random.Generator, rounds: int, seats: int) -> tuple[Bytes, Bytes, Bytes]:
    """The hands of every row, by a shuffle of as many cards as are needed."""
    needed = seats * game.player_cards + game.dealer_cards + game.board_cards
    deck = np.tile(np.arange(len(game.deck), dtype=np.uint8), (rounds, 1))
    every = np.arange(rounds)
    for place in range(needed):
        drawn = source.integers(place, len(game.deck), rounds)
        deck[every, place], deck[every, drawn] = deck[every, drawn], deck[every, place]
    player = deck[:, : seats * game.player_cards].reshape(rounds * seats, game.player_cards)
    rest = np.repeat(deck[:, seats * game.player_cards : needed], seats, axis=0)
    return player, rest[:, : game.dealer_cards].copy(), rest[:, game.dealer_cards :].copy()


def _bets(settler: Settler, source: np.random.Generator, rounds: int, seats: int) -> dict[str, Longs]:
    """The wagers before the deal: the required ones, and each side wager with a paytable at every second seat, or at every seat of every second round."""
    game, rules, count = settler.game, settler.rules, rounds * seats
    main = {wager.id: 0 for wager in game.wagers if wager.required}
    antes = [cents for cents in ANTES if _allowed(game, rules, dict.fromkeys(main, cents))]
    if not antes:
        raise Refused(
            f"none of the Antes that are made up is within the limits: {', '.join(str(cents // 100) for cents in ANTES)}"
        )
    ante = source.choice(antes, count)
    bets: dict[str, Longs] = {}
    for wager in game.wagers:
        stakes = [table.stake for table in rules.paytables.values() if wager.id in table.form.wagers and table.stake]
        if wager.required:
            bets[wager.id] = ante.copy()
        elif wager.later:
            bets[wager.id] = np.zeros(count, np.int64)
        elif wager.needs_table and not all(
            form.slot in rules.paytables for form in game.forms if wager.id in form.wagers
        ):
            continue
        else:
            sizes = [
                cents
                for cents in stakes or SIDES
                if _allowed(game, rules, {**dict.fromkeys(main, antes[0]), wager.id: cents})
            ]
            if sizes and wager.where_offered:
                offered = wager.id in game.needed_everywhere(rules) or source.random(rounds) < 0.5
                bets[wager.id] = np.repeat(np.where(offered, source.choice(sizes, rounds), 0), seats)
            elif sizes:
                size = source.choice(sizes, count)
                bets[wager.id] = np.where(source.random(count) < 0.5, size, 0)
    return bets


def _allowed(game: Game, rules: Rules, bets: dict[str, int]) -> bool:
    """Whether the house takes these wagers."""
    try:
        game.verify_bets(bets, rules)
    except Refused:
        return False
    return True


def _decide(settler: Settler, player: Bytes, dealer: Bytes, board: Bytes) -> NDArray[np.int8]:
    """A simple legal play: the largest raise allowed with a fair hand, a later one with a hand that has become fair, or a fold."""
    game, rules = settler.game, settler.rules
    decisions = np.zeros(len(player), np.int8)
    if not game.raise_caps:
        return decisions
    codes = game.solver.fact_codes(player, dealer, board, decisions, rules)
    facts: list[Any] = [settler.facts_of.get(code) for code in range(game.codes)]
    if not game.board_cards:
        fair = np.array([each is not None and each.flush >= 3 for each in facts])[codes]
        for multiple in range(1, max(game.raise_caps.values()) + 1):
            raised = game.solver.fact_codes(player, dealer, board, np.full(len(player), multiple, np.int8), rules)
            may = np.array([each is not None and game.possible(each, rules) for each in facts])[raised]
            decisions[fair & may] = multiple
        return decisions
    from tablegames.kernels.evaluator import category_of, rank5

    ranks = player >> 2
    pair_or_ace = (ranks[:, 0] == ranks[:, 1]) | (ranks == 12).any(axis=1)
    on_flop = category_of(rank5(np.concatenate([player, board[:, :3]], axis=1))) > 0
    at_end = np.array([each is not None and each.hand > 0 for each in facts])[codes]
    stages = game.stages((), rules)
    for stage, fair in zip(reversed(stages), (at_end, on_flop, pair_or_ace), strict=True):
        raises = [multiple for multiple in stage.decisions if multiple]
        if raises:
            decisions[fair] = max(raises)
    return decisions


def _text(codes: Bytes) -> NDArray[np.bytes_]:
    """Hands as they are written, run together, with room to grow."""
    width = 2 * codes.shape[1]
    if not width:
        return np.zeros(len(codes), f"S{_SPARE}")
    return np.ascontiguousarray(_NAMES[codes]).view(f"S{width}").ravel().astype(f"S{width + _SPARE}")
