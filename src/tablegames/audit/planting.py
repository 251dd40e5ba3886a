"""Faults planted in made-up rounds, one a round: each changes the log so that exactly one kind is to be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from tablegames.audit.draft import Draft
from tablegames.audit.faults import Impossible, Wrong, wrong
from tablegames.audit.rows import NOT_GIVEN, PLAYED, VOID
from tablegames.audit.turns import is_offered, said_elsewhere
from tablegames.contract.choices import Choice
from tablegames.contract.layout import Unclear, line_shown
from tablegames.core.cards import JOKER

TABLES = 12
"""Rounds are dealt at so many tables, one after the other at each."""
TOO_MUCH = 9
"""So many times the base wager no decision puts on the layout."""


class Planted(NamedTuple):
    """A fault: the round in its chunk, what it is, and the row and the wager it lies in."""

    round: int
    kind: Wrong | Impossible
    row: int
    wager: str = ""


Place = Callable[[Draft, range, np.random.Generator], Planted | None]
"""Plants a fault in the rows of a round, if it can."""


def plant(draft: Draft, seed: int, chunk: int, part: float, *, transcript: bool = False) -> list[Planted]:
    """Faults in a part of the rounds of a draft, of every kind that the game, the seats and the format allow, the rarest so far first."""
    source = np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, chunk, 1])))
    kinds = {kind: place for kind, place in PLACES.items() if not (transcript and kind in NOT_IN_TRANSCRIPTS)}
    if transcript:
        kinds |= IN_TRANSCRIPTS
    planted = dict.fromkeys(kinds, 0)
    found = []
    for number in np.flatnonzero(source.random(draft.rounds) < part).tolist():
        for kind in sorted(planted, key=lambda each: planted[each]):
            fault = kinds[kind](draft, draft.rows_of(number), source)
            if fault:
                found.append(fault._replace(round=number))
                planted[kind] += 1
                break
    return found


# --- wrong payments ---------------------------------------------------------------------------------------------------


def _payment(kind: Wrong, amount: Callable[[int, int], int]) -> Place:
    """A payment of ``amount(bet, owed)`` on a wager where that is wrong in this way."""

    def place(draft: Draft, rows: range, source: np.random.Generator) -> Planted | None:
        lines = [
            (row, wager) for row in rows for wager in draft.bets
            if (bet := int(draft.bets[wager][row]))
            and wrong(bet, owed := int(draft.owed[wager][row]), amount(bet, owed)) is kind
        ]  # fmt: skip
        if not lines:
            return None
        row, wager = lines[source.integers(len(lines))]
        draft.paid[wager][row] = amount(int(draft.bets[wager][row]), int(draft.owed[wager][row]))
        return Planted(0, kind, row, wager)

    return place


# --- impossible rounds ------------------------------------------------------------------------------------------------


def _in_a_row(kind: Impossible, fits: Callable[[Draft, int], bool], change: Callable[[Draft, int], None]) -> Place:
    """A change of one row of a round that was played, among those that it fits."""

    def place(draft: Draft, rows: range, source: np.random.Generator) -> Planted | None:
        fitting = [row for row in rows if draft.status[row] == PLAYED and fits(draft, row)]
        if not fitting:
            return None
        row = fitting[source.integers(len(fitting))]
        change(draft, row)
        return Planted(0, kind, row)

    return place


def _shared(kind: Impossible, fits: Callable[[Draft, range], bool], change: Callable[[Draft, range], None]) -> Place:
    """A change of all rows of a round that was played."""

    def place(draft: Draft, rows: range, source: np.random.Generator) -> Planted | None:
        if draft.status[rows[0]] != PLAYED or not fits(draft, rows):
            return None
        change(draft, rows)
        return Planted(0, kind, rows[0])

    return place


def _first_card(name: str, card: Callable[[Draft, int], bytes]) -> Callable[[Draft, int], None]:
    """Another card in place of the first of a hand."""

    def change(draft: Draft, row: int) -> None:
        draft.cards[name][row] = card(draft, row) + draft.cards[name][row][2:]

    return change


def _unused(draft: Draft, row: int) -> bytes:
    """A card that lies nowhere in the row's round."""
    rows = draft.rows_of(row // draft.seats)
    lying = b"".join(bytes(cards[each]) for cards in draft.cards.values() for each in rows)
    dealt = {lying[place : place + 2] for place in range(0, len(lying), 2)}
    return next(name for card in draft.game.deck.cards if (name := str(card).encode()) not in dealt)


def _set(of: str, value: int) -> Callable[[Draft, int], None]:
    """A row's seat or status."""

    def change(draft: Draft, row: int) -> None:
        getattr(draft, of)[row] = value

    return change


def _take_away(draft: Draft, row: int, wager: str) -> None:
    """A wager and its payment out of a row."""
    draft.bets[wager][row], draft.paid[wager][row] = 0, NOT_GIVEN


def _no_decision(draft: Draft, row: int) -> None:
    draft.fold[row] = False
    for wager in draft.game.chosen_wagers:
        _take_away(draft, row, wager)


def _bet_too_much(draft: Draft, row: int) -> None:
    draft.bets[last_chosen(draft, row)][row] = TOO_MUCH * draft.bets[draft.game.base][row]


def _too_much_is_offered(draft: Draft, row: int) -> bool:
    """Whether so large a wager is within the house's limits, so that the game alone forbids it."""
    return draft.settler.rules.offer({last_chosen(draft, row): TOO_MUCH * int(draft.bets[draft.game.base][row])})


def _fold_too(draft: Draft, row: int) -> None:
    draft.fold[row] = True


def _everywhere(draft: Draft, row: int) -> str:
    """A wager that this seat cannot leave out: it is offered by the house, or another seat has made it; empty where there is none."""
    rules, others = draft.settler.rules, [other for other in draft.rows_of(row // draft.seats) if other != row]
    needed = draft.game.needed_everywhere(rules)
    made = (wager for wager in rules.where_offered if wager in draft.bets and draft.bets[wager][row])
    return next((wager for wager in made if wager in needed or any(draft.bets[wager][other] for other in others)), "")


def _can_be_unequal(draft: Draft, rows: range) -> bool:
    """Whether several seats share a wager, and the house's limits leave room for one of another size."""
    shared = draft.settler.shared
    made = [int(draft.bets[shared][row]) for row in rows if draft.bets[shared][row]] if shared else []
    return len(made) > 1 and draft.settler.rules.offer({shared: made[-1] + 100})


def _unequal(draft: Draft, rows: range) -> None:
    made = [row for row in rows if draft.bets[draft.settler.shared][row]]
    draft.bets[draft.settler.shared][made[-1]] += 100


def _pay_unmade(draft: Draft, row: int) -> None:
    draft.paid[next(_unmade(draft, row))][row] = 100


def _pay_nothing(draft: Draft, row: int) -> None:
    draft.paid[draft.game.base][row] = NOT_GIVEN


def _unmade(draft: Draft, row: int) -> Iterator[str]:
    return (wager for wager, made in draft.bets.items() if not made[row])


def last_chosen(draft: Draft, row: int) -> str:
    """The last wager that a row has made by a decision; empty where it has made none."""
    return next((wager for wager in reversed(draft.game.chosen_wagers) if draft.bets[wager][row]), "")


def turned(draft: Draft, row: int) -> Choice | None:
    """What a row that ends with a wager may only say at another point; none where there is no such thing."""
    game, rules, base = draft.game, draft.settler.rules, int(draft.bets[draft.game.base][row])
    elsewhere = said_elsewhere(game, rules, draft.view(row), draft.line(row))
    return next((choice for choice in elsewhere if is_offered(game, rules, (choice,), base)), None)


def _has_chosen(draft: Draft, row: int) -> bool:
    return bool(last_chosen(draft, row))


def _ends_with_a_wager(draft: Draft, row: int) -> bool:
    return _has_chosen(draft, row) and not draft.fold[row]


def _cannot_fold_now(draft: Draft, row: int) -> bool:
    bets = {wager: int(made[row]) for wager, made in draft.bets.items()}
    return line_shown(draft.game, bets, fold=True) is Unclear.BET_AND_FOLD


def _must_decide(draft: Draft, row: int) -> bool:
    base = draft.game.base
    return line_shown(draft.game, {base: int(draft.bets[base][row])}, fold=False) is Unclear.NO_DECISION


def _always(draft: Draft, row: int) -> bool:
    return True


def _several_cards(draft: Draft, row: int) -> bool:
    return draft.game.player_cards > 1


def _later_seat(draft: Draft, row: int) -> bool:
    return row % draft.seats > 0


def _no_dealer(draft: Draft, rows: range) -> None:
    draft.cards["dealer"][rows[0] : rows[-1] + 1] = b""


def _no_meter(draft: Draft, rows: range) -> None:
    for stands in draft.meters.values():
        stands[rows[0] : rows[-1] + 1] = NOT_GIVEN


def _earlier(draft: Draft, rows: range) -> Iterator[int]:
    """The ids of earlier rounds at the table, but the last, that are still their own."""
    for row in range(rows[0] - 2 * TABLES * draft.seats, -1, -TABLES * draft.seats):
        if draft.id[row] == draft.first_round + row // draft.seats:
            yield int(draft.id[row])


def _use_again(draft: Draft, rows: range) -> None:
    draft.id[rows[0] : rows[-1] + 1] = next(_earlier(draft, rows))


def _nothing(draft: Draft, row: int) -> None:
    """What only the events of a record show is changed where they are written."""


PLACES: dict[Wrong | Impossible, Place] = {
    Wrong.WIN_TAKEN: _payment(Wrong.WIN_TAKEN, lambda bet, owed: -bet),
    Wrong.WIN_RETURNED: _payment(Wrong.WIN_RETURNED, lambda bet, owed: 0),
    Wrong.WIN_UNDERPAID: _payment(Wrong.WIN_UNDERPAID, lambda bet, owed: owed // 2),
    Wrong.WIN_OVERPAID: _payment(Wrong.WIN_OVERPAID, lambda bet, owed: owed + bet),
    Wrong.PUSH_TAKEN: _payment(Wrong.PUSH_TAKEN, lambda bet, owed: -bet),
    Wrong.PUSH_PAID: _payment(Wrong.PUSH_PAID, lambda bet, owed: bet),
    Wrong.LOSS_RETURNED: _payment(Wrong.LOSS_RETURNED, lambda bet, owed: 0),
    Wrong.LOSS_PAID: _payment(Wrong.LOSS_PAID, lambda bet, owed: bet),
    Wrong.PARTLY_TAKEN: _payment(Wrong.PARTLY_TAKEN, lambda bet, owed: -(bet // 2)),
    Wrong.TOO_MUCH_TAKEN: _payment(Wrong.TOO_MUCH_TAKEN, lambda bet, owed: -bet - 100),
    Impossible.UNKNOWN_CARD: _in_a_row(Impossible.UNKNOWN_CARD, _several_cards, _first_card("player", lambda draft, row: b"Xx")),
    Impossible.NOT_IN_DECK: _in_a_row(
        Impossible.NOT_IN_DECK, lambda draft, row: JOKER not in draft.game.deck, _first_card("player", lambda draft, row: b"Jk")
    ),
    Impossible.WRONG_COUNT: _in_a_row(Impossible.WRONG_COUNT, _several_cards, _first_card("player", lambda draft, row: b"")),
    Impossible.DEALER_DIFFERS: _in_a_row(
        Impossible.DEALER_DIFFERS, lambda draft, row: _later_seat(draft, row) and draft.game.dealer_cards > 0, _first_card("dealer", _unused)
    ),
    Impossible.BOARD_DIFFERS: _in_a_row(
        Impossible.BOARD_DIFFERS, lambda draft, row: _later_seat(draft, row) and draft.game.board_cards > 0, _first_card("board", _unused)
    ),
    Impossible.TWICE_IN_HAND: _in_a_row(
        Impossible.TWICE_IN_HAND, _several_cards, _first_card("player", lambda draft, row: draft.cards["player"][row][2:4])
    ),
    Impossible.AT_TWO_SEATS: _in_a_row(
        Impossible.AT_TWO_SEATS, _later_seat, _first_card("player", lambda draft, row: draft.cards["player"][row - 1][:2])
    ),
    Impossible.WITH_DEALER: _in_a_row(
        Impossible.WITH_DEALER, lambda draft, row: draft.game.dealer_cards > 0, _first_card("player", lambda draft, row: draft.cards["dealer"][row][:2])
    ),
    Impossible.ON_BOARD: _in_a_row(
        Impossible.ON_BOARD, lambda draft, row: draft.game.board_cards > 0, _first_card("player", lambda draft, row: draft.cards["board"][row][:2])
    ),
    Impossible.SEAT_NUMBER: _in_a_row(Impossible.SEAT_NUMBER, _always, _set("seat", 99)),
    Impossible.SEAT_ORDER: _in_a_row(Impossible.SEAT_ORDER, _later_seat, lambda draft, row: _set("seat", int(draft.seat[row - 1]))(draft, row)),
    Impossible.VOID_IN_PART: _in_a_row(Impossible.VOID_IN_PART, _later_seat, _set("status", VOID)),
    Impossible.NOT_SET: _in_a_row(
        Impossible.NOT_SET, lambda draft, row: draft.game.setting is not None,
        _first_card("player", lambda draft, row: draft.cards["player"][row][:2] + b"/"),
    ),
    Impossible.WAGERS: _in_a_row(Impossible.WAGERS, _always, lambda draft, row: _take_away(draft, row, draft.game.base)),
    Impossible.BET_AND_FOLD: _in_a_row(Impossible.BET_AND_FOLD, _cannot_fold_now, _fold_too),
    Impossible.NO_DECISION: _in_a_row(Impossible.NO_DECISION, _must_decide, _no_decision),
    Impossible.NOT_ALLOWED: _in_a_row(
        Impossible.NOT_ALLOWED, lambda draft, row: _ends_with_a_wager(draft, row) and _too_much_is_offered(draft, row), _bet_too_much
    ),
    Impossible.NO_DEALER: _shared(
        Impossible.NO_DEALER, lambda draft, rows: draft.game.dealer_cards > 0 and not all(draft.fold[row] for row in rows), _no_dealer
    ),
    Impossible.NOT_AT_EVERY_SEAT: _in_a_row(
        Impossible.NOT_AT_EVERY_SEAT, lambda draft, row: bool(_everywhere(draft, row)), lambda draft, row: _take_away(draft, row, _everywhere(draft, row))
    ),
    Impossible.UNEQUAL: _shared(Impossible.UNEQUAL, _can_be_unequal, _unequal),
    Impossible.PAID_WITHOUT_BET: _in_a_row(Impossible.PAID_WITHOUT_BET, lambda draft, row: any(_unmade(draft, row)), _pay_unmade),
    Impossible.PAYMENT_MISSING: _in_a_row(Impossible.PAYMENT_MISSING, _always, _pay_nothing),
    Impossible.METER_MISSING: _shared(
        Impossible.METER_MISSING, lambda draft, rows: bool(draft.from_meter[rows[0] : rows[-1] + 1].any()), _no_meter
    ),
    Impossible.USED_BEFORE: _shared(Impossible.USED_BEFORE, lambda draft, rows: any(True for _ in _earlier(draft, rows)), _use_again),
}  # fmt: skip
IN_TRANSCRIPTS: dict[Wrong | Impossible, Place] = {
    Impossible.NOT_COMPLETED: _shared(Impossible.NOT_COMPLETED, lambda draft, rows: True, lambda draft, rows: None),
    Impossible.OUT_OF_TURN: _in_a_row(
        Impossible.OUT_OF_TURN, lambda draft, row: _ends_with_a_wager(draft, row) and turned(draft, row) is not None, _nothing
    ),
    Impossible.LEDGER_DIFFERS: _in_a_row(Impossible.LEDGER_DIFFERS, _always, _nothing),
    Impossible.SEAT_ORDER: _in_a_row(Impossible.SEAT_ORDER, _later_seat, _nothing),
    Impossible.METER_MISSING: _shared(
        Impossible.METER_MISSING,
        lambda draft, rows: not draft.settler.rules.meter_plans and bool(draft.from_meter[rows[0] : rows[-1] + 1].any()), _no_meter,
    ),
}  # fmt: skip
"""What is another thing in a record than in a table: its meters have their seeds in the rules, where those have a plan."""
NOT_IN_TRANSCRIPTS = {Impossible.DEALER_DIFFERS, Impossible.BOARD_DIFFERS, Impossible.VOID_IN_PART}
"""What a record cannot say: it has each card of the dealer and of the board once, for all seats, and one word for all seats that a round is void."""
