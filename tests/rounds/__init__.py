"""Rounds for tests: played from named hands, from a shuffled deck, or recorded to a file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Hand, parse_cards
from tablegames.rounds.moves import Called, Kind, Move, Trouble
from tablegames.rounds.round import Round
from tablegames.rounds.session import Session
from tablegames.rounds.transcript import NO_HASH, Recorder, canonical, chain, decision_named
from tests.kit import all_tables, each_game

UNIT = 1_000
"""The Ante in cents, wherever nothing else is said."""


class Repeated(random.SystemRandom):
    """A generator that the engine takes for the system's, and that repeats itself: for records of committed decks that tests can foresee."""

    def __init__(self, seed: int) -> None:
        self._seeded = random.Random(seed)

    def random(self) -> float:
        return self._seeded.random()

    def getrandbits(self, k: int, /) -> int:
        return self._seeded.getrandbits(k)


class Script(NamedTuple):
    """What one seat does: its bets in cents, its cards, and its decisions in words."""

    bets: Mapping[str, int]
    cards: str
    actions: Sequence[str] = ()


def main_bets(game: Game, ante: int = UNIT) -> dict[str, int]:
    """The required wagers, all equal."""
    return {wager.id: ante for wager in game.wagers if wager.required}


def begun(
    game: Game, rules: Rules, bets: Mapping[int, Mapping[str, int]], meters: Mapping[str, int] | None = None
) -> Round:
    """A round after "no more bets"."""
    round_ = Round(game, rules, dict(meters or {}))
    for number, own in bets.items():
        round_ = round_.apply(Move(Kind.BET, str(number), own))
    return round_.apply(Move(Kind.NO_MORE_BETS))


def dealt(round_: Round, deck: Sequence[Card]) -> Round:
    """The round with cards from the top of a deck, where the rules send them, until none is due; seen ones are passed over."""
    for card in deck:
        if round_.phase is not Kind.CARD:
            break
        if not round_.seen >> card & 1:
            round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))
    assert round_.phase is not Kind.CARD
    return round_


def decided(round_: Round, action: str) -> Round:
    """The round after the decision, in words, of the seat whose turn it is."""
    seat = round_.to_decide
    assert seat is not None, f"nobody to {action}"
    place = str(seat.number)
    return round_.apply(Move(Kind.DECISION, place, decision_named(round_, place, action)))


def ended(round_: Round) -> Round:
    """The round revealed, settled and discarded."""
    for kind in (Kind.REVEAL, Kind.SETTLE, Kind.DISCARD):
        round_ = round_.apply(Move(kind))
    return round_


def script(
    game: Game,
    rules: Rules,
    seats: Mapping[int, Script],
    dealer: str,
    board: str = "",
    meters: Mapping[str, int] | None = None,
) -> Iterator[tuple[Move, Round]]:
    """Each move of a round from named hands, with the round after it."""
    hands = {str(number): list(parse_cards(each.cards)) for number, each in seats.items()}
    hands |= {"dealer": list(parse_cards(dealer)), "board": list(parse_cards(board))}
    actions = {number: list(each.actions) for number, each in seats.items()}
    round_ = Round(game, rules, dict(meters or {}))
    opening = [Move(Kind.BET, str(number), each.bets) for number, each in seats.items()]
    for move in (*opening, Move(Kind.NO_MORE_BETS)):
        round_ = round_.apply(move)
        yield move, round_
    while not round_.over:
        move = Move(round_.phase)
        if round_.phase is Kind.CARD:
            move = Move(Kind.CARD, round_.next_place, hands[round_.next_place].pop(0))
        elif round_.phase is Kind.DECISION:
            seat = round_.to_decide
            assert seat is not None
            place = str(seat.number)
            move = Move(Kind.DECISION, place, decision_named(round_, place, actions[seat.number].pop(0)))
        round_ = round_.apply(move)
        yield move, round_
    assert not any(hands.values()), f"cards not dealt: {hands}"
    assert not any(actions.values()), f"decisions not made: {actions}"


def scripted(
    game: Game,
    rules: Rules,
    seats: Mapping[int, Script],
    dealer: str,
    board: str = "",
    meters: Mapping[str, int] | None = None,
) -> Round:
    """A whole round from named hands."""
    return [after for _, after in script(game, rules, seats, dealer, board, meters)][-1]


def write_script(path: Path, game: Game, rules: Rules, moves: Sequence[tuple[Move, Round]]) -> str:
    """A record of one round from its moves; gives the head."""
    with path.open("x", encoding="ascii", newline="\n") as file:
        recorder = Recorder(file, game, rules)
        recorder.begin(moves[0][1]._replace(seats=()))
        for move, after in moves:
            recorder.move(move, after)
    return recorder.head


def any_decision(session: Session, choose: random.Random) -> str:
    """One of the actions of the seat whose turn it is."""
    return choose.choice(session.actions())


def play_on(session: Session, choose: random.Random) -> None:
    """The session's round to its end, by random legal decisions."""
    while not session.round.over:
        session.decide(any_decision(session, choose))


def write_session(
    path: Path,
    game: Game,
    *,
    rules: Rules | None = None,
    rounds: int = 3,
    seats: int = 2,
    seed: int = 1,
    commit: bool = False,
) -> str:
    """A record of some rounds of random play with every side wager; gives the head."""
    of = rules or all_tables(game)
    with path.open("x", encoding="ascii", newline="\n") as file:
        recorder = Recorder(file, game, of)
        session = Session(game, of, Repeated(seed), recorder, commit=commit)
        choose = random.Random(seed)
        for _ in range(rounds):
            meters = {**dict.fromkeys(game.meters, 1_000_000), **session.round.meters}
            session.begin([every_bet(game, of)] * seats, meters=meters)
            play_on(session, choose)
    return recorder.head


def every_bet(game: Game, rules: Rules, ante: int = UNIT) -> dict[str, int]:
    """Every wager that can be made before the deal."""
    stakes = {wager: table.stake for table in rules.paytables.values() if table.stake for wager in table.form.wagers}
    return {wager.id: stakes.get(wager.id, ante) for wager in game.wagers if not wager.by_choice}


def forged(path: Path, change: Any) -> Path:
    """A copy of a record whose events ``change`` has gone over, with every number and every hash computed anew."""
    events = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    for event in events:
        del event["hash"], event["n"]
    copy, before = path.with_name(f"forged-{path.name}"), NO_HASH
    with copy.open("w", encoding="ascii", newline="\n") as file:
        for number, event in enumerate(change(events)):
            body = canonical({"n": number, **event})[:-1]
            before = chain(before, body)
            file.write(f'{body},"hash":"{before}"}}\n')
    return copy


def trouble(round_: Round, what: Trouble, place: str = "", card: Card | None = None) -> Round:
    """The round after an irregularity."""
    return round_.apply(Move(Kind.IRREGULARITY, place, Called(what, card)))


def cards(text: str) -> Hand:
    """Cards from notation."""
    return parse_cards(text)


__all__ = [
    "UNIT",
    "Script",
    "all_tables",
    "any_decision",
    "begun",
    "cards",
    "dealt",
    "decided",
    "each_game",
    "ended",
    "every_bet",
    "forged",
    "main_bets",
    "play_on",
    "script",
    "scripted",
    "trouble",
    "write_script",
    "write_session",
]
