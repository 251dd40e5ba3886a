"""What a game must say: its record of functions, and the rules in force that every one of them is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from tablegames.core.cards import Deal, Deck, Hand
from tablegames.core.law import Law, Refused, Source, acts_on
from tablegames.core.money import Paytable, Rounding, TableForm, format_amount, make_paytable, rising
from tablegames.core.ranking import Comparison
from tablegames.core.wagers import Bets, Limits, MeterPlan, TableLedger, Wager, check_table


class Facts(Protocol):
    """All that money depends on: a named tuple of small numbers with an integer code."""

    @property
    def code(self) -> int:
        """Index into a histogram over facts."""
        ...


class Seat(NamedTuple):
    """One seat as settlement sees it: its facts and its bets."""

    facts: Any
    bets: Bets


class Stage(NamedTuple):
    """A point at which a seat may decide: the community cards it sees, and its decisions there, the largest wager first.

    A seat that takes none of them at one stage goes on to the next; at the last it must take one.
    """

    board: int
    decisions: tuple[Any, ...]


class Optimum(NamedTuple):
    """What a game's solver finds: deals by fact code under the best play, how they were counted, and the solver's own detail."""

    counts: Mapping[int, int]
    method: str
    detail: Any


class Situation(NamedTuple):
    """What a seat knows when it decides: its cards, the community cards so far, and any other cards it has seen."""

    hand: Hand
    board: Hand = ()
    dead: Hand = ()


MOST_ADVISED = 1 << 40
"""The largest payoff, in whole units, that an outlook is weighed with: a flop's C(47, 2) boards x 990 dealer hands x this stays
below 2^61."""

Outlook = dict[Any, dict[int, int]]
"""For each action of a seat, the equally likely futures counted by fact code; the action ``None`` is to wait (a check)."""


CHIP = "chip"
"""The choice of a game's rounding reading that a Rules Submission makes by naming a chip and a direction."""


@dataclass(frozen=True)
class Rules:
    """The rules in force: the paytable chosen for each slot, the readings, the rounding; a value that is never changed.

    ``raise_limits``: the most a seat may raise as a multiple of the Ante, where the house allows less than the game does: by
    flush length in High Card Flush, under 0 for every hand.
    """

    paytables: Mapping[str, Paytable]
    readings: Mapping[str, str]
    rounding: Rounding = field(default_factory=Rounding)
    raise_limits: Mapping[int, int] = field(default_factory=dict)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """What the house offers of each wager, where it says."""
    seats: int | None = None
    """The seats of a table; none where the rules, or a record of before the usual number was known, leave as many as there can be."""
    payout_limit: int | None = None
    """The aggregate payout limit in cents, before what one patron can win at the minimum wager is considered."""
    meter_plans: Mapping[str, MeterPlan] = field(default_factory=dict)
    procedures: Mapping[str, str] = field(default_factory=dict)
    """Choices among the readings of procedure that differ from the defaults."""
    house: str = ""
    """The property, the version and the date of the Rules Submission these rules come from."""
    where_offered: tuple[str, ...] = ()
    """The wagers that every seat must make where the house offers them; none in the rules of a record made before they were required so."""
    submission: str = ""
    """The digest of the Rules Submission these rules come from, if they do."""

    def table(self, slot: str) -> Paytable:
        """The chosen paytable of a slot; refused where none is chosen."""
        if slot not in self.paytables:
            raise Refused(f"no paytable is chosen for {slot}: give --paytable {slot}=NAME or a submission")
        return self.paytables[slot]


