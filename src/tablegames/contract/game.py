"""What a game must say: one typed record of its deal, its wagers, its paytables and the functions that are its law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, NamedTuple, Protocol

from tablegames.contract.charts import ChartKind
from tablegames.contract.choices import Choice, Line, View, added, in_words, is_fold, with_line
from tablegames.contract.deal import Board, Dealer, Own, Point, Step, cards_of, points_of, streets_of, upcards_of
from tablegames.contract.facts import F_co, Seat
from tablegames.contract.raises import NO_RAISES, RaiseCaps
from tablegames.contract.rules import CHIP, Rules
from tablegames.contract.solver import Solver
from tablegames.contract.strategy import Plays, Strategy
from tablegames.contract.texts import Texts
from tablegames.core.cards import Deal, Deck, Hand
from tablegames.core.law import Law, Refused, Source, acts_on
from tablegames.core.money import Paytable, Rounding, TableForm, format_amount, make_paytable, rising
from tablegames.core.ranking import Comparison, Ranking
from tablegames.core.wagers import Bets, TableLedger, Wager, check_table, check_wagers


class Evaluation(Protocol):
    """A hand as a game ranks it: a named tuple of rankings and of what else decides a wager."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def _asdict(self) -> dict[str, object]: ...

    def __iter__(self) -> Iterator[object]: ...


def ranking_of(evaluation: Evaluation) -> Ranking:
    """The ranking by which a hand is compared: the first of its evaluation."""
    return next(value for value in evaluation if isinstance(value, Ranking))


class Extra(NamedTuple):
    """A payment that is no wager: its id, what it is paid for, and the wager that a seat must have made to be paid it."""

    id: str
    says: str
    beside: str


@dataclass(frozen=True)
class Setting(Generic[F_co]):
    """How hands are set in two parts: the cards of each, and what a set hand is.

    ``field``: what the evaluation of a hand lists its settings in; ``counted``: what it says its best count in, ``named`` in words.
    ``choice(first, second)``: the hand as its holder sets it.  ``count(first, second)``: what it is worth, 0 where it does not qualify.
    ``facts(facts, first, second)``: the facts of a seat that has set its hand so, from those of its best setting.
    """

    sizes: tuple[int, int]
    field: str
    counted: str
    named: str
    choice: Callable[[Hand, Hand], Choice]
    count: Callable[[Hand, Hand], int]
    facts: Callable[[F_co, Hand, Hand], F_co]


@dataclass(frozen=True)
class FactParts(Generic[F_co]):
    """What the parts of a game's facts are, by their names and by functions of the facts.

    ``by_choice``: those that a decision makes.  ``by_dealer``: those for which the dealer's cards are needed.  ``share``: what decides a wager that
    the seats share, 0 for a hand that cannot win it.  ``hand``: the player's hand, where each row of a table speaks of it and of the deal alone.
    """

    by_choice: tuple[str, ...] = ()
    by_dealer: tuple[str, ...] = ()
    share: Callable[[F_co], int] | None = None
    hand: Callable[[F_co], int] | None = None


