"""What a player sees of his session: all his seats, and nothing that lies face down.

The head of the chain is shown between rounds only: it covers the cards that lie face down, and they are few enough to be tried.
"""

from __future__ import annotations

from typing import Any

from tablegames.core.money import format_amount
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.transcript import event_of
from tablegames.rounds.views import player_view
from tablegames.web.store.kept import Kept

Seen = dict[str, Any]
PLAY_MONEY = "play money: nothing is won or lost but practice"


def seen(kept: Kept) -> Seen:
    """A session as its player sees it; amounts as text."""
    row = kept.row
    between = {} if kept.open else {"commitment": kept.shoe.commitment, "head": row.head}
    return {
        "session": row.id,
        "game": row.game,
        "money": PLAY_MONEY,
        "bankroll": format_amount(row.bankroll),
        "available": format_amount(kept.available),
        "rounds": row.rounds,
        "events": row.events,
        **between,
        "round": _round_seen(kept) if kept.last is not None else None,
    }


def _round_seen(kept: Kept) -> Seen:
    """The last round: what may be seen of it, whose turn it is, and what came of it."""
    round_, last = kept.session.round, kept.last
    assert last is not None
    shown: Seen = {"number": last.number, "commitment": kept.commitment, **_table_seen(round_)}
    if (turn := kept.session.turn) is not None:
        shown["turn"] = {"seat": turn.number, "actions": _actions(kept)}
    if round_.over:
        deck = kept.session.deck
        assert deck is not None
        ledger = event_of(Move(Kind.SETTLE), round_)
        del ledger["event"]
        shown |= {
            "net": format_amount(last.net),
            "ledger": ledger,
            "deck": {"cards": list(map(str, deck.cards)), "salt": deck.salt},
        }
    return shown


def _table_seen(round_: Round) -> Seen:
    """The table from all its seats, which are one player's."""
    view = player_view(round_, 0)
    own = {seat.number: player_view(round_, seat.number) for seat in round_.seats}
    view["seats"] = [own[seat["seat"]]["seats"][at] for at, seat in enumerate(view["seats"])]
    del view["game"]
    return view


def _actions(kept: Kept) -> list[str]:
    """The words of what the seat whose turn it is may do, as far as the bankroll goes."""
    session = kept.session
    assert session.turn is not None
    choices = session.round.choices(session.turn)
    return [
        words for choice, words in zip(choices, session.actions(), strict=True) if kept.cost(choice) <= kept.available
    ]
