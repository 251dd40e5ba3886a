"""Made-up rounds as records: played by the round engine, and changed where a fault was planted."""

from __future__ import annotations

from collections.abc import Iterator

from tablegames.audit.draft import Draft
from tablegames.audit.faults import Impossible
from tablegames.audit.planting import TOO_MUCH, Planted, last_chosen, turned
from tablegames.audit.rows import NOT_GIVEN, VOID
from tablegames.contract.choices import added, with_line
from tablegames.contract.game import Game
from tablegames.core.cards import CARDS
from tablegames.core.money import format_amount
from tablegames.rounds.moves import DEALER, Called, Kind, Move, Trouble
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
    void = rows.status[first] == VOID
    lines = {str(int(rows.seat[row])): () if void else draft.line(row) for row in its_rows}
    round_ = Round(game, rules, {meter: int(stands[first]) for meter, stands in rows.meters.items()})
    yield beginning(round_, draft.first_round + number)
    opening = []
    for row, (place, line) in zip(its_rows, lines.items(), strict=True):
        bets = rows.bets_of(row)
        opening.append(Move(Kind.BET, place, with_line(bets, line, -bets.get(game.base, 0))))
    for move in (*opening, Move(Kind.NO_MORE_BETS)):
        round_ = round_.apply(move)
        yield event_of(move, round_)
    while not round_.over:
        move = Move(round_.phase)
        if void:
            move = Move(Kind.IRREGULARITY, "", Called(Trouble.MISDEAL))
        elif round_.phase is Kind.CARD:
            move = Move(Kind.CARD, round_.next_place, CARDS[hands[round_.next_place].pop(0)])
        elif round_.to_decide:
            seat = round_.to_decide
            move = Move(Kind.DECISION, str(seat.number), lines[str(seat.number)][len(seat.line)])
        round_ = round_.apply(move)
        yield event_of(move, round_)


def _impossible(draft: Draft, events: list[Event], fault: Planted, seat: int) -> Iterator[Event]:
    """The events with a fault that makes the round impossible."""
    kind, row, base = fault.kind, fault.row, draft.game.base
    own = [event for event in events if event.get("seat") == seat]
    bet = next(event for event in own if event["event"] == "bet")
    decisions = [event for event in own if event["event"] == "decision"]
    decision = decisions[-1] if decisions else {}
    gone: list[Event] = []
    match kind:
        case Impossible.WRONG_COUNT:
            gone = [_first_card(own)]
            decision["action"] = decision["action"].replace(gone[0]["card"], "").strip()
        case Impossible.NOT_SET:
            decision["action"] = _set_wrongly(draft.game, decision["action"])
        case Impossible.WAGERS:
            del bet["bets"][base]
            _drop_line(events, seat, base)
        case Impossible.NOT_AT_EVERY_SEAT:
            for wager in (wager for wager in draft.settler.rules.where_offered if not draft.bets[wager][row]):
                bet["bets"].pop(wager, None)
                _drop_line(events, seat, wager)
        case Impossible.NO_DECISION:
            gone = decisions
            for wager in draft.game.chosen_wagers:
                _drop_line(events, seat, wager)
        case Impossible.BET_AND_FOLD:
            place = next(place for place, event in enumerate(events, start=1) if event is decision)
            events = [*events[:place], {"event": "decision", "seat": seat, "action": "fold"}, *events[place:]]
        case Impossible.NOT_ALLOWED:
            wager = last_chosen(draft, row)
            making = next(place for place, choice in enumerate(draft.line(row)) if wager in added((choice,)))
            decisions[making]["action"] = f"{wager} {TOO_MUCH}x"
            _line(events, seat, wager)["bet"] = format_amount(int(draft.bets[wager][row]))
        case Impossible.OUT_OF_TURN:
            elsewhere = turned(draft, row)
            assert elsewhere is not None, "a fault that was planted"
            decision["action"] = elsewhere.words
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
                **_line(events, seat, base),
                "wager": wager,
                "bet": "0.00",
                "net": format_amount(int(draft.paid[wager][row])),
            }
            _ledger(events, seat)["lines"].append(line)
        case Impossible.PAYMENT_MISSING:
            _drop_line(events, seat, base)
        case Impossible.LEDGER_DIFFERS:
            line = _line(events, seat, base)
            line["bet"] = format_amount(int(draft.bets[base][row]) + 100)
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


def _set_wrongly(game: Game, action: str) -> str:
    """The words of a set hand with one card too few before the slash."""
    assert game.setting is not None, f"no hand of {game.name} is set in two parts"
    cards, few = action.replace("/", " ").split(), game.setting.sizes[0] - 1
    return f"{' '.join(cards[:few])} / {' '.join(cards[few:])}"


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
