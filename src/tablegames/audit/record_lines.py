"""Made-up rounds as the events of a record, in canonical form, without playing them move by move.

The order of the cards is asked of the round engine once, and a ledger line of the one settlement once for each wager, amount and facts; what is left is to
put text together.  The few rounds for which that is not enough (void, paid by a meter, reduced by a payout limit) are played by the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tablegames.analysis.shared import ranks_of
from tablegames.audit.draft import Draft
from tablegames.audit.records_of import played
from tablegames.audit.rows import PLAYED
from tablegames.audit.settling import MOST_REMEMBERED, Settler
from tablegames.audit.turns import line_said, view_of
from tablegames.contract.choices import CHECK, with_line
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
Turns = tuple[list[int], list[tuple[int, int]]]
"""Cards as they are dealt, by their places; then the seats that decide, each with the number of its decision."""
amount_text = lru_cache(maxsize=1 << 16)(format_amount)


class _Lists(NamedTuple):
    """The rows of a draft as lists, which are read faster one by one than arrays."""

    hands: Cards
    dealers: Cards
    boards: Cards
    lines: list[int]
    codes: list[int]
    amounts: dict[str, list[int]]
    early: list[list[int]]
    """Those of the wagers that no decision makes."""
    meters: dict[str, tuple[list[int], list[int]]]
    """Where each stands before and after it is fed."""


class RecordLines:
    """Rounds of one game by some rules, at a table of so many seats, as events."""

    def __init__(self, settler: Settler, seats: int) -> None:
        self.settler, self.seats = settler, seats
        self._turns = _turns(settler, seats)
        self._ranks = ranks_of(settler.game).tolist() if settler.shared else []
        self._lines: dict[tuple[str, int, int], Line] = {}
        self._shares: dict[tuple[int, tuple[bool, ...], bool], list[Line]] = {}
        self._bets: dict[tuple[int, ...], str] = {}
        self._words: dict[int, list[str]] = {}
        self._card = [
            [canonical({"event": "card", **_at(place), "card": str(card)}) for card in CARDS]
            for place in _places(seats)
        ]

    def of(self, made: Draft) -> Iterator[list[str]]:
        """The events of every round of a draft, before any fault."""
        rows = made.rows
        amounts = {wager: bets.tolist() for wager, bets in rows.bets.items()}
        lists = _Lists(
            rows.player.codes.tolist(), rows.dealer.codes.tolist(), rows.board.codes.tolist(), made.lines.tolist(), made.codes.tolist(),
            amounts, [bets for wager, bets in amounts.items() if not self.settler.game.wager(wager).by_choice],
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
        left = [iter(lists.hands[row]) for row in its_rows]
        left += [iter(lists.dealers[its_rows[0]]), iter(lists.boards[its_rows[0]])]
        said = [self._said(lists, row) for row in its_rows]
        events = [
            f'{{"event":"round","round":{number}{before}}}',
            *[self._bet(lists, seat, row) for seat, row in enumerate(its_rows, start=1)],
            f'{{"event":"no-more-bets"{after}}}',
        ]
        for places, decisions in self._turns:
            events += [self._card[place][next(left[place])] for place in places]
            events += [
                f'{{"event":"decision","seat":{place + 1},"action":"{said[place][point]}"}}'
                for place, point in decisions
                if point < len(said[place])
            ]
        return [*events, '{"event":"reveal"}', self._settlement(lists, its_rows, after), '{"event":"discard"}']

    def _meters(self, lists: _Lists, row: int, part: int) -> str:
        """The meters of an event, before they are fed or after; nothing where there are none."""
        stands = {meter: amount_text(of[part][row]) for meter, of in lists.meters.items()}
        return f',"meters":{canonical(stands)}' if stands else ""

    def _bet(self, lists: _Lists, seat: int, row: int) -> str:
        """The event of a seat's bets before the deal; with its line they say what it has made by decisions too."""
        key = (seat, lists.lines[row], *[bets[row] for bets in lists.early])
        text = self._bets.get(key)
        if text is None:
            game = self.settler.game
            made = {wager: bets[row] for wager, bets in lists.amounts.items() if bets[row]}
            before = with_line(made, game.lines[lists.lines[row]], -made.get(game.base, 0))
            bets = {wager: amount_text(cents) for wager, cents in before.items()}
            text = canonical({"event": "bet", "seat": seat, "bets": bets})
            if len(self._bets) < MOST_REMEMBERED:
                self._bets[key] = text
        return text

    def _said(self, lists: _Lists, row: int) -> list[str]:
        """What a seat says at each of its decision points: it depends on its facts, or on the cards that it sets."""
        game, code = self.settler.game, lists.codes[row]
        words = self._words.get(code)
        if words is None:
            view = view_of(game, lists.hands[row], lists.dealers[row], lists.boards[row])
            line = line_said(game, self.settler.rules, lists.lines[row], view)
            words = [choice.words for choice in line]
            if game.setting is None:
                self._words[code] = words
        return words

    def _settlement(self, lists: _Lists, its_rows: range, meters: str) -> str:
        """The event of the settlement."""
        shares, shared, known = self._shared(lists, its_rows), self.settler.shared, self._lines
        ledgers, house = [], 0
        for seat, row in enumerate(its_rows, start=1):
            net, lines, code = 0, [], lists.codes[row]
            for wager, bets in lists.amounts.items():
                if cents := bets[row]:
                    line = shares[row] if wager == shared else known.get((wager, cents, code))
                    text, won = line or self._line(wager, cents, code)
                    lines.append(text)
                    net += won
            ledgers.append(f'{{"seat":{seat},"lines":[{",".join(lines)}],"net":"{amount_text(net)}"}}')
            house -= net
        return f'{{"event":"settle","seats":[{",".join(ledgers)}],"house_net":"{amount_text(house)}"{meters}}}'

    def _line(self, wager: str, cents: int, code: int) -> Line:
        """A ledger line that depends on its own amount and its seat's facts alone, from now on known."""
        line = self.settler.line(wager, cents, code)
        assert line is not None, "a meter pays"
        written = _written(line)
        if len(self._lines) < MOST_REMEMBERED:
            self._lines[wager, cents, code] = written
        return written

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


