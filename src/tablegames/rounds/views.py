"""What each side of the table may see of a round: nothing leaks before the reveal."""

from __future__ import annotations

from typing import Any

from tablegames.contract.choices import in_words
from tablegames.core.cards import Hand
from tablegames.core.law import acts_on
from tablegames.core.money import format_amount
from tablegames.rounds.moves import Kind, SeatState
from tablegames.rounds.round import Round


def player_view(round_: Round, number: int) -> dict[str, Any]:
    """The round as one seat sees it: its own cards, the board, everyone's bets and decisions, and counts of hidden cards."""
    return _view(round_, own=number)


def dealer_view(round_: Round) -> dict[str, Any]:
    """The round as the dealer sees it: no face-down card, not even the dealer's own, before the reveal."""
    return _view(round_, own=None)


def is_revealed(round_: Round) -> bool:
    """Whether the hands lie open."""
    return round_.phase in (Kind.SETTLE, Kind.DISCARD)


@acts_on("dealing", "one_at_a_time")
def _view(round_: Round, own: int | None) -> dict[str, Any]:
    """The table with the cards that this side may see."""

    def cards(hand: Hand, *, shown: bool) -> dict[str, Any]:
        if shown:
            return {"cards": list(map(str, hand))}
        seen = [str(card) for card in hand if card in (*round_.exposed, *round_.upcards)]
        return {"hidden": len(hand) - len(seen), **({"exposed": seen} if seen else {})}

    revealed = is_revealed(round_)
    game = round_.game
    return {
        "game": game.id,
        "phase": round_.phase.value,
        "over": round_.over,
        "void": round_.void,
        "board": list(map(str, round_.board)),
        "dealer": cards(round_.dealer, shown=revealed),
        "seats": [
            {
                "seat": seat.number,
                "bets": {wager: format_amount(cents) for wager, cents in round_.bets_of(seat).items()},
                "decision": _decision(round_, seat, shown=revealed or seat.number == own) if seat.decided else None,
                **cards(seat.cards, shown=revealed or seat.number == own),
            }
            for seat in round_.seats
        ],
        "meters": {meter: format_amount(cents) for meter, cents in round_.meters.items()},
    }


def _decision(round_: Round, seat: SeatState, *, shown: bool) -> str:
    """What a seat has decided, in words; a setting shows cards, so that it stays hidden with them."""
    return in_words(seat.line) if shown or round_.game.setting is None else "set"
