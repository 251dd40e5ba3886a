"""Made-up rounds as the events of a record, in canonical form, without playing them move by move.

The order of the cards is asked of the round engine once, and a ledger line of the one settlement once for each wager, amount and facts; what is left is to
put text together.  The few rounds for which that is not enough (void, paid by a meter, reduced by a payout limit) are played by the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from tablegames.analysis.shared import ranks_of
from tablegames.audit.draft import Draft
from tablegames.audit.records_of import played
from tablegames.audit.rows import PLAYED
from tablegames.audit.settling import MOST_REMEMBERED, Settler
from tablegames.contract.facts import Seat
from tablegames.core.cards import CARDS
from tablegames.core.money import format_amount
from tablegames.core.wagers import LedgerLine
from tablegames.rounds.moves import BOARD, DEALER, Kind, Move, SeatState
from tablegames.rounds.round import Round
from tablegames.rounds.transcript import canonical, line_event

Line = tuple[str, int]
"""A ledger line as it is recorded, and its net in cents."""
Cards = list[list[int]]
amount_text = lru_cache(maxsize=1 << 16)(format_amount)


class _Lists(NamedTuple):
    """The rows of a draft as lists, which are read faster one by one than arrays."""

    hands: Cards
    dealers: Cards
    boards: Cards
    codes: list[int]
    amounts: dict[str, list[int]]
    meters: dict[str, tuple[list[int], list[int]]]
    """Where each stands before and after it is fed."""


class RecordLines:
    """Rounds of one game by some rules, at a table of so many seats, as events."""

    def __init__(self, settler: Settler, seats: int) -> None:
        self.settler, self.seats = settler, seats
        self._order = _dealing_order(settler, seats)
        self._ranks = ranks_of(settler.game).tolist() if settler.shared else []
        self._lines: dict[tuple[str, int, int], Line] = {}
        self._shares: dict[tuple[int, tuple[bool, ...], bool], list[Line]] = {}
        self._bets: dict[tuple[int, ...], str] = {}
        self._raised = cache(self._actions)
        self._card = {
            place: [canonical({"event": "card", **_at(place), "card": str(card)}) for card in CARDS]
            for place in (*map(str, range(1, seats + 1)), DEALER, BOARD)
        }

    def of(self, made: Draft) -> Iterator[list[str]]:
        """The events of every round of a draft, before any fault."""
        rows = made.rows
        lists = _Lists(
            rows.player.codes.tolist(), rows.dealer.codes.tolist(), rows.board.codes.tolist(), made.codes.tolist(),
            {wager: bets.tolist() for wager, bets in rows.bets.items()},
            {meter: (stands.tolist(), made.fed[meter].tolist()) for meter, stands in rows.meters.items()},
        )  # fmt: skip
        for number, plain in enumerate(_plain(made)):
            if plain:
                yield self._events(lists, made.first_round + number, made.rows_of(number))
            else:
                yield [canonical(event) for event in played(made, number)]

    def _events(self, lists: _Lists, number: int, its_rows: range) -> list[str]:
        """The events of a round that is played to its end and that no meter pays."""
        before, after = (self._meters(lists, its_rows[0], part) for part in (0, 1))
        early = {wager: bets for wager, bets in lists.amounts.items() if wager != self.settler.later}
        hands = [iter(lists.hands[row]) for row in its_rows]
        dealers = iter(lists.dealers[its_rows[0]])
        return [
            f'{{"event":"round","round":{number}{before}}}',
            *[self._bet(seat, early, row) for seat, row in enumerate(its_rows, start=1)],
            f'{{"event":"no-more-bets"{after}}}',
            *[self._card[place][next(dealers if place == DEALER else hands[int(place) - 1])] for place in self._order],
            *self._decisions(lists, its_rows),
            '{"event":"reveal"}',
            self._settlement(lists, its_rows, after),
            '{"event":"discard"}',
        ]

    def _meters(self, lists: _Lists, row: int, part: int) -> str:
        """The meters of an event, before they are fed or after; nothing where there are none."""
        stands = {meter: amount_text(of[part][row]) for meter, of in lists.meters.items()}
        return f',"meters":{canonical(stands)}' if stands else ""

    def _bet(self, seat: int, early: dict[str, list[int]], row: int) -> str:
        """The event of a seat's bets."""
        key = (seat, *[bets[row] for bets in early.values()])
        text = self._bets.get(key)
        if text is None:
            bets = {wager: amount_text(cents) for wager, cents in zip(early, key[1:], strict=True) if cents}
            text = canonical({"event": "bet", "seat": seat, "bets": bets})
            if len(self._bets) < MOST_REMEMBERED:
                self._bets[key] = text
        return text

    def _decisions(self, lists: _Lists, its_rows: range) -> Iterator[str]:
        """The community cards, and between them what each seat decides."""
        game, later = self.settler.game, self.settler.later
        if later:
            antes, raised = lists.amounts["ante"], lists.amounts[later]
            actions = [self._raised(raised[row] // antes[row]) for row in its_rows]
        else:
            hands = [tuple(CARDS[card] for card in lists.hands[row]) for row in its_rows]
            actions = [{0: game.action(game.stages(hand, self.settler.rules)[0].decisions[0])} for hand in hands]
        board, card = lists.boards[its_rows[0]], self._card[BOARD]
        for lying in range(len(board) + 1):
            for seat, of_seat in enumerate(actions, start=1):
                if lying in of_seat:
                    yield f'{{"event":"decision","seat":{seat},"action":"{of_seat[lying]}"}}'
            if lying < len(board):
                yield card[board[lying]]

    def _actions(self, multiple: int) -> dict[int, str]:
        """What a seat whose raise is this multiple of the Ante says at each number of community cards: it checks until it can."""
        game = self.settler.game
        if not game.board_cards:
            return {0: game.action(multiple)}
        found = {}
        for stage in game.stages((), self.settler.rules):
            found[stage.board] = game.action(multiple) if multiple in stage.decisions else "check"
            if multiple in stage.decisions:
                break
        return found

    def _settlement(self, lists: _Lists, its_rows: range, meters: str) -> str:
        """The event of the settlement."""
        shares = self._shared(lists, its_rows)
        ledgers, house = [], 0
        for seat, row in enumerate(its_rows, start=1):
            net, lines = 0, []
            for wager, bets in lists.amounts.items():
                if bets[row]:
                    shared = wager == self.settler.shared
                    line = shares[row] if shared else self._line(wager, bets[row], lists.codes[row])
                    lines.append(line[0])
                    net += line[1]
            ledgers.append(f'{{"seat":{seat},"lines":[{",".join(lines)}],"net":"{amount_text(net)}"}}')
            house -= net
        return f'{{"event":"settle","seats":[{",".join(ledgers)}],"house_net":"{amount_text(house)}"{meters}}}'

    def _line(self, wager: str, cents: int, code: int) -> Line:
        """A ledger line that depends on its own amount and its seat's facts alone."""
        key = wager, cents, code
        found = self._lines.get(key)
        if found is None:
            line = self.settler.line(wager, cents, code)
            assert line is not None, "a meter pays"
            found = _written(line)
            if len(self._lines) < MOST_REMEMBERED:
                self._lines[key] = found
        return found

    def _shared(self, lists: _Lists, its_rows: range) -> dict[int, Line]:
        """The lines of the wager that the seats share, by row; rounds are alike where its amount and the seats with the best count are."""
        bets = lists.amounts.get(self.settler.shared, [])
        rows = [row for row in its_rows if bets and bets[row]]
        if not rows:
            return {}
        ranks = [self._ranks[lists.codes[row]] for row in rows]
        best = max(ranks)
        key = bets[rows[0]], tuple([rank == best for rank in ranks]), best > 0
        if key not in self._shares:
            seats = [Seat(self.settler.facts_of[lists.codes[row]], {self.settler.shared: bets[row]}) for row in rows]
            table = self.settler.game.settle(seats, {}, self.settler.rules)
            self._shares[key] = [_written(ledger.lines[0]) for ledger in table.seats]
        return dict(zip(rows, self._shares[key], strict=True))


def _written(line: LedgerLine) -> Line:
    """A ledger line as it is recorded."""
    return canonical(line_event(line)), line.net


def _at(place: str) -> dict[str, int | str]:
    """A place as an event names it."""
    return {"seat": int(place)} if place.isdigit() else {"place": place}


def _plain(made: Draft) -> list[bool]:
    """Which rounds have lines that depend on nothing but their own seat's facts, or on how a shared wager ended."""
    plain = (made.rows.status == PLAYED) & ~made.by_engine
    found: list[bool] = plain.reshape(made.rounds, made.seats).all(axis=1).tolist()
    return found


def _dealing_order(settler: Settler, seats: int) -> list[str]:
    """Where the cards before the first decision go, one after the other, as the round engine deals them."""
    states = tuple(SeatState(number, {}) for number in range(1, seats + 1))
    round_, order = Round(settler.game, settler.rules, seats=states, phase=Kind.CARD), list[str]()
    for card in settler.game.deck.cards:
        if round_.phase is not Kind.CARD:
            break
        order.append(round_.next_place)
        round_ = round_.apply(Move(Kind.CARD, order[-1], card))
    return order
