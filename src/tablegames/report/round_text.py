"""A round as text: each event in words, with the paragraph or rule by which it happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablegames.asks.records import RecordedRound
from tablegames.contract.game import Game
from tablegames.core.cards import parse_cards
from tablegames.core.law import format_cite
from tablegames.report.text import cards_text, cites_text
from tablegames.rounds.moves import READING_OF, Trouble
from tablegames.rounds.round import Round
from tablegames.rounds.transcript import Event


def round_lines(game: Game, recorded: RecordedRound) -> Iterator[str]:
    """A recorded round, event by event."""
    for event, state in zip(recorded.events, recorded.states, strict=True):
        yield from event_lines(game, event, state)


def event_lines(game: Game, event: Event, after: Round) -> Iterator[str]:
    """One event in words."""
    who = f"seat {event['seat']}" if "seat" in event else event.get("place", "")
    match event["event"]:
        case "round":
            published = f"; the deck is committed to: {event['commitment']}" if "commitment" in event else ""
            yield f"Round {event['round']}{published}"
        case "bet":
            yield f"  {who} bets {_amounts(event['bets'])}  ({format_cite(game.betting)})"
        case "no-more-bets":
            meters = f"; {_amounts(event['meters'])} on the meter" if "meters" in event else ""
            cite = "680a.9(b)" if "680a.9(b)" in game.law else game.betting
            yield f"  no more bets{meters}  ({format_cite(cite)})"
        case "card":
            yield f"  {who}: {cards_text(parse_cards(event['card']))}"
        case "decision":
            yield f"  {who}: {_action(event['action'])}  ({format_cite(game.deciding)})"
        case "reveal":
            yield "  the hands are revealed"
            yield from (f"    seat {seat.number}: {cards_text(seat.cards)}" for seat in after.seats)
            yield f"    dealer: {cards_text(after.dealer)}"
        case "settle":
            yield from settlement_lines(event)
        case "discard":
            yield "  the cards go to the discard rack"
        case "deck":
            yield f"  the deck is opened: {event['cards']}; salt {event['salt']}"
        case "irregularity":
            yield from _trouble(event, who)


def settlement_lines(event: Mapping[str, Any]) -> Iterator[str]:
    """A settlement, a line for each wager."""
    for seat in event["seats"]:
        yield f"  seat {seat['seat']}: net {seat['net']}"
        for line in seat["lines"]:
            note = f"; {line['note']}" if "note" in line else ""
            words = ", ".join(dict.fromkeys((line["result"], line["row"], line["pays"])))
            by = f"{cites_text(line['cites'])}; {line['source']}"
            yield f"    {line['wager']} {line['bet']}: {words}, net {line['net']}{note}  ({by})"
    yield f"  house net {event['house_net']}"
    for meter, amount in event.get("meters", {}).items():
        yield f"  meter {meter} stands at {amount}"


def _trouble(event: Event, who: str) -> Iterator[str]:
    """An irregularity and what became of the round."""
    card = f", {event['card']}" if "card" in event else ""
    place = f" at {who}" if who else ""
    reading = format_cite(READING_OF[Trouble(event["irregularity"])])
    outcome = "the round is void, every wager is returned" if "void" in event else "the round goes on"
    yield f"  irregularity{place}: {event['irregularity']}{card}; {outcome}  ({reading})"
    if "void" in event:
        yield from settlement_lines(event)


def _action(action: str) -> str:
    """A decision, a setting with its cards in signs."""
    if "/" not in action:
        return action
    return " / ".join(cards_text(parse_cards(part)) for part in action.split("/"))


def _amounts(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{wager} {amount}" for wager, amount in amounts.items())
