"""Which rounds of a batch can have been, what each seat decided, and the facts of its hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablegames.audit.cells import combined, distinct
from tablegames.audit.faults import KINDS, Impossible
from tablegames.audit.rows import DEAD, NOT_GIVEN, PLAYED, VOID, Bools, Bytes, Longs, Rows
from tablegames.audit.settling import MOST_REMEMBERED, Settler
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game, Setting
from tablegames.contract.layout import Unclear, is_begun, line_shown
from tablegames.core.cards import CARDS
from tablegames.core.law import Refused

NONE = 255
"""Stands for no card."""
NO_LINE = -1
"""The place of a line in which nothing was decided: the hand was not played to its end."""
UNCLEAR = {
    Unclear.NO_FOLD: Impossible.NO_FOLD, Unclear.BET_AND_FOLD: Impossible.BET_AND_FOLD,
    Unclear.NO_DECISION: Impossible.NO_DECISION, Unclear.NOT_ALLOWED: Impossible.NOT_ALLOWED,
}  # fmt: skip
"""What a layout that shows no line of the game is called."""


@dataclass(frozen=True)
class Judged:
    """A batch judged, row by row: the code of what makes it impossible (0 for nothing), the line and the fact code.

    ``lines``: places in the lines of the game, int8, ``NO_LINE`` where nothing was decided.  ``codes`` are 0 in rows that are not played, or have a fault.
    ``hidden``: folds of which nobody saw the seat's cards or the whole board; their codes are those of some fold.  ``unjudged``: by wager the rows in
    which it cannot be judged without them, where there are any.
    """

    faults: Bytes
    lines: NDArray[np.int8]
    codes: NDArray[np.uint16]
    hidden: Bools
    unjudged: dict[str, Bools]


def judge(settler: Settler, rows: Rows) -> Judged:
    """Every check of a batch, and the facts of what passes."""
    game, faults = settler.game, _Faults(rows.fault.copy())
    folded = rows.fold | (rows.status != PLAYED)
    all_fold = np.logical_and.reduceat(folded, rows.starts)[rows.round_of] if game.can_fold else rows.status != PLAYED
    _check_cards(game, rows, faults, all_fold)
    most = game.seats(settler.rules)
    faults.add((rows.seat < 1) | (rows.seat > most), Impossible.SEAT_NUMBER)
    faults.add(~rows.first & (rows.seat <= np.roll(rows.seat, 1)), Impossible.SEAT_ORDER)
    void = rows.status == VOID
    faults.add(void != void[rows.starts][rows.round_of], Impossible.VOID_IN_PART)
    lines = _lines(settler, rows, faults)
    faults.add((rows.dealer.counts < min(game.dealer_cards, 1)) & ~all_fold, Impossible.NO_DEALER)
    played = np.flatnonzero((faults.codes == 0) & (rows.status == PLAYED))
    codes = np.zeros(len(rows), np.uint16)
    codes[played] = facts(settler, rows, played, lines[played])
    possible = np.array(
        [
            code in settler.facts_of and game.possible(settler.facts_of[code], settler.rules)
            for code in range(game.codes)
        ]
    )
    illegal = np.zeros(len(rows), np.bool_)
    illegal[played] = ~possible[codes[played]]
    faults.add(illegal, Impossible.NOT_ALLOWED)
    _check_tables(settler, rows, faults)
    for wager, made in rows.bets.items():
        paid = rows.paid[wager]
        faults.add((made == 0) & (paid != NOT_GIVEN) & (paid != 0), Impossible.PAID_WITHOUT_BET)
        faults.add((made > 0) & (paid == NOT_GIVEN), Impossible.PAYMENT_MISSING)
    own_seen = rows.player.counts == game.player_cards
    hidden = np.zeros(len(rows), np.bool_)
    hidden[played] = ~(own_seen & (rows.board.counts == game.board_cards))[played]
    return Judged(faults.codes, lines, codes, hidden, _unjudged(settler, rows, hidden, own_seen))


def _unjudged(settler: Settler, rows: Rows, hidden: Bools, own_seen: Bools) -> dict[str, Bools]:
    """By wager the folds in which it depends on cards that nobody saw."""
    found: dict[str, Bools] = {}
    for wager, made in rows.bets.items() if hidden.any() else ():
        open_ = np.zeros(len(rows), np.bool_)
        for own in (False, True):
            which = np.flatnonzero(hidden & (own_seen == own) & (made > 0))
            amounts, places = distinct(made[which])
            judged = [settler.is_judged(wager, cents, own_seen=own) for cents in amounts.tolist()]
            open_[which] = ~np.array(judged, np.bool_)[places]
        if open_.any():
            found[wager] = open_
    return found


def facts(
    settler: Settler, rows: Rows, which: Longs, lines: NDArray[np.int8], *, as_set: bool = True
) -> NDArray[np.uint16]:
    """The fact codes of some rows with valid cards; a set hand counts as it was set, or at its greatest where ``as_set`` is false."""
    game = settler.game
    player, dealer, board = _with_any_cards(game, rows, which)
    codes = settler.solver.fact_codes(player, dealer, board, lines, settler.rules)
    if as_set and game.setting:
        cut = np.flatnonzero(rows.player.cuts[which] == game.setting.sizes[0])
        codes[cut] = _as_set(settler, game.setting, player[cut], codes[cut])
    return codes


class _Faults:
    """The faults of rows; of several in one row that of the least code stays."""

    def __init__(self, codes: Bytes) -> None:
        self.codes = codes

    def add(self, where: Bools, kind: Impossible) -> None:
        """A fault in some rows."""
        if where.any():
            self.codes[where & ((self.codes == 0) | (self.codes > kind.code))] = kind.code


def _check_cards(game: Game, rows: Rows, faults: _Faults, all_fold: Bools) -> None:
    """Cards that no deck could deal so.  Those on which no money depends may be missing: a folded seat's, and where all fold some of the board."""
    from tablegames.kernels.logs import check_cards

    found = np.zeros(len(rows), np.uint8)
    needed = game.player_cards, game.dealer_cards, game.board_cards
    check_cards(
        rows.player.codes, rows.player.counts, rows.dealer.codes, rows.dealer.counts, rows.board.codes, rows.board.counts,
        rows.first, (rows.status != PLAYED) | rows.fold, needed, int(game.deck.cards[-1]) + 1, found,
    )  # fmt: skip
    outside = np.array([card not in game.deck for card in CARDS])
    if outside[: int(game.deck.cards[-1])].any():  # a deck that leaves out more than the joker
        for place in (rows.player, rows.dealer, rows.board):
            there = np.arange(place.codes.shape[1]) < np.minimum(place.counts, place.codes.shape[1])[:, None]
            wrong = (outside[place.codes] & there).any(axis=1) & (found != Impossible.UNKNOWN_CARD.code)
            found[wrong] = Impossible.NOT_IN_DECK.code
    player, dealer, board = (
        cards.counts < most for cards, most in zip((rows.player, rows.dealer, rows.board), needed, strict=True)
    )
    too_few = (player & (rows.player.counts > 0)) | (dealer & (rows.dealer.counts > 0)) | (board & ~all_fold)
    too_few &= rows.fold & (rows.status == PLAYED)
    found = np.where(
        too_few & ((found == 0) | (found > Impossible.WRONG_COUNT.code)), Impossible.WRONG_COUNT.code, found
    ).astype(np.uint8)
    faults.codes = np.where(found, np.where(faults.codes, np.minimum(found, faults.codes), found), faults.codes)
    slashes = rows.player.cuts
    if game.setting is None:
        faults.add((slashes | rows.dealer.cuts | rows.board.cuts) != 0, Impossible.UNKNOWN_CARD)
    else:
        faults.add((slashes != 0) & (slashes != game.setting.sizes[0]), Impossible.NOT_SET)