@dataclass(frozen=True, repr=False)
class Game(Generic[F_co]):
    """One game: what it is called, what it is played with, and the functions that are its law.

    ``rank(hand, board, rules)`` gives the game's evaluation of a hand.  ``compare(first, second, board, rules)`` says who wins.
    ``choices(point, view, line, rules)`` lists what a seat may do at a decision point, the largest wager first, by what it sees and has done.
    ``facts_of(deal, line, rules)`` is the readable reference.  ``settle(seats, meters, rules)`` is the only settlement.
    ``possible(facts, rules)`` says whether a seat may come to these facts under these rules.
    """

    id: str
    name: str
    law: Law
    deck: Deck
    deal: tuple[Step, ...]
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
    lines: tuple[Line, ...]
    """What a seat can have done in a round as far as money depends on it; facts name theirs by its place."""
    facts: tuple[F_co, ...]
    codes: int
    """The size of a histogram over facts: every code is below it."""
    parts: FactParts[F_co]
    most_payoff: int
    """The largest payoff, in whole units, that the game's kernels take."""
    rank: Callable[[Hand, Hand, Rules], Evaluation]
    compare: Callable[[Hand, Hand, Hand, Rules], Comparison]
    choices: Callable[[str, View, Line, Rules], tuple[Choice, ...]]
    facts_of: Callable[[Deal, Line, Rules], F_co]
    settle: Callable[[Sequence[Seat[F_co]], Mapping[str, int], Rules], TableLedger]
    possible: Callable[[F_co, Rules], bool]
    base: str = "ante"
    """The wager that figures are per, and by which choices are measured."""
    extras: tuple[Extra, ...] = ()
    seating: str = ""
    """The trade rule that says how many seats a table has, where one does."""
    usual_seats: int | None = None
    """The seats of a table unless the house says more, where that is fewer than the most."""
    closing: str = ""
    """The paragraph that closes the bets before any card is dealt, where one was read."""
    one_at_a_time: str = ""
    """The paragraph that has the cards dealt one at a time, where one was read."""
    meters: tuple[str, ...] = ()
    raises: RaiseCaps = NO_RAISES
    setting: Setting[F_co] | None = None
    """For a game whose hands are set in two parts."""
    load_solver: Callable[[], Solver[F_co]] | None = None
    """What counts for the analysis, loaded when it is first asked; none where only the generic walk counts."""
    charts: tuple[ChartKind[F_co], ...] = ()
    """The charts of its play."""
    plays: Plays = Plays()  # noqa: RUF009 - a value that is never changed
    """The plans that a player may follow."""
    load_strategy: Callable[[], Strategy[F_co]] | None = None
    """How the game is played, loaded when it is first asked; none where nothing puts it in words."""
    texts: Callable[[], Texts] = Texts
    """What is said of the game in words, read when it is first asked for; nothing where it brings no texts."""

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @property
    def base_name(self) -> str:
        """The base wager as it is printed."""
        return self.base.replace("-", " ").title()

    # --- the deal -----------------------------------------------------------------------------------------------------

    @cached_property
    def player_cards(self) -> int:
        """The cards of a seat."""
        return cards_of(self.deal, Own)

    @cached_property
    def dealer_cards(self) -> int:
        """The dealer's cards; 0 where there is no dealer's hand."""
        return cards_of(self.deal, Dealer)

    @cached_property
    def board_cards(self) -> int:
        """The community cards."""
        return cards_of(self.deal, Board)

    @cached_property
    def streets(self) -> tuple[int, ...]:
        """The community cards of each street."""
        return streets_of(self.deal)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The decision points in their order."""
        return points_of(self.deal)

    @cached_property
    def upcards(self) -> tuple[int, ...]:
        """The places of the dealer's cards that lie open."""
        return upcards_of(self.deal)

    # --- choices and wagers -------------------------------------------------------------------------------------------

    @cached_property
    def can_fold(self) -> bool:
        """Whether a seat may give its hand up."""
        return any(map(is_fold, self.lines))

    @cached_property
    def largest_line(self) -> int:
        """The line, by its place, that puts the most on the layout; the last of equal ones."""
        return max(range(len(self.lines)), key=lambda place: (sum(added(self.lines[place]).values()), place))

    @cached_property
    def _sizes(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """The wagers of the main game that each line has made, as multiples of the base wager."""
        required = {wager.id: 1 for wager in self.wagers if wager.required}
        return tuple(tuple(with_line(required, line, 1).items()) for line in self.lines)

    @cached_property
    def chosen_wagers(self) -> tuple[str, ...]:
        """The wagers that are made by a decision, in the game's order."""
        return tuple(wager.id for wager in self.wagers if wager.by_choice)

    @cached_property
    def known_choices(self) -> frozenset[Choice]:
        """Every choice of every line."""
        return frozenset(choice for line in self.lines for choice in line)

    def line(self, facts: F_co) -> Line:  # type: ignore[misc]  # a game is asked about its own facts only
        """The line of choices that facts hold."""
        return self.lines[facts.line]

    def decided(self, facts: F_co) -> str:  # type: ignore[misc]  # as above
        """The line that facts hold, in words."""
        return in_words(self.line(facts))

    def folded(self, facts: F_co) -> bool:  # type: ignore[misc]  # as above
        """Whether facts are those of a seat that has folded."""
        return is_fold(self.line(facts))

    def best_setting(self, hand: Hand, rules: Rules) -> tuple[Hand, Hand]:
        """The two parts in which a hand is set for the best."""
        first = self.choices(self.points[0].name, View(hand), (), rules)[0]
        assert first.hand is not None, f"no hand of {self.name} is set in two parts"
        return first.hand

    def main_bets(self, facts: F_co, base: int) -> dict[str, int]:  # type: ignore[misc]  # as above
        """The wagers of the main game that a seat with these facts has made, at a base wager of so many cents."""
        return {wager: size * base for wager, size in self._sizes[facts.line]}

    @acts_on("betting")
    def check_bets(self, bets: Bets) -> None:
        """Refuse wagers that are none of the game's, or that cannot stand together."""
        check_wagers(self.wagers, bets, cites=(self.betting,))

    def verify_bets(self, bets: Bets, rules: Rules) -> None:
        """Refuse wagers that cannot stand together, that the house does not offer so, or that their paytable is not made for."""
        self.check_bets(bets)
        for wager, cents in bets.items():
            if wager in rules.limits:
                rules.limits[wager].check(wager, cents)
            stakes = {table.stake for table in rules.paytables.values() if wager in table.form.wagers} - {None}
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

    def check_paid(self, rules: Rules, form: TableForm) -> None:
        """Refuse a paytable of wagers of which the house offers none."""
        if not any(self.is_offered(rules, wager) for wager in form.wagers):
            self.check_offered(rules, form.wagers[0])

    def paid_by(self, rules: Rules) -> set[str]:
        """The wagers, and other payments, that the chosen paytables pay."""
        return {wager for table in rules.paytables.values() for wager in table.form.wagers}

    def is_side(self, form: TableForm) -> bool:
        """Whether a paytable pays side wagers only, which change nothing that is played."""
        return {wager.id for wager in self.wagers if wager.needs_table}.issuperset(form.wagers)

    def forms_of(self, wager: str) -> tuple[TableForm, ...]:
        """The paytables that pay a wager."""
        return tuple(form for form in self.forms if wager in form.wagers)

    def only_offered(self, rules: Rules) -> Rules:
        """Rules without the paytables and meters of wagers that the house does not offer: nothing is paid by them."""
        tables = {
            slot: table
            for slot, table in rules.paytables.items()
            if any(self.is_offered(rules, wager) for wager in table.form.wagers)
        }
        plans = {meter: plan for meter, plan in rules.meter_plans.items() if self.is_offered(rules, meter)}
        return replace(rules, paytables=tables, meter_plans=plans)

    def offered_wagers(self, rules: Rules) -> list[Wager]:
        """The wagers that can be made: not excluded by the house, and with a paytable where they need one."""
        paid = self.paid_by(rules)
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
            self.check_paid(rules, self.form(slot))
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
