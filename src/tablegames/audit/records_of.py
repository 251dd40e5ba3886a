"""Made-up rounds as records: played by the round engine, and changed where a fault was planted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablegames.audit.draft import Draft
from tablegames.audit.faults import Impossible
from tablegames.audit.planting import Planted
from tablegames.audit.rows import NOT_GIVEN, VOID
from tablegames.core.cards import CARDS
from tablegames.core.money import format_amount
from tablegames.rounds.moves import DEALER, Kind, Move, Trouble
from tablegames.rounds.round import Round
from tablegames.rounds.transcript import Event, beginning, event_of


def faulty(draft: Draft, events: list[Event], fault: Planted) -> list[Event]:
    """The events of a round with a fault in them; they are changed."""
    seat = int(draft.rows.seat[fault.row])
    if isinstance(fault.kind, Impossible):
        return list(_impossible(draft, events, fault, seat))
    _line(events, seat, fault.wager)["net"] = format_amount(int(draft.paid[fault.wager][fault.row]))
    return events


def played(draft: Draft, number: int) -> Iterator[Event]:
    """The events of a round as the engine plays it from the draft's cards and decisions, before any fault."""
    rows, rules, game = draft.rows, draft.settler.rules, draft.game
    its_rows = draft.rows_of(number)
    first = its_rows[0]
    hands = {str(int(rows.seat[row])): list(rows.player.codes[row]) for row in its_rows}
    hands |= {DEALER: list(rows.dealer.codes[first]), "board": list(rows.board.codes[first])}
    decisions = {str(int(rows.seat[row])): row for row in its_rows}
    round_ = Round(game, rules, {meter: int(stands[first]) for meter, stands in rows.meters.items()})
    yield beginning(round_, draft.first_round + number)
    opening = [
        Move(
            Kind.BET, str(int(rows.seat[row])), {w: c for w, c in rows.bets_of(row).items() if w != draft.settler.later}
        )
        for row in its_rows
    ]
    for move in (*opening, Move(Kind.NO_MORE_BETS)):
        round_ = round_.apply(move)
        yield event_of(move, round_)
    while not round_.over:
        move = Move(round_.phase)
        if rows.status[first] == VOID:
            move = Move(Kind.IRREGULARITY, "", (Trouble.MISDEAL, None))
        elif round_.phase is Kind.CARD:
            move = Move(Kind.CARD, round_.next_place, CARDS[hands[round_.next_place].pop(0)])
        elif round_.to_decide:
            place = str(round_.to_decide.number)
            move = Move(Kind.DECISION, place, _decision(draft, round_, decisions[place]))
        round_ = round_.apply(move)
        yield event_of(move, round_)


def _decision(draft: Draft, round_: Round, row: int) -> Any:
    """A seat's decision at this stage: its raise where it may make it here, a check before, or its fold or best setting."""
    assert round_.to_decide is not None
    choices = round_.choices(round_.to_decide)
    if not draft.settler.later:
        return choices[0]
    multiple = int(draft.rows.bets[draft.settler.later][row]) // int(draft.rows.bets["ante"][row])
    return multiple if multiple in choices else None