def _places(seats: int) -> list[str]:
    """Where cards go: the seats, the dealer and the board."""
    return [*map(str, range(1, seats + 1)), DEALER, BOARD]


def _at(place: str) -> dict[str, int | str]:
    """A place as an event names it."""
    return {"seat": int(place)} if place.isdigit() else {"place": place}


def _plain(made: Draft) -> list[bool]:
    """Which rounds have lines that depend on nothing but their own seat's facts, or on how a shared wager ended."""
    plain = (made.rows.status == PLAYED) & ~made.by_engine
    found: list[bool] = plain.reshape(made.rounds, made.seats).all(axis=1).tolist()
    return found


def _turns(settler: Settler, seats: int) -> list[Turns]:
    """The cards and the decisions of a round as the round engine has them, where every seat decides to the last point."""
    states = tuple(SeatState(number, {}) for number in range(1, seats + 1))
    round_, turns = Round(settler.game, settler.rules, seats=states, phase=Kind.CARD), list[Turns]()
    cards = iter(settler.game.deck.cards)
    while round_.phase in (Kind.CARD, Kind.DECISION):
        if seat := round_.to_decide:
            turns[-1][1].append((seat.number - 1, len(seat.line)))
            round_ = round_.with_choice(seat.number, CHECK).proceed()
            continue
        if not turns or turns[-1][1]:
            turns.append(([], []))
        turns[-1][0].append(_places(seats).index(round_.next_place))
        round_ = round_.apply(Move(Kind.CARD, round_.next_place, next(cards)))
    return turns
