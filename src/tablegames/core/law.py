"""The law as data: paragraphs, readings, trade rules, and the citations that point at them.

Every game folder holds a ``law.toml``.  A :class:`Law` is that file, validated.  Code that carries out a paragraph says so
with :func:`cites`; a row of a table says so by carrying the paragraph's id.  Nothing here imports another module of ours.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
MOST_QUOTED = 80
"""So many characters of what was given are quoted in a message."""
LONGEST_PATH = 250
"""So many of the path of a file, which somebody has to find."""
MOST_NAMED = 20
"""So many faults are named at once; of more only the number."""
LONGEST_SENTENCE, LONGEST_MESSAGE = 600, 8000
"""Characters of one sentence, and of all that are joined by "; "."""
_CUT = "..."
_QUOTED = re.compile(r"""(?<!\w)(?:'(?!Em\b)((?:[^'\\]|\\.?)*)(?:'|\Z)|"((?:[^"\\]|\\.?)*)(?:"|\Z))""", re.DOTALL)
"""Text in quotes; neither an apostrophe within a word nor that of Hold 'Em begins any."""
_RUN = re.compile(rf"""[^\s'"]{{{MOST_QUOTED + 1},}}""")


def brief(message: str) -> str:
    """A message that quotes little of what was given, however much that was; a short one is as it was.

    Text in quotes and words without a blank are cut to :data:`MOST_QUOTED` characters (a path to :data:`LONGEST_PATH`), and then each
    sentence and the whole.

    >>> brief(f"column 1: {'x' * 1000!a} is not a card")
    "column 1: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' is not a card"
    """
    if len(message) <= MOST_QUOTED:
        return message
    message = _RUN.sub(lambda run: cut_name(run[0]), _QUOTED.sub(_quote, message))
    return cut("; ".join(cut(each, LONGEST_SENTENCE) for each in message.split("; ")), LONGEST_MESSAGE)


def cut_name(text: str) -> str:
    """A word without a blank, cut where it is long; the path of a file where it is very long.

    >>> cut_name("x" * 100) == cut("x" * 100), cut_name("/logs/" + "x" * 100) == "/logs/" + "x" * 100
    (True, True)
    """
    return cut(text, LONGEST_PATH if "/" in text or "\\" in text else MOST_QUOTED)


def _quote(found: re.Match[str]) -> str:
    """A quoted text, cut where it is long."""
    given = found[1] if found[1] is not None else found[2]
    return found[0] if len(given) <= MOST_QUOTED else f"{found[0][0]}{cut(given)}{found[0][0]}"


def cut(text: str, most: int = MOST_QUOTED) -> str:
    """A text's beginning and its end, which tells most of a path, with a sign for what lay between."""
    if len(text) <= most:
        return text
    kept = most - len(_CUT)
    return text[: kept - kept // 2] + _CUT + text[len(text) - kept // 2 :]


def named(faults: Iterable[str], more: int = 0) -> str:
    """The first faults, each once, as one sentence, and how many more there are; ``more`` are not among ``faults``.

    >>> named(["a is unknown", "b is unknown", "a is unknown"]), named(map(str, range(22)))[-18:]
    ('a is unknown; b is unknown', '18; 19; and 2 more')
    """
    found = list(dict.fromkeys(faults))
    more += max(len(found) - MOST_NAMED, 0)
    return "; ".join([*map(brief, found[:MOST_NAMED]), *([f"and {more} more"] if more else [])])


class Refused(ValueError):
    """Input that cannot be accepted: one line saying what, where, and what is allowed, with the ids that say so.

    >>> str(Refused("7 cards are needed, 6 are given", cites=("678a-T1",)))
    '7 cards are needed, 6 are given (trade rule 678a-T1)'
    """

    def __init__(self, message: str, *, cites: tuple[str, ...] = (), column: int | None = None) -> None:
        self.message = brief("".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in brief(message)))
        self.cites = cites
        self.column = column
        super().__init__(self.message + (f" ({', '.join(map(format_cite, cites))})" if cites else ""))


class Source(StrEnum):
    """Where a rule or a number comes from.  Only ``REGULATION`` may be cited as Pennsylvania Code."""

    REGULATION = "regulation"
    PUBLISHED = "published"
    SINGLE_SOURCE = "single-source"
    INFERRED = "inferred"
    EXAMPLE = "example"
    SUBMISSION = "submission"

    @property
    def words(self) -> str:
        """The mark in words, as a reader of a ruling needs it."""
        return {
            Source.REGULATION: "read in the chapter itself",
            Source.PUBLISHED: "printed by casinos, the maker or analysts, who agree",
            Source.SINGLE_SOURCE: "seen in one place only",
            Source.INFERRED: "inferred from a published figure, or our own reading",
            Source.EXAMPLE: "an example, no casino's",
            Source.SUBMISSION: "the house's own, from its Rules Submission",
        }[self]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a chapter, paraphrased.  ``excused`` says why no code carries it out, where none does.

    ``source`` is the regulation, unless the paragraph's own text was not read.  ``not_offered`` names a wager that the paragraph
    is of, and that this program neither offers nor analyses.
    """

    id: str
    says: str
    excused: str = ""
    not_offered: str = ""
    source: Source = Source.REGULATION

    @property
    def all_said(self) -> str:
        """The paragraph in our words, and why no code carries it out where none does."""
        return f"{self.says} (Not carried out: {self.excused}.)" if self.excused else self.says


class Kind(StrEnum):
    """Who publishes a source.  Those of :data:`PRINTED` print rules that are played by; a program only follows them."""

    REGULATOR = "regulator"
    CASINO = "casino"
    MAKER = "maker"
    ANALYST = "analyst"
    PRESS = "press"
    PROGRAM = "program"
    OWN = "own"


PRINTED = frozenset({Kind.CASINO, Kind.MAKER, Kind.ANALYST, Kind.PRESS})
"""Two independent sources of these kinds that agree make a rule or a table ``published``."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A page or a document in which a rule or a paytable was seen: who published it, where, and when it was seen (year and month).

    ``address`` is empty where it has none that is known.
    """

    id: str
    publisher: str
    kind: Kind
    title: str
    seen: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class TradeRule:
    """A rule of the game as the trade publishes it; never citable as Pennsylvania Code.

    ``basis`` says what it rests on: how it was inferred, where it was, and the publishers of its ``sources``, which are ids of
    :class:`Publication`; ``disputed`` what another source says instead.
    """

    id: str
    says: str
    source: Source
    basis: str
    sources: tuple[str, ...]
    disputed: str = ""

    @property
    def all_said(self) -> str:
        """The rule, and what other sources say of it."""
        return f"{self.says} Not all agree: {self.disputed}" if self.disputed else self.says


@dataclass(frozen=True, slots=True)
class Reading:
    """An open question of the text, the choices, the default and why, what the others change, and the test that shows it.

    ``sources`` are ids of :class:`Publication` that print one of the choices, if any does.  ``added`` is the date of a question that was
    raised after rounds had been recorded: their records lack it, and were made by the default.
    """

    id: str
    question: str
    choices: tuple[str, ...]
    default: str
    why: str
    effect: str
    test: str
    sources: tuple[str, ...] = ()
    added: str = ""


@dataclass(frozen=True, slots=True)
class EarlierWords:
    """How a ledger line was worded before: for some wagers, what its row, source and citations of today were then.

    It is of lines only that have all that is named; a citation that was "" then was not made.
    """

    wagers: tuple[str, ...]
    cites: Mapping[str, str]
    row: Mapping[str, str] = field(default_factory=dict)
    source: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Law:
    """One game's ``law.toml``: where the text was read, its paragraphs, the trade's rules, the readings, the paytables and the sources.

    ``paytables`` stays as written but for the ``basis``; ``game.py`` turns each entry into a ``Paytable``.  ``earlier_words`` are for the records
    of rounds that were settled under an earlier form of this file.
    """

    chapter: str
    title: str
    document: str
    read: str
    paragraphs: Mapping[str, Paragraph]
    trade_rules: Mapping[str, TradeRule]
    readings: Mapping[str, Reading]
    paytables: tuple[Mapping[str, Any], ...]
    sources: Mapping[str, Publication]
    earlier_words: tuple[EarlierWords, ...] = ()

    def __contains__(self, cite: str) -> bool:
        return cite in self.paragraphs or cite in self.trade_rules or cite in self.readings

    @property
    def not_offered(self) -> dict[str, str]:
        """The wagers of the chapter that this program neither offers nor analyses, by the paragraph that names each."""
        return {each.id: each.not_offered for each in self.paragraphs.values() if each.not_offered}

    def default_readings(self) -> dict[str, str]:
        """Every reading's id with its default choice."""
        return {reading.id: reading.default for reading in self.readings.values()}

    def choose(self, reading_id: str, choice: str) -> str:
        """The choice, if this law offers it for this reading; otherwise refused, naming what is allowed."""
        reading = self.readings.get(reading_id)
        if reading is None:
            raise Refused(f"reading {reading_id!r} is not one of {self.title}: {', '.join(self.readings)}")
        if choice not in reading.choices:
            raise Refused(f"reading {reading_id} has no choice {choice!r}: {' or '.join(reading.choices)}")
        return choice


def format_cite(cite: str) -> str:
    """A citation as it is printed: paragraphs as the Code cites them, trade rules and readings by their kind.

    >>> format_cite("678a.6(b)(4)"), format_cite("678a-T3"), format_cite("678a-R1")
    ('§ 678a.6(b)(4)', 'trade rule 678a-T3', 'reading 678a-R1')
    """
    if "-T" in cite:
        return f"trade rule {cite}"
    return f"reading {cite}" if "-R" in cite else f"§ {cite}"


CITED: dict[str, set[str]] = {}
"""Every id that code acts on, with the full names of the functions and tables that do: what ``law coverage`` prints."""
ROLES: dict[str, set[str]] = {}
"""The same for code that serves every game: by the field in which a game says which paragraph or rule it is."""


def cites(*ids: str) -> Callable[[F], F]:
    """Mark a function as the carrying out of these paragraphs, trade rules or readings.

    It must act on each: what the id says is done or refused there, and a test of the id fails without it.
    """

    def mark(function: F) -> F:
        for cite in ids:
            cited(cite, f"{function.__module__}.{function.__qualname__}")
        function.cites = ids  # type: ignore[attr-defined]  # an attribute of a function, read by the ruling and the tests
        return function

    return mark


def cited(cite: str, by: str) -> str:
    """The citation of a table row or of a shared function, entered in :data:`CITED` under the full name of what acts on it."""
    CITED.setdefault(cite, set()).add(by)
    return cite


def acts_on(*roles: str) -> Callable[[F], F]:
    """Mark a function of every game as the carrying out of what a game names in these fields, such as ``one_at_a_time``."""

    def mark(function: F) -> F:
        for role in roles:
            ROLES.setdefault(role, set()).add(f"{function.__module__}.{function.__qualname__}")
        return function

    return mark


@cache
def load_law(package: str, name: str = "law.toml") -> Law:
    """The law of a game folder, from its ``law.toml``; the file is ours, so a fault in it is a programming error."""
    with resources.files(package).joinpath(name).open("rb") as file:
        data = tomllib.load(file)
    sources = {entry["id"]: Publication(**{**entry, "kind": Kind(entry["kind"])}) for entry in data.get("source", ())}

    def based(entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry with its sources, its basis naming their publishers."""
        found = [sources[id_] for id_ in entry["sources"]]
        publishers = "; ".join(
            dict.fromkeys(each.publisher for each in found if each.kind not in (Kind.REGULATOR, Kind.OWN))
        )
        basis = "; ".join(filter(None, (entry.get("basis"), publishers)))
        return {**entry, "sources": tuple(entry["sources"]), "basis": basis}

    return Law(
        chapter=data["chapter"],
        title=data["title"],
        document=data["document"],
        read=data["read"],
        paragraphs={
            entry["id"]: Paragraph(**{**entry, "source": Source(entry.get("source", Source.REGULATION))})
            for entry in data["paragraph"]
        },
        trade_rules={
            entry["id"]: TradeRule(**{**based(entry), "source": Source(entry["source"])})
            for entry in data["trade_rule"]
        },
        readings={
            entry["id"]: Reading(
                **{**entry, "choices": tuple(entry["choices"]), "sources": tuple(entry.get("sources", ()))}
            )
            for entry in data["reading"]
        },
        paytables=tuple(map(based, data["paytable"])),
        sources=sources,
        earlier_words=tuple(
            EarlierWords(**{**entry, "wagers": tuple(entry["wagers"])}) for entry in data.get("earlier_words", ())
        ),
    )
