"""A round as a value: who has bet what, which cards lie where, what may happen next.

A round never changes; :meth:`Round.apply` gives the next one.  Every event is a :class:`Move`: bets, "no more bets", a card (a
move by chance), a decision, the reveal, the settlement, the discard, and irregularities.  ``moves`` lists what is legal, ``verify``
raises the cited reason why a move is not, ``can`` asks.  Random play, scripts, replay and exact walks drive this one engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from tablegames.contract.choices import CHECK, FOLD, Choice, View, with_line
from tablegames.contract.deal import Board, Dealer, Decide, Own, Point
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Deal, Hand
from tablegames.core.law import Refused, Source, acts_on, load_law
from tablegames.core.money import MeterShare
from tablegames.core.wagers import Ledger, TableLedger, lost, pushed
from tablegames.rounds.irregularities import Outcome, outcome_of, verify_called, verify_exposed
from tablegames.rounds.moves import BOARD, DEALER, READING_OF, Called, Kind, Move, SeatState, Trouble
from tablegames.rounds.payouts import House
from tablegames.rounds.unseen import settle_shown, shown

WHOLE_METER = MeterShare(Fraction(1))
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
        own, dealers = self._due_before_the_next_point
        if self.stacks:
            for seat in live:
                if len(seat.cards) < own:
                    return str(seat.number)
        else:
            fewest = min((len(seat.cards) for seat in live), default=own)
            if fewest < own and (fewest <= len(self.dealer) or len(self.dealer) == dealers):
                return str(next(seat.number for seat in live if len(seat.cards) == fewest))
        return DEALER if len(self.dealer) < dealers else BOARD

    @property
    @acts_on("one_at_a_time")
    def stacks(self) -> bool:
        """Whether a seat's cards are dealt together; Saigon 5 Card deals one at a time by § 680a.9(c)."""
        return not self.game.one_at_a_time and self.policy(ORDER_OF_DEALING) == "stacks"

    @property
    def _due_before_the_next_point(self) -> tuple[int, int]:
        """How many cards a seat and the dealer must have once the steps are dealt that come next without a decision or a community card between."""
        own = dealers = board = 0
        full = min((len(seat.cards) for seat in self.seats if not seat.dead), default=self.game.player_cards)
        for step in self.game.deal:
            if isinstance(step, Own):
                own += step.cards
            elif isinstance(step, Dealer):
                dealers += step.cards
            elif full < own or len(self.dealer) < dealers:
                break
            elif isinstance(step, Board):
                board += step.cards
                if len(self.board) < board:
                    break
        return own, dealers

    @property
    def upcards(self) -> Hand:
        """The dealer's cards that lie open."""
        return tuple(self.dealer[place] for place in self.game.upcards if place < len(self.dealer))

    def view(self, seat: SeatState) -> View:
        """What a seat sees of the table when it decides."""
        return View(seat.cards, self.board, up=self.upcards)

    def point(self, seat: SeatState) -> Point | None:
        """The decision point at which a seat stands now, if it may decide."""
        if seat.decided or seat.dead or self.over or self.phase is not Kind.DECISION:
            return None
        points = self.game.points
        if len(seat.line) < len(points) and points[len(seat.line)].board == len(self.board):
            return points[len(seat.line)]
        return None

    @property
    def to_decide(self) -> SeatState | None:
        """The seat whose turn it is, in deal order."""
        return next((seat for seat in self.seats if self.point(seat)), None)

    def choices(self, seat: SeatState) -> tuple[Choice, ...]:
        """What the seat may do now, the largest wager first."""
        point = self.point(seat)
        if point is None:
            return ()
        return tuple(
            choice
            for choice in self.game.choices(point.name, self.view(seat), seat.line, self.rules)
            if self._offered(seat, choice)
        )

    def _offered(self, seat: SeatState, choice: Choice) -> bool:
        """Whether the house's limits allow the wager that a choice makes."""
        if not self.rules.limits:
            return True
        made = self.bets_of(seat._replace(line=(*seat.line, choice)))
        return self.rules.offer({wager: cents for wager, cents in made.items() if wager not in seat.bets})

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
            self._verify_irregularity(move)
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
        match move.kind, move.value:
            case Kind.BET, Mapping() as bets:
                return self._replace(seats=(*self.seats, SeatState(int(move.place), dict(bets))))
            case Kind.NO_MORE_BETS, _:
                return self._replace(phase=Kind.CARD, meters=self._fed(), meters_before=self.meters)
            case Kind.CARD, Card() as card:
                return self._with_card(move.place, card).proceed()
            case Kind.DECISION, Choice() as choice:
                return self.with_choice(int(move.place), choice).proceed()
            case Kind.REVEAL, _:
                return self._replace(phase=Kind.SETTLE)
            case Kind.SETTLE, _:
                return self._settled()
            case Kind.DISCARD, _:
                return self._replace(over=True)
            case Kind.IRREGULARITY, Called() as called:
                return self._after_irregularity(move.place, called)
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
            if self.game.wager(wager).by_choice:
                raise Refused(f"{wager} is made by a decision, not before the deal", cites=(self.game.deciding,))
        self.game.verify_bets(move.value, self.rules)
        for wager in move.value:
            if self.game.wager(wager).needs_table:
                for slot in (form.slot for form in self.game.forms if wager in form.wagers):
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
        seat, choice = self.to_decide, move.value
        if seat is None or move.place != str(seat.number):
            turn = f"it is seat {seat.number}'s turn" if seat else "nobody decides now"
            raise Refused(f"seat {move.place!a} does not decide now: {turn}")
        choices = self.choices(seat)
        if isinstance(choice, Choice):
            equal = next((each for each in choices if each == choice), None)
            if repr(equal) == repr(choice) or self._is_own_setting(seat, choice):  # 1.0 is equal to 1, and no size
                return
        words = choice.words if isinstance(choice, Choice) else ascii(choice)
        allowed = ", ".join(each.words for each in choices)
        cites = self.forbids(seat, words)
        raise Refused(f"seat {seat.number}: {words} is not allowed here: {allowed}", cites=cites)

    def forbids(self, seat: SeatState, words: str) -> tuple[str, ...]:
        """The rule by which a seat may not decide so: none where the house's limits alone forbid it, or the words are no decision."""
        if self.game.setting is None and words not in {choice.words for choice in self.game.known_choices | {CHECK}}:
            return ()
        point = self.point(seat)
        unlimited = (
            self.game.choices(point.name, self.view(seat), seat.line, self.rules.without_raise_limits) if point else ()
        )
        by_house = words in [choice.words for choice in unlimited if choice not in (CHECK, FOLD)]
        return () if by_house else (self.game.deciding,)

    def _is_own_setting(self, seat: SeatState, choice: Choice) -> bool:
        """Whether a choice is some setting of the seat's own cards, though one that does not qualify."""
        setting = self.game.setting
        if setting is None or choice.hand is None:
            return False
        cards = choice.hand[0] + choice.hand[1]
        own = all(isinstance(card, Card) for card in cards) and sorted(cards) == sorted(seat.cards)
        return own and tuple(map(len, choice.hand)) == setting.sizes and choice == setting.choice(*choice.hand)

    def _verify_irregularity(self, move: Move) -> None:
        lying = {**{str(seat.number): seat.cards for seat in self.seats}, DEALER: self.dealer, BOARD: self.board}
        live = [str(seat.number) for seat in self.seats if not seat.dead]
        called = verify_called(
            move.value,
            move.place,
            phase=self.phase,
            lying=lying,
            live=live,
            deck=self.game.deck,
            dealing=self.game.dealing,
        )
        verify_exposed(called, move.place, lying=lying, left=self.left)

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
        return self._replace(
            seen=seen, seats=self.changed(int(place), lambda seat: seat._replace(cards=(*seat.cards, card)))
        )

    def changed(self, number: int, change: Callable[[SeatState], SeatState]) -> tuple[SeatState, ...]:
        """The seats with one of them changed."""
        return tuple(change(seat) if seat.number == number else seat for seat in self.seats)

    def with_choice(self, number: int, choice: Choice) -> Round:
        """The round after a seat's choice."""
        return self._replace(seats=self.changed(number, lambda seat: seat._replace(line=(*seat.line, choice))))

    def proceed(self) -> Round:
        """What comes next, step by step of the deal: a card that is due, a decision that can be made, then the reveal."""
        own = dealers = board = 0
        for step in self.game.deal:
            if isinstance(step, Own):
                own += step.cards
                due = any(len(seat.cards) < own for seat in self.seats if not seat.dead)
            elif isinstance(step, Dealer):
                dealers += step.cards
                due = len(self.dealer) < dealers
            elif isinstance(step, Board):
                board += step.cards
                due = len(self.board) < board
            else:
                due = False
            if due:
                return self._replace(phase=Kind.CARD)
            if isinstance(step, Decide) and len(self.board) == board:
                deciding = self._replace(phase=Kind.DECISION)
                seat = deciding.to_decide
                if seat and seat.absent:
                    return deciding.with_choice(seat.number, self.absent(seat)).proceed()
                if seat:
                    return deciding
        return self._replace(phase=Kind.REVEAL)

    def _after_irregularity(self, place: str, called: Called) -> Round:
        """What an irregularity leads to, by its reading."""
        trouble, card = called
        policy = self.policy(READING_OF[trouble])
        match outcome_of(called, place, policy, [seat.cards for seat in self.seats]):
            case Outcome.VOID:
                return self._voided(trouble)
            case Outcome.DISCARDED:
                assert card is not None, "a card of the shoe"
                after = self._replace(seen=self.seen | 1 << card)
                return after if len(after.left) >= after.due else self._voided(trouble)
            case Outcome.STANDS:
                return self._replace(exposed=(*self.exposed, *((card,) if card is not None else ())))
            case Outcome.FOLDED:
                number = int(place)
                seat = next(seat for seat in self.seats if seat.number == number)
                if seat.decided:
                    return self
                if len(seat.cards) == self.game.player_cards:
                    return self.with_choice(number, self.absent(seat)).proceed()
                return self._replace(seats=self.changed(number, lambda seat: seat._replace(absent=True)))
            case Outcome.DEAD:
                return self._replace(seats=self.changed(int(place), lambda seat: seat._replace(dead=True))).proceed()

    def _voided(self, trouble: Trouble) -> Round:
        """The round without effect: every wager is returned, and the meters stand as before it."""
        cites, row = (READING_OF[trouble],), f"void: {trouble}"
        ledgers = (
            Ledger(
                tuple(pushed(w, bet, row, cites=cites, source=Source.INFERRED) for w, bet in self.bets_of(seat).items())
            )
            for seat in self.seats
        )
        ledger = TableLedger(tuple(ledgers), self.meters_before)
        return self._replace(void=trouble.value, over=True, ledger=ledger, meters=self.meters_before)

    def _settled(self) -> Round:
        """The one settlement, asked with each live seat's facts; a dead hand's wagers by their reading."""
        live = [seat for seat in self.seats if not seat.dead]
        table = [
            shown(self.game, self.rules, Deal(seat.cards, self.dealer, self.board), seat.line, self.bets_of(seat))
            for seat in live
        ]
        settled = settle_shown(House(self.game, self.rules), table, self.meters)
        settled.check(self.meters)
        ledgers = iter(settled.seats)
        lines = tuple(self._dead_ledger(seat) if seat.dead else next(ledgers) for seat in self.seats)
        lines_paid = (line for seat in settled.seats for line in seat.lines)
        hit = {line.wager for line in lines_paid if line.from_meter and line.award == WHOLE_METER}
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
        """A seat's wagers with those that its line makes."""
        return with_line(dict(seat.bets), seat.line, seat.bets.get(self.game.base, 0))

    def absent(self, seat: SeatState) -> Choice:
        """The choice of a seat that nobody plays: a fold where the game has one, else the last and least; the greatest count of a hand that is set."""
        if self.game.can_fold:
            return FOLD
        point = self.game.points[len(seat.line)]
        choices = self.game.choices(point.name, self.view(seat), seat.line, self.rules)
        return choices[0] if self.game.setting else choices[-1]

    @property
    def due(self) -> int:
        """How many cards the round has still to deal."""
        seats = sum(self.game.player_cards - len(seat.cards) for seat in self.seats if not seat.dead)
        return seats + self.game.dealer_cards - len(self.dealer) + self.game.board_cards - len(self.board)
