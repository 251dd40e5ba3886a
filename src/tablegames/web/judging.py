"""A ruling on a table: for every seat what it holds, who wins and why, and with bets what is owed; faults stay with their fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from tablegames.asks.rulings import CANNOT_BE_JUDGED, SeatRequest, compare_hands, paid_and_owed, rank_hand, settle_table
from tablegames.contract.choices import View, is_fold
from tablegames.contract.facts import Seat
from tablegames.contract.game import Evaluation, Game
from tablegames.contract.layout import decide, legal_lines
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand, format_cards
from tablegames.core.law import Refused
from tablegames.core.money import format_amount
from tablegames.core.ranking import Comparison, Ranking
from tablegames.core.wagers import Ledger, TableLedger
from tablegames.web.table import BOARD, DEALER, Place, Table

UNIT = 100


class Held(NamedTuple):
    """What lies at one place, what it is, and which cards make it."""

    place: Place
    hand: Hand
    board: Hand
    evaluation: Evaluation | None
    """The game's own named tuple; none where so many cards cannot be ranked."""


class Payment(NamedTuple):
    """What was paid against what is owed, over all wagers that were checked: a headline, and the sums as amounts."""

    headline: str
    paid: str
    owed: str
    difference: str


@dataclass(frozen=True)
class Ruling:
    """What is ruled of one seat."""

    held: Held
    comparison: Comparison | None
    ledger: Ledger | None
    decision: str
    paid: Mapping[str, Mapping[str, str]]
    payment: Payment | None
    """What comes of the wagers in ``paid`` together; none where nothing was told."""
    verdict: str
    """Who wins and why, in one sentence; empty while cards are missing."""
    staying: Ledger | None
    """Where no wagers are told, what becomes of the main game's for a seat that stays in; its amounts are of one unit."""


@dataclass(frozen=True)
class Judgement:
    """The ruling on a table as far as its cards go, and what is wrong or missing."""

    table: Table
    rules: Rules
    dealer: Held | None
    seats: tuple[Ruling, ...]
    settled: TableLedger | None
    faults: Mapping[str, str]
    """What is wrong with a field, by field."""
    missing: tuple[str, ...]
    refused: tuple[str, ...]
    """Why there is no ruling at all: what was chosen and is not there, a sentence each."""
    cites: tuple[str, ...]
    """The paragraphs, trade rules and readings that the ruling rests on, in the order of its parts."""


def judge(table: Table, base: Rules, wrong: Mapping[str, str] = MappingProxyType({})) -> Judgement:
    """The ruling on a table under some rules and what its own fields choose; none where a choice is ``wrong``, for other rules were not asked for."""
    rules, faults = table.chosen(base)
    faults |= wrong
    if faults:
        refused = tuple(faults.values())
        return Judgement(table, rules, None, (), None, faults | table.read[1], _missing(table), refused, ())
    faults |= table.read[1]
    hands = table.hands
    board = hands.get(BOARD, ())
    held = {
        field: _held(table.game, rules, place, hands[field], board)
        for field, place in table.places.items()
        if field != BOARD
        and (hands.get(field) or (field in table.seat_fields and field in hands and table.folds(field)))
    }
    settled = _Settled(table, rules, faults)
    seats = tuple(
        _ruling(table, rules, held[field], held.get(DEALER), settled) for field in table.seat_fields if field in held
    )
    cites = [cite for seat in seats for cite in _cites(seat)]
    dealer = held.get(DEALER)
    return Judgement(
        table, rules, dealer, seats, settled.table, settled.faults, _missing(table), (), tuple(dict.fromkeys(cites))
    )


def _held(game: Game, rules: Rules, place: Place, hand: Hand, board: Hand) -> Held:
    """The cards of a place with the board, ranked where so many can be."""
    rankable = (len(hand), len(board)) in game.rankable and len(hand) == place.needed
    evaluation = rank_hand(game, rules, format_cards(hand), format_cards(board)).evaluation if rankable else None
    return Held(place, hand, board if game.board_cards else (), evaluation)