@dataclass(frozen=True, repr=False)
class Game:
    """One game: what it is called, what it is played with, and the functions that are its law.

    ``rank(hand, board, rules)`` gives the game's evaluation of a hand.  ``compare(first, second, board, rules)`` says who wins.
    ``check_bets(bets)`` refuses wagers that cannot stand together.  ``decide(hand, bets, fold, rules)`` turns what lies on the layout into a decision, or refuses it.
    ``facts_of(deal, decision, rules)`` is the readable reference.  ``settle(seats, meters, rules)`` is the only settlement.
    ``stages(hand, rules)`` lists where a seat decides, ``action`` names a decision, ``decided`` the decision that facts hold, and
    ``main_bets(facts, ante)`` the wagers of the main game that a seat with these facts has made.
    """

    id: str
    name: str
    law: Law
    deck: Deck
    player_cards: int
    dealer_cards: int
    board_cards: int
    rankable: tuple[tuple[int, int], ...]
    """The numbers of cards in hand and on the board that can be ranked."""
    most_seats: int
    """The most seats that the rules or the deck leave room for."""
    dealing: str
    """The trade rule or paragraph that says how many cards are dealt."""
    betting: str
    """The paragraph or trade rule that lists the wagers."""
    deciding: str
    """The trade rule that says what a seat may decide."""
    wagers: tuple[Wager, ...]
    forms: tuple[TableForm, ...]
    facts: tuple[Any, ...]
    codes: int
    """The size of a histogram over facts: every code is below it."""
    most_payoff: int
    """The largest payoff, in whole units, that the game's kernels take."""
    rank: Callable[[Hand, Hand, Rules], Any]
    compare: Callable[[Hand, Hand, Hand, Rules], Comparison]
    check_bets: Callable[[Bets], None]
    decide: Callable[[Hand, Bets, bool, Rules], Any]
    facts_of: Callable[[Deal, Any, Rules], Any]
    settle: Callable[[Sequence[Seat], Mapping[str, int], Rules], TableLedger]
    stages: Callable[[Hand, Rules], tuple[Stage, ...]]
    action: Callable[[Any], str]
    decided: Callable[[Any], str]
    main_bets: Callable[[Any, int], dict[str, int]]
    possible: Callable[[Any, Rules], bool]
    """Whether a seat may come to these facts under these rules; the solver is told."""
    seating: str = ""
    """The trade rule that says how many seats a table has, where one does."""
    usual_seats: int | None = None
    """The seats of a table unless the house says more, where that is fewer than the most."""
    closing: str = ""
    """The paragraph that closes the bets before any card is dealt, where one was read."""
    one_at_a_time: str = ""
    """The paragraph that has the cards dealt one at a time, where one was read."""
    counted_by: str = ""
    """The module that counts for the analysis, imported when it is first asked."""
    meters: tuple[str, ...] = ()
    raise_caps: Mapping[int, int] = field(default_factory=dict)
    """The game's own largest raise as a multiple of the Ante: under 0 for every hand, and by flush length where that counts."""
    set_hand: Callable[[Hand, Hand], Any] | None = None
    """For a game whose hands are set in two parts: the decision that a set hand is."""

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @property
    def solver(self) -> ModuleType:
        """The module that counts for the analysis: ``optimum`` and ``outlook``; imported when first asked for."""
        import_module("tablegames.kernels")  # it sees to a place for compiled code
        return import_module(self.counted_by)

    def verify_bets(self, bets: Bets, rules: Rules) -> None:
        """Refuse wagers that cannot stand together, that the house does not offer so, or that their paytable is not made for."""
        self.check_bets(bets)
        for wager, cents in bets.items():
            if wager in rules.limits:
                rules.limits[wager].check(wager, cents)
            stakes = {table.stake for table in rules.paytables.values() if table.form.wager == wager} - {None}
            if stakes and cents not in stakes:
                takes = " or ".join(format_amount(stake) for stake in stakes if stake)
                raise Refused(f"wager {wager} is {format_amount(cents)}; its paytable takes {takes}")

    @acts_on("seating")
    def check_seats(self, seats: int, rules: Rules) -> None:
        """Refuse a table without a seat, and one of more seats than there are."""
        if not 1 <= seats <= self.seats(rules):
            at = "this table" if self.seats_by_house(rules) else self.name
            cites = self.seats_said(rules) if seats > 0 else ()
            raise Refused(f"{seats} seats; {at} has 1 to {self.seats(rules)}", cites=cites)

    def seats(self, rules: Rules) -> int:
        """The seats of a table under these rules."""
        return rules.seats or self.most_seats

    def seats_by_house(self, rules: Rules) -> bool:
        """Whether the house says how many seats a table has, and not the trade or the deck."""
        return rules.seats not in (None, self.usual_seats)

    def seats_said(self, rules: Rules) -> tuple[str, ...]:
        """The trade rule by which a table has so many seats, where it is one."""
        return (self.seating,) if self.seating and not self.seats_by_house(rules) else ()

    def verify_table(self, seats: Mapping[str, Bets], rules: Rules) -> None:
        """Refuse what the seats of a table cannot have bet together; each seat by the name that a refusal calls it."""
        wagers = (replace(wager, where_offered=wager.id in rules.where_offered) for wager in self.wagers)
        check_table(wagers, seats, self.needed_everywhere(rules), cites=(self.betting,))

    def needed_everywhere(self, rules: Rules) -> list[str]:
        """The wagers that every seat must make because the house says that it offers them, whatever the seats do."""
        return [wager for wager in rules.where_offered if wager in rules.limits and rules.limits[wager].offered]

    def form(self, slot: str) -> TableForm:
        """The form of a paytable slot; an unknown one is refused."""
        for form in self.forms:
            if form.slot == slot:
                return form
        raise Refused(f"{self.name} has no paytable {slot!a}: {', '.join(form.slot for form in self.forms)}")

    def wager(self, wager_id: str) -> Wager:
        """A wager by its id; an unknown one is refused."""
        for wager in self.wagers:
            if wager.id == wager_id:
                return wager
        raise Refused(f"wager {wager_id!a} is not one of {', '.join(w.id for w in self.wagers)}")

    def is_offered(self, rules: Rules, wager: str) -> bool:
        """Whether the house offers a wager, or does not say."""
        return wager not in rules.limits or rules.limits[wager].offered

    def check_offered(self, rules: Rules, wager: str) -> None:
        """Refuse a wager that the house does not offer."""
        if not self.is_offered(rules, wager):
            raise Refused(f"wager {wager} is not offered here (Rules Submission)")

    def only_offered(self, rules: Rules) -> Rules:
        """Rules without the paytables and meters of wagers that the house does not offer: nothing is paid by them."""
        tables = {slot: table for slot, table in rules.paytables.items() if self.is_offered(rules, table.form.wager)}
        plans = {meter: plan for meter, plan in rules.meter_plans.items() if self.is_offered(rules, meter)}
        return replace(rules, paytables=tables, meter_plans=plans)

    def offered_wagers(self, rules: Rules) -> list[Wager]:
        """The wagers that can be made: not excluded by the house, and with a paytable where they need one."""
        paid = {table.form.wager for table in rules.paytables.values()}
        return [
            wager
            for wager in self.wagers
            if self.is_offered(rules, wager.id) and (not wager.needs_table or wager.id in paid)
        ]

    def paytables(self, slot: str) -> dict[str, Paytable]:
        """The published paytables of a slot by name, in the order of the law file."""
        form = self.form(slot)
        return {
            entry["name"]: make_paytable(
                form,
                entry["name"],
                entry["rows"],
                Source(entry["source"]),
                entry["basis"],
                entry.get("stake", ""),
                entry["sources"],
            )
            for entry in self.law.paytables
            if entry["slot"] == slot
        }

    def paytable(self, slot: str, name: str) -> Paytable:
        """A published paytable by its name; an unknown one is refused."""
        known = self.paytables(slot)
        if name not in known:
            raise Refused(f"paytable {slot} has no {name!a}: {', '.join(known) or 'none is known'}")
        return known[name]

    def default_rules(self) -> Rules:
        """The default paytable of each slot that has one, the default readings, and the usual number of seats."""
        chosen = {
            entry["slot"]: self.paytables(entry["slot"])[entry["name"]]
            for entry in self.law.paytables
            if entry.get("default")
        }
        everywhere = tuple(wager.id for wager in self.wagers if wager.where_offered)
        return Rules(
            paytables=chosen, readings=self.law.default_readings(), seats=self.usual_seats, where_offered=everywhere
        )

    def with_choices(self, rules: Rules, *, paytables: Mapping[str, str], readings: Mapping[str, str]) -> Rules:
        """Rules with other published paytables (slot to name) and other readings (id to choice)."""
        for slot in paytables:
            self.check_offered(rules, self.form(slot).wager)
        tables = dict(rules.paytables)
        tables |= {slot: self.paytable(slot, name) for slot, name in paytables.items()}
        chosen = dict(rules.readings)
        for id_, choice in readings.items():
            chosen[id_] = self.law.choose(id_, choice)
            if choice == CHIP and rules.rounding == Rounding():
                raise Refused("a chip needs its unit and its direction, by the Rules Submission", cites=(id_,))
            if id_ == self.rounding_reading and choice != CHIP:
                rules = replace(rules, rounding=Rounding())
        if paytables or readings:  # no longer what the submission says
            rules = replace(rules, house="", submission="")
        for table in tables.values():
            if faults := rising(table.form, table.name, table.rows, chosen):
                raise faults[0][1]
        return replace(rules, paytables=tables, readings=chosen)

    def with_rounding(self, rules: Rules, rounding: Rounding) -> Rules:
        """Rules that round payments to a chip; the reading in force says so."""
        return replace(rules, rounding=rounding, readings={**rules.readings, self.rounding_reading: CHIP})

    @property
    def rounding_reading(self) -> str:
        """The reading of how a payment finer than a cent is made."""
        return next(reading.id for reading in self.law.readings.values() if CHIP in reading.choices)