def _check_tables(settler: Settler, rows: Rows, faults: _Faults) -> None:
    """What the seats of one table cannot have bet together, as :func:`tablegames.core.wagers.check_table` says it of one table."""
    needed = settler.game.needed_everywhere(settler.rules)
    for wager in settler.game.wagers:
        made = rows.bets.get(wager.id, np.zeros(len(rows), np.int64))
        highest = np.maximum.reduceat(made, rows.starts)[rows.round_of]
        if wager.id in settler.rules.where_offered:
            faults.add((made == 0) & ((highest > 0) | (wager.id in needed)), Impossible.NOT_AT_EVERY_SEAT)
        if wager.equal_by:
            faults.add((made > 0) & (made != highest), Impossible.UNEQUAL)


def _lines(settler: Settler, rows: Rows, faults: _Faults) -> NDArray[np.int8]:
    """Each row's line, from its bets and whether it folds; every different layout of bets is judged once, by the game."""
    keys = []
    for made in rows.bets.values():
        amounts, places = distinct(made)
        keys.append((places.astype(np.int64), len(amounts)))
    keys += [(rows.fold.astype(np.int64), 2), (rows.status.astype(np.int64), 3)]
    examples, inverse = combined(keys)
    columns = [*rows.bets.values(), rows.fold, rows.status]
    layouts = list(zip(*(column[examples].tolist() for column in columns), strict=True))
    judged = []
    for row, layout in zip(examples.tolist(), layouts, strict=True):
        verdict = settler.judged.get(layout)
        if verdict is None:
            verdict = _line(settler, rows.bets_of(row), fold=bool(rows.fold[row]), status=int(rows.status[row]))
            if len(settler.judged) < MOST_REMEMBERED:
                settler.judged[layout] = verdict
        judged.append(verdict)
    lines = np.array([line for line, _ in judged], np.int8)
    kinds = np.array([code for _, code in judged], np.uint8)
    for code in set(kinds.tolist()) - {0}:
        faults.add((kinds == code)[inverse], KINDS[code - 1])
    return lines[inverse]