class _Settled:
    """The settlement of the seats that have bets: their ledgers by field, and what is wrong with a field of any."""

    def __init__(self, table: Table, rules: Rules, faults: dict[str, str]) -> None:
        self.faults = faults
        self.ledgers: dict[str, Ledger] = {}
        self.decisions: dict[str, str] = {}
        self.folded: set[str] = set()
        self.paid: dict[str, dict[str, dict[str, str]]] = {}
        self.table: TableLedger | None = None
        wagers = [wager.id for wager in table.game.wagers]
        requests: dict[str, SeatRequest] = {}
        for field in table.seat_fields:
            bets, wrong = table.amounts(field, wagers)
            fold = f"{field}.fold" in table.fields
            faults |= wrong
            if not wrong and (bets or fold) and table.enough(field):
                requests[field] = SeatRequest(table.fields.get(field, ""), bets, fold)
        meters, wrong = table.amounts("meter", table.game.meters)
        faults |= wrong
        requests = {field: seat for field, seat in requests.items() if self._stands(table, rules, field, seat)}
        self._check_table(table, rules, requests)
        ready = table.enough(DEALER) and (not table.game.board_cards or table.enough(BOARD))
        if requests and ready and not faults:
            self._settle(table, rules, requests, meters)

    def _stands(self, table: Table, rules: Rules, field: str, seat: SeatRequest) -> bool:
        """Whether a seat's wagers can stand; otherwise the fault is noted at the wager that it names."""
        try:
            table.game.verify_bets(seat.bets, rules)
            view = View(table.hands[field], table.hands.get(BOARD, ()))
            decide(table.game, view, seat.bets, rules, fold=seat.fold)
        except Refused as refused:
            self._note(table, field, refused)
            return False
        return True

    def _check_table(self, table: Table, rules: Rules, requests: Mapping[str, SeatRequest]) -> None:
        """Note what the seats cannot have bet together, at the seat that it names, or at the first."""
        named = {table.places[field].name: field for field in requests}
        try:
            table.game.verify_table({name: requests[field].bets for name, field in named.items()}, rules)
        except Refused as refused:
            at = named.get(refused.message.partition(":")[0]) or next(iter(requests))
            self._note(table, at, refused)

    def _settle(
        self, table: Table, rules: Rules, requests: Mapping[str, SeatRequest], meters: Mapping[str, int]
    ) -> None:
        """Settle the seats that bet, in deal order, and check what was paid."""
        texts = (table.fields.get(DEALER, ""), table.fields.get(BOARD, ""))
        try:
            ruling = settle_table(
                table.game, rules, list(requests.values()), dealer=texts[0], board=texts[1], meters=meters
            )
        except Refused as refused:
            self._note(table, next(iter(requests)), refused)
            return
        self.table = ruling.table
        for field, seat in zip(requests, ruling.seats, strict=True):
            self.ledgers[field], self.decisions[field] = seat.ledger, seat.decision
            self.folded |= {field} if seat.folded else set()
            paid, wrong = table.amounts(f"{field}.paid", [wager.id for wager in table.game.wagers], signed=True)
            self.faults |= wrong
            try:
                self.paid[field] = paid_and_owed(seat.ledger, paid, stakes=True)
            except Refused as refused:
                self.faults[f"{field}.paid.{next(iter(paid))}"] = str(refused)

    def _note(self, table: Table, field: str, refused: Refused) -> None:
        """The fault beside the wager that its sentence names, or beside the seat's first."""
        wagers = [wager.id for wager in table.game.wagers]
        named = [wager for wager in wagers if f" {wager}" in f" {refused.message}" and wager != table.game.base]
        self.faults[f"{field}.{(named or [table.game.base])[0]}"] = str(refused)


def _ruling(table: Table, rules: Rules, seat: Held, dealer: Held | None, settled: _Settled) -> Ruling:
    """What is ruled of one seat."""
    field = seat.place.field
    ledger, decision = settled.ledgers.get(field), settled.decisions.get(field, "")
    as_set = "/" in table.fields.get(field, "")  # a hand set otherwise than at its best is only settled so
    comparison = None
    board_known = not table.game.board_cards or table.whole(BOARD)
    if seat.evaluation and dealer and dealer.evaluation and board_known:
        texts = [format_cards(cards) for cards in (seat.hand, dealer.hand, seat.board)]
        comparison = compare_hands(table.game, rules, *texts).comparison
    return Ruling(
        seat,
        comparison,
        ledger,
        decision,
        settled.paid.get(field, {}),
        payment_of(settled.paid.get(field, {})),
        _verdict(seat.place, comparison, ledger, folded=field in settled.folded),
        _staying(table.game, rules, seat, dealer.hand) if comparison and dealer and not (ledger or as_set) else None,
    )


