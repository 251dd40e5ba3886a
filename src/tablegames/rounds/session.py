"""A session at one table: rounds one after another from shuffled decks, the meters carried on, everything recorded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Hand
from tablegames.core.law import Refused
from tablegames.core.wagers import MOST_CENTS, Bets
from tablegames.rounds.moves import Called, Kind, Move, SeatState, Trouble
from tablegames.rounds.round import Round
from tablegames.rounds.shuffle import Shuffled, check_secret, shuffled
from tablegames.rounds.transcript import Recorder, decision_named


class Session:
    """Plays rounds: the house's moves by itself, the seats' as they are told.

    ``source`` shuffles; ``recorder`` writes every event; with ``commit`` each deck is committed to before the bets and opened after,
    which is refused of a seeded source.

    >>> from tablegames.games import game_named
    >>> from tablegames.rounds.shuffle import generator
    >>> game = game_named("high-card-flush")
    >>> session = Session(game, game.default_rules(), generator(7))
    >>> session.begin([{"ante": 1000}])
    >>> session.decide("fold")
    >>> session.round.over, session.round.ledger.seats[0].net
    (True, -1000)
    """

    def __init__(
        self, game: Game, rules: Rules, source: random.Random, recorder: Recorder | None = None, *, commit: bool = False
    ) -> None:
        if commit:
            check_secret(source)
        self.game, self.rules, self.source, self.recorder, self.commit = game, rules, source, recorder, commit
        self.round = Round(game, rules)
        self.deck: Shuffled | None = None
        self._dealt = 0

    def begin(
        self,
        bets: Sequence[Bets] | Mapping[int, Bets],
        *,
        meters: Mapping[str, int] | None = None,
        deck: Shuffled | None = None,
    ) -> None:
        """A new round with the seats' bets (in order, or by seat number), dealt to the first decision.

        ``meters`` sets the meters, in cents; otherwise they stand as the last round left them.  ``deck`` is one that was shuffled, and
        committed to, before the bets were known.  Bets that are refused leave the session as it was.
        """
        if self.round.seats and not self.round.over:
            raise Refused("a round is running: it is played to its end first")
        if any(type(cents) is not int or not 0 <= cents <= MOST_CENTS for cents in (meters or {}).values()):
            raise Refused("a meter is whole cents, 0 or more")
        seats = bets if isinstance(bets, Mapping) else dict(enumerate(bets, start=1))
        fresh = Round(self.game, self.rules, dict(meters if meters is not None else self.round.meters))
        if self.recorder and self.recorder.rounds and dict(fresh.meters) != dict(self.round.meters):
            raise Refused("the meters stand as the last round left them: they are set in the first round only")
        trial = fresh
        for number, own in seats.items():
            trial = trial.apply(Move(Kind.BET, str(number), own))
        trial.verify(Move(Kind.NO_MORE_BETS))
        self.deck, self._dealt, self.round = deck or shuffled(self.game.deck, self.source), 0, fresh
        if self.recorder:
            self.recorder.begin(fresh, self.deck.commitment if self.commit else "")
        for number, own in seats.items():
            self.apply(Move(Kind.BET, str(number), own))
        self.apply(Move(Kind.NO_MORE_BETS))
        self.proceed()

    def resume(self, round_: Round, deck: Shuffled) -> None:
        """Go on with a round where it was left, from the deck that it is dealt from."""
        self.round, self.deck, self._dealt = round_, deck, 0  # cards that have left the shoe are passed over

    @property
    def turn(self) -> SeatState | None:
        """The seat that has to decide."""
        return self.round.to_decide

    def actions(self) -> list[str]:
        """The words of the choices of the seat whose turn it is."""
        seat = self.turn
        return [choice.words for choice in self.round.choices(seat)] if seat else []

    def decide(self, action: str) -> None:
        """The decision of the seat whose turn it is, in words; then everything up to the next decision or the end."""
        seat = self.turn
        place = str(seat.number) if seat else ""
        self.apply(Move(Kind.DECISION, place, decision_named(self.round, place, action)))
        self.proceed()

    def trouble(self, trouble: Trouble, place: str = "", card: Card | None = None) -> None:
        """An irregularity, and what its reading makes of it."""
        self.apply(Move(Kind.IRREGULARITY, place, Called(trouble, card)))
        self.proceed()

    def proceed(self) -> None:
        """The house's own moves: cards from the deck, the reveal, the settlement, the discard."""
        while not self.round.over and self.round.phase is not Kind.DECISION:
            if self.round.phase is Kind.CARD:
                self.apply(Move(Kind.CARD, self.round.next_place, self._draw()))
            else:
                self.apply(Move(self.round.phase))

    def apply(self, move: Move) -> None:
        """One move, applied and recorded."""
        after = self.round.apply(move)
        if self.recorder:
            self.recorder.move(move, after)
        self.round = after
        if self.recorder and after.over and self.commit and self.deck:
            self.recorder.opened(self.deck.cards, self.deck.salt)

    def _draw(self) -> Card:
        """The next card of the deck that has not left the shoe."""
        assert self.deck is not None
        cards: Hand = self.deck.cards
        while self.round.seen >> cards[self._dealt] & 1:
            self._dealt += 1
        self._dealt += 1
        return cards[self._dealt - 1]
