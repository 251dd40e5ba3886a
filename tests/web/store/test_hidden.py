"""Nothing that a player is told before the reveal depends on what lies face down."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tablegames.contract.game import Game
from tablegames.core.cards import Card
from tablegames.core.law import Refused
from tablegames.web.problems import Problem
from tablegames.web.store import Store
from tablegames.web.store.play import Play
from tests.kit import each_game
from tests.web.store import ME, Seen, begun, decided, opened

SALT = f"{7:064x}"


class Stacked(random.SystemRandom):
    """A source that puts the deck in a given order, with a known salt."""

    order: list[Card]

    def shuffle(self, cards: Any) -> None:
        cards[:] = self.order

    def getrandbits(self, k: int, /) -> int:
        return 7


def told(store: Store, game: Game, order: list[Card], player: str) -> list[Seen]:
    """All that a player can be told while two seats play from a deck in this order, up to the last decision."""
    source = Stacked()
    source.order = order
    store.play = Play(store.database, source, clock=lambda: 0)
    between = opened(store, game, player)
    seen = begun(store, game, between, player, seats=2)
    answers: list[Seen] = [between]
    while seen["round"].get("turn"):
        answers += [seen, store.play.seen(player, seen["session"]), *_asked(store, player, seen)]
        seen = decided(store, seen, player, which=-1)
    return answers


def _asked(store: Store, player: str, seen: Seen) -> list[Any]:
    """Everything else that can be asked of an open round."""
    session, turn = seen["session"], seen["round"]["turn"]["seat"]
    asks: list[Callable[[], Any]] = [
        lambda: store.play.sessions(player),
        lambda: [each._asdict() for each in store.play.history(player, session)],
        lambda: [each.events for each in store.play.recall(player, session)],
        lambda: store.play.recalled(player, session, 1).events,
        lambda: store.play.transcript(player, session).decode(),
        lambda: store.play.verify(player, session),
        lambda: store.play.verify(player, session, "0" * 64),
        lambda: store.play.act(player, session, 1, 3 - turn, "fold", key="x"),
        lambda: store.play.act(player, session, 1, turn, "As / Ks", key="x"),
        lambda: store.play.act(player, session, 1, turn, "As Ks Qs / Js Ts", key="x"),
        lambda: store.play.act(player, session, 1, turn, "As Ks 2s 3d 4h / Js Ts", key="x"),
    ]
    answers: list[Any] = []
    for ask in asks:
        try:
            answers.append(ask())
        except (Refused, Problem) as error:
            answers.append(f"{type(error).__name__} {error}")
    return answers


def _hidden(game: Game, order: list[Card]) -> set[int]:
    """The places in the deck of what two seats never see before the reveal: the dealer's cards, and what is not dealt."""
    from tablegames.rounds.round import Round
    from tablegames.rounds.session import Session
    from tablegames.rounds.shuffle import Shuffled
    from tests.web.store import bets

    session = Session(game, game.default_rules(), random.Random(0))
    session.begin(bets(game, 2), deck=Shuffled(tuple(order), SALT))
    while session.turn:
        session.decide(session.actions()[-1])
    end: Round = session.round
    own = {card for seat in end.seats for card in seat.cards} | set(end.board)
    return {at for at, card in enumerate(order) if card not in own}


@each_game
def test_two_decks_that_differ_face_down_only_are_told_alike(store: Store, game: Game) -> None:
    order = list(game.deck.cards)
    random.Random(5).shuffle(order)
    hidden = sorted(_hidden(game, order))
    other = list(order)
    for at, come_from in zip(hidden, hidden[1:] + hidden[:1], strict=True):
        other[at] = order[come_from]
    assert other != order
    said = []
    for player, deck in (("one", order), ("two", other)):
        answers = told(store, game, deck, player)
        text = json.dumps(answers)
        for seen in answers:  # what is random on purpose, or hides behind the salt
            if isinstance(seen, dict):
                for value in filter(
                    None, (seen.get("session"), seen.get("commitment"), (seen.get("round") or {}).get("commitment"))
                ):
                    text = text.replace(value, "-")
        assert SALT not in text
        said.append(text)
    assert said[0] == said[1]
    assert '"hidden": ' in said[0]


@each_game
def test_the_head_is_shown_between_rounds_only(store: Store, game: Game) -> None:
    seen = begun(store, game, opened(store, game))
    text = json.dumps([seen, store.play.verify(ME, seen["session"])])
    with store.database.reading() as rows:
        from sqlalchemy import select

        from tablegames.web.store.models import SessionRow

        head, salt = rows.execute(select(SessionRow.head, SessionRow.salt)).one()
    assert head not in text
    assert salt not in text
    over = seen
    while "turn" in over["round"]:
        over = decided(store, over)
    assert over["head"] == store.play.verify(ME, seen["session"])["head"]
    with pytest.raises(Problem, match="not the one with this commitment"):
        store.play.begin(ME, seen["session"], {1: {"ante": 1000}}, key="9", commitment=over["round"]["commitment"])