def payment_of(paid: Mapping[str, Mapping[str, str]]) -> Payment | None:
    """The headline and the sums of what was paid; below zero is what the house takes, or is owed.

    >>> told = {"ante": {"paid": "35.00", "owed": "10.00", "difference": "25.00"}, "odds": {"paid": "0.00", "owed": "5.00", "difference": "-5.00"}}
    >>> payment_of(told)
    Payment(headline='ante overpaid by 25.00; odds underpaid by 5.00', paid='35.00', owed='15.00', difference='20.00')
    >>> payment_of({"ante": {"paid": "0.00", "owed": "-10.00", "difference": "10.00"}}).headline
    'ante: take the stake, 10.00 is owed to the house'
    """
    if not paid:
        return None
    judged = {wager: sums for wager, sums in paid.items() if sums["owed"] != CANNOT_BE_JUDGED}
    wrong = [_wrong(wager.replace("-", " "), *map(_cents, sums.values())) for wager, sums in judged.items()]
    wrong += [f"{wager.replace('-', ' ')} {CANNOT_BE_JUDGED}" for wager in paid if wager not in judged]
    totals = [
        format_amount(sum(_cents(sums[what]) for sums in judged.values())) for what in ("paid", "owed", "difference")
    ]
    return Payment("; ".join(filter(None, wrong)) or "paid as owed", *totals)


def _wrong(wager: str, paid: int, owed: int, difference: int) -> str:
    """What is wrong with what was paid on a wager, and so what is still to be done; empty where nothing is.  All in cents."""
    amount = format_amount(abs(difference))
    if not difference:
        return ""
    if owed < 0 and difference < 0:
        return f"{wager}: give back {amount}, which is more than the stake that was lost"
    if owed < 0:
        what = "the rest of the stake" if paid < 0 else "the stake and what was paid" if paid else "the stake"
        return f"{wager}: take {what}, {amount} is owed to the house"
    if paid < 0:
        return f"{wager}: the stake was not lost, {amount} is owed to the player"
    return f"{wager} {'overpaid' if difference > 0 else 'underpaid'} by {amount}"


def _cents(amount: str) -> int:
    """An amount that may be below zero, in cents."""
    return int(Fraction(amount) * 100)


def _staying(game: Game, rules: Rules, seat: Held, dealer: Hand) -> Ledger | None:
    """The main game's wagers of a seat that stays in to the end, as the dealer's qualifying decides them too."""
    lines = legal_lines(game, View(seat.hand, seat.board), rules)
    to_the_end = [line for line in lines if len(line) == len(game.points) and not is_fold(line)]
    if not to_the_end:  # the house allows no raise so late
        return None
    facts = game.facts_of(Deal(seat.hand, dealer, seat.board), to_the_end[0], rules)
    return game.settle([Seat(facts, game.main_bets(facts, UNIT))], {}, rules).seats[0]


def _verdict(place: Place, comparison: Comparison | None, ledger: Ledger | None, *, folded: bool) -> str:
    """Who wins and why, in one sentence."""
    parts = []
    if folded:
        parts.append(f"{place.name} folded")
    elif comparison:
        who = {1: f"{place.name} is higher", -1: "The dealer is higher", 0: "Neither is higher"}[comparison.result]
        reason = comparison.reason.removeprefix("tie: ")
        parts.append(f"{who}: {reason.replace('the first hand', place.name).replace('the second hand', 'the dealer')}")
    if ledger:
        without = ", without what cannot be judged" if ledger.unjudged else ""
        parts.append(f"net {'+' if ledger.net > 0 else ''}{format_amount(ledger.net)}{without}")
    return "; ".join(parts)


def _cites(ruling: Ruling) -> list[str]:
    """What the ruling on one seat rests on."""
    found = list(ruling.comparison.cites) if ruling.comparison else []
    for value in ruling.held.evaluation or ():
        found += value.cites if isinstance(value, Ranking) else ()
    ledger = ruling.ledger or ruling.staying
    for line in ledger.lines if ledger else ():
        found += line.cites
    return found


def _missing(table: Table) -> tuple[str, ...]:
    """How many cards each place still needs, where any lies on the table."""
    if not table.used:
        return ()
    missing = {
        place.name: place.needed - len(table.hands.get(field, ()))
        for field, place in table.places.items()
        if not table.enough(field)
    }
    return tuple(f"{name} needs {count} more" for name, count in missing.items() if count > 0)
