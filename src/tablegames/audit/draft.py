"""Rounds made up for a log: dealt, bet, decided by a simple legal play, and paid as they are owed; then open to planted faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablegames.audit.cells import combined
from tablegames.audit.comparing import examine
from tablegames.audit.following import follow
from tablegames.audit.rows import NOT_GIVEN, PLAYED, VOID, Bools, Bytes, Cards, Group, Longs, Rows
from tablegames.audit.settling import Settler
from tablegames.audit.turns import choices_at, is_offered, line_said, view_of
from tablegames.contract.choices import Line, View, added, is_fold, is_over
from tablegames.contract.deal import Point
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS
from tablegames.core.law import Refused

BASES = (500, 1000, 1500, 2500, 5000, 10_000)
SIDES = (100, 500, 1000, 2500)
"""Sizes of wagers, in cents."""
VOID_PART = 1 / 1000
_NAMES = np.array([str(card).encode() for card in CARDS], "S2")
ACE = 12
"""The rank of an ace, as card codes have it."""
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
    lines: NDArray[np.int8]
    """Each row's line, by its place."""
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

    def view(self, row: int) -> View:
        """All that a row's seat comes to see."""
        player, dealer, board = (
            cards.codes[row].tolist() for cards in (self.rows.player, self.rows.dealer, self.rows.board)
        )
        return view_of(self.game, player, dealer, board)

    def line(self, row: int) -> Line:
        """A row's line of choices, of a round that was played."""
        return line_said(self.game, self.settler.rules, int(self.lines[row]), self.view(row))


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
    lines, taken = _decide(settler, bets[game.base], player, dealer, board)
    base = np.where(void, 0, bets[game.base])
    for wager in dict.fromkeys(wager for line in lines for wager in added(line)):
        bets[wager] = bets[wager] + base * np.array([added(line).get(wager, 0) for line in lines])[taken]
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
        fold=np.array([is_fold(line) for line in lines])[taken] & ~void,
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
        from_meter=from_meter, by_engine=by_engine, lines=examined.judged.lines, codes=examined.judged.codes, fed=fed, left=left,
    )  # fmt: skip


def _whole(codes: Bytes) -> Cards:
    """Hands with all their cards."""
    return Cards(codes, np.full(len(codes), codes.shape[1], np.uint8), np.zeros(len(codes), np.uint8))


def _deal(game: Game, source: np.random.Generator, rounds: int, seats: int) -> tuple[Bytes, Bytes, Bytes]:
    """The hands of every row, by a shuffle of as many cards as are needed."""
    needed = seats * game.player_cards + game.dealer_cards + game.board_cards
    deck = np.tile(np.array(game.deck.cards, np.uint8), (rounds, 1))
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
    bases = [cents for cents in BASES if _allowed(game, rules, dict.fromkeys(main, cents))]
    if not bases:
        raise Refused(
            f"none of the {game.base_name}s that are made up is within the limits: "
            f"{', '.join(str(cents // 100) for cents in BASES)}"
        )
    base = source.choice(bases, count)
    bets: dict[str, Longs] = {}
    for wager in game.wagers:
        stakes = [table.stake for table in rules.paytables.values() if wager.id in table.form.wagers and table.stake]
        if wager.required:
            bets[wager.id] = base.copy()
        elif wager.by_choice:
            bets[wager.id] = np.zeros(count, np.int64)
        elif wager.needs_table and not all(
            form.slot in rules.paytables for form in game.forms if wager.id in form.wagers
        ):
            continue
        else:
            sizes = [
                cents
                for cents in stakes or SIDES
                if _allowed(game, rules, {**dict.fromkeys(main, bases[0]), wager.id: cents})
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


def _decide(settler: Settler, base: Longs, player: Bytes, dealer: Bytes, board: Bytes) -> tuple[list[Line], Longs]:
    """A simple legal play: the largest wager with a fair hand, else the last choice, such as a fold.  The lines taken, and each row's among them.

    What a seat may do depends on its cards as far as its facts do, so one of those with the same facts is asked.
    """
    game, lines = settler.game, [Line()]
    taken = np.zeros(len(player), np.int64)
    if not (game.chosen_wagers or game.can_fold):
        return lines, taken
    limited = not settler.rules.limits.keys().isdisjoint(game.chosen_wagers)
    codes = settler.solver.fact_codes(player, dealer, board, np.zeros(len(player), np.int8), settler.rules)
    for place, point in enumerate(game.points):
        fair = _is_fair(settler, point, player, board, codes)
        keys = [(codes.astype(np.int64), game.codes), (fair.astype(np.int64), 2), (taken, len(lines))]
        if limited:
            keys.append((base, int(base.max()) + 1))
        examples, inverse = combined(keys)
        after: list[Line] = []
        for row in examples.tolist():
            line = lines[taken[row]]
            if not is_over(line):
                view = view_of(game, player[row].tolist(), dealer[row].tolist(), board[row].tolist())
                choices = choices_at(game, settler.rules, place, view, line)
                if limited:
                    choices = tuple(c for c in choices if is_offered(game, settler.rules, (*line, c), int(base[row])))
                line = (*line, choices[0 if fair[row] else -1])
            after.append(line)
        lines = list(dict.fromkeys(after))
        taken = np.array([lines.index(line) for line in after], np.int64)[inverse]
    return lines, taken


def _is_fair(settler: Settler, point: Point, player: Bytes, board: Bytes, codes: NDArray[np.uint16]) -> Bools:
    """Whether a hand is fair at a point: better than the least there is by its facts, once all its cards are dealt; with five cards a poker hand; with
    others a pair or an ace.  Where its facts say nothing of it, every hand is."""
    game, seen = settler.game, np.concatenate([player, board[:, : point.board]], axis=1)
    if point.board == game.board_cards:
        worth = np.zeros(game.codes, np.int64)
        for facts in game.facts:
            worth[facts.code] = _worth(game, facts)
        known = {_worth(game, facts) for facts in game.facts if facts.line == 0}
        fair: Bools = (worth > min(known))[codes] | (len(known) == 1)
    elif seen.shape[1] == 5:
        from tablegames.kernels.evaluator import category_of, rank5

        fair = category_of(rank5(seen)) > 0
    else:
        ranks = np.sort(seen >> 2, axis=1)
        fair = (ranks[:, 1:] == ranks[:, :-1]).any(axis=1) | (ranks == ACE).any(axis=1)
    return fair


def _worth(game: Game, facts: Facts) -> int:
    """What facts say of the player's hand: in the part that is named so, or in the first that neither a decision nor the dealer's cards make."""
    if game.parts.hand is not None:
        return game.parts.hand(facts)
    others = {*game.parts.by_choice, *game.parts.by_dealer}
    return next((int(getattr(facts, part)) for part in facts._fields if part not in others), 0)


def _text(codes: Bytes) -> NDArray[np.bytes_]:
    """Hands as they are written, run together, with room to grow."""
    width = 2 * codes.shape[1]
    if not width:
        return np.zeros(len(codes), f"S{_SPARE}")
    return np.ascontiguousarray(_NAMES[codes]).view(f"S{width}").ravel().astype(f"S{width + _SPARE}")