def _line(settler: Settler, bets: dict[str, int], *, fold: bool, status: int) -> tuple[int, int]:
    """The line that a layout shows, by its place, and the code of why it shows none, or 0."""
    game = settler.game
    try:
        game.verify_bets(bets, settler.rules)
    except Refused:
        return NO_LINE, Impossible.WAGERS.code
    for form in game.forms:
        if game.is_side(form) and not bets.keys().isdisjoint(form.wagers):
            settler.rules.table(form.slot)
    shown = line_shown(game, bets, fold=fold)
    if isinstance(shown, int):
        return shown, 0
    unfinished = status != PLAYED and not fold and is_begun(game, bets)
    return NO_LINE, 0 if unfinished else UNCLEAR[shown].code


def _as_set(settler: Settler, setting: Setting[Facts], cards: Bytes, codes: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Fact codes with the hand as its player set it, in two parts."""
    first = setting.sizes[0]
    parts = np.concatenate([np.sort(cards[:, :first], axis=1), np.sort(cards[:, first:], axis=1)], axis=1)
    keys = [(column.astype(np.int64), len(CARDS)) for column in parts.T]
    examples, inverse = combined([*keys, (codes.astype(np.int64), settler.game.codes)])
    found = []
    for row, code in zip(parts[examples].tolist(), codes[examples].tolist(), strict=True):
        hand = tuple(map(CARDS.__getitem__, row))
        found.append(setting.facts(settler.facts_of[code], hand[:first], hand[first:]).code)
    return np.array(found, np.uint16)[inverse]


def _with_any_cards(game: Game, rows: Rows, which: Longs) -> tuple[Bytes, Bytes, Bytes]:
    """The player's, the dealer's and the community cards of some rows, with any other cards in the places of those that nobody needed to see."""
    places = rows.player, rows.dealer, rows.board
    if all((place.counts[which] == place.codes.shape[1]).all() for place in places):
        return rows.player.codes[which], rows.dealer.codes[which], rows.board.codes[which]
    cards = np.concatenate([place.codes[which] for place in places], axis=1)
    missing = np.concatenate([np.arange(place.codes.shape[1]) >= place.counts[which, None] for place in places], axis=1)
    some = np.flatnonzero(missing.any(axis=1))
    if len(some):
        width = cards.shape[1]
        lying = np.where(missing[some], NONE, cards[some])
        deck = np.array(game.deck.cards[: 2 * width], np.uint8)
        free = ~(lying[:, :, None] == deck).any(axis=1)
        others = deck[np.argsort(~free, axis=1, kind="stable")[:, :width]]
        cards[some] = np.where(missing[some], others, cards[some])
    ends = np.cumsum([place.codes.shape[1] for place in places])
    player, dealer, board = (np.ascontiguousarray(part) for part in np.split(cards, ends[:2], axis=1))
    return player, dealer, board


__all__ = ["DEAD", "VOID", "Judged", "facts", "judge"]
