"""A round as a value: who has bet what, which cards lie where, what may happen next.

A round never changes; :meth:`Round.apply` gives the next one.  Every event is a :class:`Move`: bets, "no more bets", a card (a
move by chance), a decision, the reveal, the settlement, the discard, and irregularities.  ``moves`` lists what is legal, ``verify``
raises the cited reason why a move is not, ``can`` asks.  Random play, scripts, replay and exact walks drive this one engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from tablegames.contract.game import Game, Rules, Stage
from tablegames.core.cards import Card, Deal, Hand
from tablegames.core.law import Refused, Source, acts_on, load_law
from tablegames.core.money import MeterShare
from tablegames.core.wagers import Ledger, TableLedger, lost, pushed
from tablegames.rounds.irregularities import after_trouble, verify_trouble
from tablegames.rounds.moves import BOARD, DEALER, Kind, Move, SeatState
from tablegames.rounds.payouts import House
from tablegames.rounds.unseen import settle_shown, shown

NO_METERS: Mapping[str, int] = MappingProxyType({})
PROCEDURES = load_law("tablegames.rounds", "procedures.toml")
ORDER_OF_DEALING = "procedure-R1"
"""The reading of the order in which the cards are dealt, for a game without a paragraph on it."""


class Round(NamedTuple):
    """A round at one table, from the bets to the discard: a value, which ``apply`` never changes."""

    game: Game
    rules: Rules
    meters: Mapping[str, int] = NO_METERS
    seats: tuple[SeatState, ...] = ()
    dealer: Hand = ()
    board: Hand = ()
    seen: int = 0
    """The cards that have left the shoe, a bit each."""
    phase: Kind = Kind.BET
    """What the round waits for; ``DISCARD`` after the settlement, ``SETTLE`` after the reveal."""
    over: bool = False
    void: str = ""
    ledger: TableLedger | None = None
    meters_before: Mapping[str, int] = NO_METERS
    exposed: Hand = ()
    """Cards that all have seen, though they lie face down."""

    # --- what may happen ----------------------------------------------------------------------------------------------

    def policy(self, reading: str) -> str:
        """The choice in force of a reading of procedure."""
        return self.rules.procedures.get(reading, PROCEDURES.readings[reading].default)

    @property
    @acts_on("dealing", "one_at_a_time")
    def next_place(self) -> str:
        """Where the next card goes: a seat's number, ``dealer``, ``board``, or empty where none is due."""
        if self.phase is not Kind.CARD:
            return ""
        live = [seat for seat in self.seats if not seat.dead]
        if self.stacks:
            for seat in live:
                if len(seat.cards) < self.game.player_cards:
                    return str(seat.number)
        else:
            fewest = min((len(seat.cards) for seat in live), default=self.game.player_cards)
            if fewest < self.game.player_cards and fewest <= len(self.dealer):
                return str(next(seat.number for seat in live if len(seat.cards) == fewest))
        return DEALER if len(self.dealer) < self.game.dealer_cards else BOARD

    @property
    @acts_on("one_at_a_time")
    def stacks(self) -> bool:
        """Whether a seat's cards are dealt together; Saigon 5 Card deals one at a time by § 680a.9(c)."""
        return not self.game.one_at_a_time and self.policy(ORDER_OF_DEALING) == "stacks"

    def stage(self, seat: SeatState) -> Stage | None:
        """The stage at which a seat may decide now, if it may."""
        if seat.decided or seat.dead or self.over or self.phase is not Kind.DECISION:
            return None
        stages = self.game.stages(seat.cards, self.rules)
        if seat.checked < len(stages) and stages[seat.checked].board == len(self.board):
            return stages[seat.checked]
        return None

    @property
    def to_decide(self) -> SeatState | None:
        """The seat whose turn it is, in deal order."""
        return next((seat for seat in self.seats if self.stage(seat)), None)

    def choices(self, seat: SeatState) -> tuple[Any, ...]:
        """The seat's decisions now, the largest wager first; none, which is a check, where it may wait."""
        stage = self.stage(seat)
        if stage is None:
            return ()
        offered = tuple(decision for decision in stage.decisions if self._offered(seat, decision))
        last = seat.checked == len(self.game.stages(seat.cards, self.rules)) - 1
        return offered if last else (*offered, None)

    def _offered(self, seat: SeatState, decision: Any) -> bool:
        """Whether the house's limits allow the wager that a decision makes."""
        limits = self.rules.limits
        if not limits:
            return True
        made = self.bets_of(seat._replace(decision=decision))
        return all(
            limits[wager].allows(cents) for wager, cents in made.items() if wager in limits and wager not in seat.bets
        )

    def moves(self) -> Iterator[Move]:
        """The legal moves, irregularities apart; bets are any that ``verify`` accepts, and are not listed."""
        if self.over:
            return
        match self.phase:
            case Kind.BET:
                if self.seats:
                    yield Move(Kind.NO_MORE_BETS)
            case Kind.CARD:
                yield from (Move(Kind.CARD, self.next_place, card) for card in self.left)
            case Kind.DECISION:
                seat = self.to_decide
                if seat:
                    yield from (Move(Kind.DECISION, str(seat.number), choice) for choice in self.choices(seat))
            case other:
                yield Move(other)

    @property
    def left(self) -> list[Card]:
        """The cards still in the shoe."""
        return [card for card in self.game.deck.cards if not self.seen >> card & 1]

    @property
    def chance(self) -> Fraction:
        """The probability of each card that may come now: the shoe is shuffled."""
        return Fraction(1, len(self.left))

    # --- verify, can, apply -------------------------------------------------------------------------------------------

    def verify(self, move: Move) -> None:
        """Raise :class:`~tablegames.core.law.Refused` with the reason, cited, where a move is not legal."""
        if self.over:
            raise Refused("the round is over: a new one begins with bets")
        if move.place and move.kind in (Kind.NO_MORE_BETS, Kind.REVEAL, Kind.SETTLE, Kind.DISCARD):
            raise Refused(f"{move.kind} is the table's, not of {move.place!a}")
        if move.kind is Kind.IRREGULARITY:
            verify_trouble(self, move)
        elif move.kind is not self.phase and not (move.kind is Kind.NO_MORE_BETS and self.phase is Kind.BET):
            self._refuse_out_of_turn(move)
        elif move.kind is Kind.BET:
            self._verify_bets(move)
        elif move.kind is Kind.NO_MORE_BETS and not self.seats:
            raise Refused("nobody has bet: a round needs a seat")
        elif move.kind is Kind.CARD:
            self._verify_card(move)
        elif move.kind is Kind.DECISION:
            self._verify_decision(move)

    def can(self, move: Move) -> bool:
        """Whether a move is legal."""
        try:
            self.verify(move)
        except Refused:
            return False
        return True

    def apply(self, move: Move) -> Round:
        """The round after a legal move; an illegal one is refused and nothing changes."""
        self.verify(move)
        match move.kind:
            case Kind.BET:
                return self._replace(seats=(*self.seats, SeatState(int(move.place), dict(move.value))))
            case Kind.NO_MORE_BETS:
                return self._replace(phase=Kind.CARD, meters=self._fed(), meters_before=self.meters)
            case Kind.CARD:
                return self._with_card(move.place, move.value).proceed()
            case Kind.DECISION:
                return self.with_decision(int(move.place), move.value).proceed()
            case Kind.REVEAL:
                return self._replace(phase=Kind.SETTLE)
            case Kind.SETTLE:
                return self._settled()
            case Kind.DISCARD:
                return self._replace(over=True)
            case Kind.IRREGULARITY:
                return after_trouble(self, move)
        raise AssertionError(move.kind)

    # --- how each is verified -----------------------------------------------------------------------------------------

    @acts_on("closing")
    def _refuse_out_of_turn(self, move: Move) -> None:
        waits = {
            Kind.BET: "bets", Kind.CARD: f"a card for {self.next_place}", Kind.REVEAL: "the reveal",
            Kind.SETTLE: "the settlement", Kind.DISCARD: "the discard",
            Kind.DECISION: f"seat {self.to_decide.number if self.to_decide else '?'} to decide",
        }  # fmt: skip
        if move.kind is Kind.BET:
            cite = self.game.closing or self.game.betting
            raise Refused("no more bets: the wagers are closed once it is announced", cites=(cite,))
        if move.kind is Kind.CARD and self.phase is Kind.BET and self.game.closing:
            raise Refused("no card is dealt before no more bets is announced", cites=(self.game.closing,))
        raise Refused(f"{move.kind} is not due: the round waits for {waits[self.phase]}")

    def _verify_bets(self, move: Move) -> None:
        most = self.game.seats(self.rules)
        if move.place not in map(str, range(1, most + 1)):
            above = move.place.isascii() and move.place.isdecimal() and move.place > "0"
            said = self.game.seats_said(self.rules) if above else ()
            raise Refused(f"seat {move.place!a} is not one of 1 to {most}", cites=said)
        if any(seat.number >= int(move.place) for seat in self.seats):
            raise Refused(f"seat {move.place} has bet, or a later seat has: seats bet once, in their order")
        if not isinstance(move.value, Mapping) or any(type(cents) is not int for cents in move.value.values()):
            raise Refused("bets are whole cents by wager")
        for wager in move.value:
            if self.game.wager(wager).later:
                raise Refused(f"{wager} is made by a decision, not before the deal", cites=(self.game.deciding,))
        self.game.verify_bets(move.value, self.rules)
        for wager in move.value:
            if self.game.wager(wager).needs_table:
                for slot in (form.slot for form in self.game.forms if form.wager == wager):
                    table = self.rules.table(slot)
                    if table.shares_meter and wager not in {**self.meters, **self.rules.meter_plans}:
                        raise Refused(f"{table} pays shares of a meter, and there is none")
        at_table = {f"seat {seat.number}": seat.bets for seat in self.seats} | {f"seat {move.place}": move.value}
        self.game.verify_table(at_table, self.rules)

    def _verify_card(self, move: Move) -> None:
        if move.place != self.next_place:
            order = self.game.one_at_a_time or ORDER_OF_DEALING
            raise Refused(f"the next card goes to {self.next_place}, not to {move.place!a}", cites=(order,))
        if not isinstance(move.value, Card):
            raise Refused(f"{move.value!a} is not a card")
        if move.value not in self.game.deck:
            raise Refused(f"{move.value} is not in {self.game.deck.name}", cites=(self.game.dealing,))
        if self.seen >> move.value & 1:
            raise Refused(f"{move.value} has been dealt already")

    @acts_on("deciding")
    def _verify_decision(self, move: Move) -> None:
        seat = self.to_decide
        if seat is None or move.place != str(seat.number):
            turn = f"it is seat {seat.number}'s turn" if seat else "nobody decides now"
            raise Refused(f"seat {move.place!a} does not decide now: {turn}")
        choices = self.choices(seat)
        if any(type(choice) is type(move.value) and choice == move.value for choice in choices):
            return
        if self._is_own_setting(seat, move.value):
            return
        known = type(move.value) in map(type, choices) or move.value is None
        words = self._words(move.value) if known else ascii(move.value)
        allowed = ", ".join(map(self._words, choices))
        raise Refused(f"seat {seat.number}: {words} is not allowed here: {allowed}", cites=self.forbids(seat, words))

    def forbids(self, seat: SeatState, words: str) -> tuple[str, ...]:
        """The rule by which a seat may not decide so: none where the house's limits alone forbid it, or the words are no decision."""
        if self.game.set_hand is None and words not in {"check", *map(self.game.decided, self.game.facts)}:
            return ()
        unlimited = self.game.stages(seat.cards, replace(self.rules, raise_limits={}))
        stage = unlimited[seat.checked] if seat.checked < len(unlimited) else None
        by_house = stage is not None and words in map(self._words, stage.decisions) and self.stage(seat) is not None
        return () if by_house else (self.game.deciding,)

    def _is_own_setting(self, seat: SeatState, decision: Any) -> bool:
        """Whether a decision is some setting of the seat's own cards, though one that does not qualify."""
        settings = self.game.stages(seat.cards, self.rules)[0].decisions
        if self.game.set_hand is None or type(decision) is not type(settings[0]):
            return False
        own = sorted(decision.three + decision.two) == sorted(seat.cards)
        return own and len(decision.two) == 2 and bool(decision == self.game.set_hand(decision.three, decision.two))

    def _words(self, decision: Any) -> str:
        """A decision in words; none is a check."""
        return "check" if decision is None else self.game.action(decision)

    # --- how each is applied ------------------------------------------------------------------------------------------

    def _fed(self) -> dict[str, int]:
        """The meters with their parts of the wagers, down to the cent."""
        meters = {**{wager: plan.seed for wager, plan in self.rules.meter_plans.items()}, **self.meters}
        for seat in self.seats:
            for wager, plan in self.rules.meter_plans.items():
                meters[wager] += int(plan.increment * seat.bets.get(wager, 0))
        return meters

    def _with_card(self, place: str, card: Card) -> Round:
        seen = self.seen | 1 << card
        if place == DEALER:
            return self._replace(seen=seen, dealer=(*self.dealer, card))
        if place == BOARD:
            return self._replace(seen=seen, board=(*self.board, card))
        return self._replace(seen=seen, seats=self.changed(int(place), lambda seat: {"cards": (*seat.cards, card)}))

    def changed(self, number: int, change: Any) -> tuple[SeatState, ...]:
        return tuple(seat._replace(**change(seat)) if seat.number == number else seat for seat in self.seats)

    def with_decision(self, number: int, decision: Any) -> Round:
        if decision is None:
            return self._replace(seats=self.changed(number, lambda seat: {"checked": seat.checked + 1}))
        return self._replace(seats=self.changed(number, lambda seat: {"decision": decision, "decided": True}))

    def proceed(self) -> Round:
        """Whose turn it is: a decision that can be made, then a card that is due, then the reveal."""
        if any(len(seat.cards) < self.game.player_cards for seat in self.seats if not seat.dead):
            return self._replace(phase=Kind.CARD)
        if len(self.dealer) < self.game.dealer_cards or len(self.board) not in self._stops:
            return self._replace(phase=Kind.CARD)
        deciding = self._replace(phase=Kind.DECISION)
        seat = deciding.to_decide
        if seat and seat.absent:
            return deciding.with_decision(seat.number, self.absent(seat)).proceed()
        if seat:
            return deciding
        return self._replace(phase=Kind.REVEAL if len(self.board) == self.game.board_cards else Kind.CARD)

    @property
    def _stops(self) -> tuple[int, ...]:
        """The numbers of community cards at which dealing stops for decisions."""
        return (0, 3, 5) if self.game.board_cards else (0,)

    def _settled(self) -> Round:
        """The one settlement, asked with each live seat's facts; a dead hand's wagers by their reading."""
        live = [seat for seat in self.seats if not seat.dead]
        table = [
            shown(self.game, self.rules, Deal(seat.cards, self.dealer, self.board), seat.decision, self.bets_of(seat))
            for seat in live
        ]
        settled = settle_shown(House(self.game, self.rules), table, self.meters)
        settled.check(self.meters)
        ledgers = iter(settled.seats)
        lines = tuple(self._dead_ledger(seat) if seat.dead else next(ledgers) for seat in self.seats)
        whole = str(MeterShare(Fraction(1)))
        hit = {line.wager for seat in settled.seats for line in seat.lines if line.pays == whole and line.from_meter}
        seeds = {wager: plan.seed for wager, plan in self.rules.meter_plans.items() if wager in hit}
        reset = {wager: cents + seeds.get(wager, 0) for wager, cents in settled.meters.items()}
        ledger = TableLedger(lines, settled.meters)
        return self._replace(phase=Kind.DISCARD, ledger=ledger, meters=reset)

    def _dead_ledger(self, seat: SeatState) -> Ledger:
        """A dead hand's wagers, returned or lost by reading procedure-R6."""
        line = pushed if self.policy("procedure-R6") == "returned" else lost
        own = self.bets_of(seat).items()
        return Ledger(
            tuple(line(w, bet, "dead hand", cites=("procedure-R6",), source=Source.INFERRED) for w, bet in own)
        )

    def bets_of(self, seat: SeatState) -> dict[str, int]:
        """A seat's wagers with the one its decision makes."""
        later = next((wager.id for wager in self.game.wagers if wager.later), None)
        if later is None or not seat.decision:
            return dict(seat.bets)
        return {**seat.bets, later: seat.bets["ante"] * seat.decision}

    def absent(self, seat: SeatState) -> Any:
        """The decision of a seat that nobody plays: a fold, or the greatest count where the game has no fold."""
        return 0 if self.game.raise_caps else self.game.stages(seat.cards, self.rules)[0].decisions[0]

    @property
    def due(self) -> int:
        """How many cards the round has still to deal."""
        seats = sum(self.game.player_cards - len(seat.cards) for seat in self.seats if not seat.dead)
        return seats + self.game.dealer_cards - len(self.dealer) + self.game.board_cards - len(self.board)
