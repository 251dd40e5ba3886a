"""A question for a dealer: what lies on the table, what is asked, and the answer, which the engine computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tablegames.contract.game import Evaluation, Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand
from tablegames.core.law import Refused
from tablegames.core.money import format_amount, parse_amount
from tablegames.core.ranking import Comparison
from tablegames.core.wagers import Bets, Ledger
from tablegames.training.levels import Level

NONE, UNKNOWN = "none", ""
TAKE, RETURN, PAY = "take", "return", "pay"


class Kind(StrEnum):
    """What a question is about."""

    RANK = "rank"
    COMPARE = "compare"
    SETTLE = "settle"
    MISTAKE = "mistake"


class Form(StrEnum):
    """How an answer is given."""

    CHOICE = "choice"
    CARDS = "cards"
    PAYMENT = "payment"
    """``take``, ``return``, or ``pay AMOUNT`` on top of the stake."""
    AMOUNT = "amount"


@dataclass(frozen=True)
class Ask:
    """One thing that is asked: its field, what it asks, how it is answered, the right answer, and what that rests on.

    An answer is text: one of ``choices``, cards of them in notation, a payment, or an amount; empty where none is given.
    """

    field: str
    says: str
    form: Form
    choices: tuple[str, ...]
    answer: str
    cites: tuple[str, ...] = ()
    accepts: Callable[[str], bool] | None = None
    """Whether another answer is right too; where there is none, only ``answer`` is."""
    about: str = ""
    """What several asks have in common: a seat."""

    def is_right(self, given: str) -> bool:
        """Whether an answer is right."""
        return given == self.answer or (self.accepts is not None and given != UNKNOWN and self.accepts(given))


class Paid(NamedTuple):
    """What a dealer did with a wager: the bet, and what was paid on top of it, negative where it was taken; in cents."""

    wager: str
    bet: int
    paid: int


@dataclass(frozen=True)
class Spot:
    """One place of the table as a question shows it: its cards (two parts where they are set), bets, decision and payments."""

    name: str
    hand: tuple[Hand, ...]
    bets: Bets = field(default_factory=dict)
    decision: str = ""
    paid: tuple[Paid, ...] = ()


@dataclass(frozen=True)
class Held:
    """After the answer: what the cards of a place are."""

    name: str
    hand: Hand
    board: Hand
    evaluation: Evaluation | None


@dataclass(frozen=True)
class Question:
    """A question, with its answers and all they rest on."""

    kind: Kind
    level: Level
    game: Game
    rules: Rules
    says: str
    spots: tuple[Spot, ...]
    """The dealer's cards, where they are shown, and the seats."""
    board: Hand
    meters: Mapping[str, int]
    asks: tuple[Ask, ...]
    held: tuple[Held, ...]
    comparison: Comparison | None = None
    ledgers: Mapping[str, Ledger] = field(default_factory=dict)
    """Of each seat that was settled, by its name."""
    note: str = ""
    """What was wrong with what the dealer did, in the floor's words."""

    @property
    def seconds(self) -> int:
        """The time that is allowed: for each thing asked, or each payment to be looked at; 0 where there is no clock."""
        looked_at = sum(len(spot.paid) for spot in self.spots)
        return max(self.level.least_seconds, self.level.seconds * max(len(self.asks), looked_at))

    @property
    def cites(self) -> tuple[str, ...]:
        """Every paragraph, trade rule and reading that the answers rest on, once."""
        found = [cite for ask in self.asks for cite in ask.cites]
        found += [cite for ledger in self.ledgers.values() for line in ledger.lines for cite in line.cites]
        found += self.comparison.cites if self.comparison else ()
        return tuple(dict.fromkeys(found))


class Mark(NamedTuple):
    """One answer marked."""

    ask: Ask
    given: str
    right: bool


def marked(question: Question, given: Mapping[str, str]) -> tuple[Mark, ...]:
    """Every answer marked, in the order of the asks; one that is not given is wrong."""
    return tuple(Mark(ask, text := given.get(ask.field, UNKNOWN), ask.is_right(text)) for ask in question.asks)


def read_answer(ask: Ask, fields: Mapping[str, list[str]]) -> str:
    """An answer from the fields of a form: its own, and for a payment ``FIELD.amount``; empty where none is given.

    Raises :class:`~tablegames.core.law.Refused` where it is none that the ask can have.
    """
    chosen = [text.strip() for text in fields.get(ask.field, []) if text.strip()]
    if ask.form is Form.CARDS:
        unknown = set(chosen) - set(ask.choices)
        if unknown:
            raise Refused(f"{', '.join(sorted(unknown))!a}: not among the cards shown")
        return " ".join(choice for choice in ask.choices if choice in chosen) or NONE
    text = chosen[-1] if chosen else UNKNOWN
    if ask.form is Form.AMOUNT and text:
        return format_amount(parse_amount(text, what="the amount"))
    if ask.form is Form.PAYMENT and text == PAY:
        amount = " ".join(fields.get(f"{ask.field}.amount", [])).strip()
        if not amount:
            raise Refused("how much is paid on top of the stake? Write an amount, such as 15.00")
        return f"{PAY} {format_amount(parse_amount(amount, what='the amount'))}"
    if text and ask.choices and text not in ask.choices:
        raise Refused(f"{text[:40]!a} is not one of {', '.join(ask.choices)}")
    return text


def payment(net: int) -> str:
    """What is done with a wager of this net in cents, in an answer's words.

    >>> payment(-500), payment(0), payment(1500)
    ('take', 'return', 'pay 15.00')
    """
    return TAKE if net < 0 else RETURN if net == 0 else f"{PAY} {format_amount(net)}"