def _impossible(draft: Draft, events: list[Event], fault: Planted, seat: int) -> Iterator[Event]:
    """The events with a fault that makes the round impossible."""
    kind, row, later = fault.kind, fault.row, draft.settler.later
    own = [event for event in events if event.get("seat") == seat]
    bet = next(event for event in own if event["event"] == "bet")
    decision = next((event for event in reversed(own) if event["event"] == "decision"), {})
    gone: list[Event] = []
    match kind:
        case Impossible.WRONG_COUNT:
            gone = [_first_card(own)]
            decision["action"] = decision["action"].replace(gone[0]["card"], "").strip()
        case Impossible.NOT_SET:
            decision["action"] = _set_wrongly(decision["action"])
        case Impossible.WAGERS:
            del bet["bets"]["ante"]
            _drop_line(events, seat, "ante")
        case Impossible.NOT_AT_EVERY_SEAT:
            for wager in (wager for wager in draft.settler.rules.where_offered if not draft.bets[wager][row]):
                bet["bets"].pop(wager, None)
                _drop_line(events, seat, wager)
        case Impossible.NO_DECISION:
            gone = [event for event in own if event["event"] == "decision"]
            _drop_line(events, seat, later)
        case Impossible.RAISE_AND_FOLD:
            place = events.index(decision) + 1
            events = [*events[:place], {"event": "decision", "seat": seat, "action": "fold"}, *events[place:]]
        case Impossible.ILLEGAL_RAISE:
            decision["action"] = f"{later} 9x"
            _line(events, seat, later)["bet"] = format_amount(int(draft.bets[later][row]))
        case Impossible.OUT_OF_TURN:
            stages = draft.game.stages((), draft.settler.rules)
            now = int(decision["action"].split()[1].removesuffix("x"))
            other = next(each for stage in stages for each in stage.decisions if each and now not in stage.decisions)
            decision["action"] = f"{later} {other}x"
        case Impossible.NO_DEALER:
            gone = [event for event in events if event.get("place") == DEALER]
        case Impossible.SEAT_NUMBER:
            for event in [*own, _ledger(events, seat)]:
                event["seat"] = 99
        case Impossible.UNEQUAL:
            made = max(
                each for each in draft.rows_of(fault.row // draft.seats) if draft.bets[draft.settler.shared][each]
            )
            changed = int(draft.rows.seat[made])
            amount = format_amount(int(draft.bets[draft.settler.shared][made]))
            next(each for each in events if each["event"] == "bet" and each["seat"] == changed)["bets"][
                draft.settler.shared
            ] = amount
            _line(events, changed, draft.settler.shared)["bet"] = amount
        case Impossible.PAID_WITHOUT_BET:
            wager = next(w for w, made in draft.bets.items() if not made[row] and draft.paid[w][row] != NOT_GIVEN)
            line = {
                **_line(events, seat, "ante"),
                "wager": wager,
                "bet": "0.00",
                "net": format_amount(int(draft.paid[wager][row])),
            }
            _ledger(events, seat)["lines"].append(line)
        case Impossible.PAYMENT_MISSING:
            _drop_line(events, seat, "ante")
        case Impossible.LEDGER_DIFFERS:
            line = _line(events, seat, "ante")
            line["bet"] = format_amount(int(draft.bets["ante"][row]) + 100)
        case Impossible.SEAT_ORDER:
            before = next(each for each in events if each["event"] == "bet" and each["seat"] == seat - 1)
            one, other = events.index(before), events.index(bet)
            events[one], events[other] = bet, before
        case Impossible.METER_MISSING:
            del events[0]["meters"]
        case Impossible.USED_BEFORE:
            events[0]["round"] = int(draft.id[row])
        case Impossible.NOT_COMPLETED:
            gone = [event for event in events if event["event"] == "discard"]
        case _:  # another first card
            card, new = _first_card(own), bytes(draft.cards["player"][row])[:2].decode()
            if "action" in decision:
                decision["action"] = decision["action"].replace(card["card"], new)
            card["card"] = new
    yield from (event for event in events if not any(event is each for each in gone))


def _first_card(own: list[Event]) -> Event:
    """The event of a seat's first card."""
    return next(event for event in own if event["event"] == "card")


def _set_wrongly(action: str) -> str:
    """The words of a set hand with two cards before the slash."""
    one, other, *rest = action.replace("/", " ").split()
    return f"{one} {other} / {' '.join(rest)}"


def _ledger(events: list[Event], seat: int) -> Event:
    """A seat's ledger."""
    ledger: Event = next(each for event in events for each in event.get("seats", ()) if each["seat"] == seat)
    return ledger


def _line(events: list[Event], seat: int, wager: str) -> Event:
    """A line of a seat's ledger."""
    line: Event = next(line for line in _ledger(events, seat)["lines"] if line["wager"] == wager)
    return line


def _drop_line(events: list[Event], seat: int, wager: str) -> None:
    """A seat's ledger without a line."""
    ledger = _ledger(events, seat)
    ledger["lines"] = [line for line in ledger["lines"] if line["wager"] != wager]
