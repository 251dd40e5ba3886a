"""The rules of a game as its law file has them: directives that print paragraphs, trade rules, readings, wagers and paytables.

``{paragraphs} GAME``, ``{trade-rules} GAME``, ``{sources} GAME``, ``{readings} GAME``, ``{wagers} GAME`` and ``{paytables} GAME`` each print a table; GAME is a
game's id, or ``procedures``.  Every id that a table prints is a label: ``{cite}`678a.6(c)` `` links to it from any page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from tablegames.core.law import Law, format_cite
from tablegames.core.money import format_amount
from tablegames.games import GAMES, game_named
from tablegames.report.text import not_offered_text
from tablegames.rounds.round import PROCEDURES

Cell: TypeAlias = str | nodes.Node
LAWS = (*(game.law for game in GAMES), PROCEDURES)
_CITATION = re.compile(r"§ (\d{3}a\.\d+(?:\([a-z0-9]+\))*)|(\d{3}a-[TR]\d+|procedure-R\d+)")


def label(cite: str) -> str:
    """The label of a citation, such as ``law-678a-6-c``."""
    return "law-" + re.sub(r"\W+", "-", cite).strip("-").lower()


def reference(cite: str, text: str, docname: str) -> nodes.Node:
    """A link to the row that prints a citation; where no page prints it the build fails with a warning."""
    words = nodes.inline(text, text)
    return pending_xref(
        "", words, refdomain="std", reftype="ref", reftarget=label(cite), refexplicit=True, refwarn=True, refdoc=docname
    )


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], widths: Sequence[int]) -> nodes.table:
    """A table of text and nodes; ``widths`` are parts of its width."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(head))
    group += nodes.thead("", _row(head))
    group += nodes.tbody("", *map(_row, rows))
    return nodes.table("", group, classes=["law", "colwidths-given"])


def _row(cells: Sequence[Cell]) -> nodes.row:
    """One row; text becomes a paragraph."""
    contents = (nodes.paragraph(cell, cell) if isinstance(cell, str) else cell for cell in cells)
    return nodes.row("", *(nodes.entry("", content) for content in contents))


class LawDirective(SphinxDirective):
    """What the directives share: the game named by their argument, and labels for the ids they print."""

    required_arguments = 1

    @property
    def law(self) -> Law:
        """The law of the game, or the procedures."""
        return PROCEDURES if self.arguments[0] == "procedures" else game_named(self.arguments[0]).law

    def labelled(self, cite: str) -> nodes.Node:
        """An id as the first cell of its row, with its label."""
        text = format_cite(cite) if "-" not in cite else cite
        cell = nodes.paragraph(text, text, ids=[label(cite)], classes=["cite"])
        domain = cast(Any, self.env.domains.standard_domain)
        domain.anonlabels[label(cite)] = (self.env.docname, label(cite))
        domain.labels[label(cite)] = (self.env.docname, label(cite), text)
        return cell

    def linked(self, text: str) -> nodes.Node:
        """A text in which every citation of a chapter in this manual is a link."""
        cell, end = nodes.paragraph(), 0
        for match in _CITATION.finditer(text):
            cite = match[1] or match[2]
            if any(cite in law for law in LAWS):  # other chapters are named too
                cell += nodes.Text(text[end : match.start()])
                cell += reference(cite, match[0], self.env.docname)
                end = match.end()
        cell += nodes.Text(text[end:])
        return cell


class Paragraphs(LawDirective):
    """The paragraphs of a chapter in our words, each with its source mark."""

    def run(self) -> list[nodes.Node]:
        said = f"{self.law.document}. Read on {self.law.read}."
        rows = [
            (
                self.labelled(paragraph.id),
                self.linked(paragraph.all_said),
                paragraph.source.value,
            )
            for paragraph in self.law.paragraphs.values()
        ]
        return [nodes.paragraph(said, said), table(("paragraph", "in our words", "source"), rows, (22, 64, 14))]


class TradeRules(LawDirective):
    """The rules that only the trade states."""

    def run(self) -> list[nodes.Node]:
        rows = [
            (self.labelled(rule.id), self.linked(rule.all_said), f"{rule.source.value}: {rule.basis}")
            for rule in self.law.trade_rules.values()
        ]
        return [table(("rule", "says", "source"), rows, (14, 62, 24))]


class Sources(LawDirective):
    """Where the trade's rules and the paytables were seen."""

    def run(self) -> list[nodes.Node]:
        rows = [
            (f"{each.publisher} ({each.kind.value})", each.title, each.address or "-", each.seen)
            for each in self.law.sources.values()
        ]
        return [table(("publisher", "page or document", "address", "seen"), rows, (22, 38, 30, 10))]


class Readings(LawDirective):
    """The open questions of a text: choices, default, reason and effect."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for reading in self.law.readings.values():
            choices = nodes.paragraph()
            for place, choice in enumerate(reading.choices):
                choices += nodes.Text(", " if place else "")
                choices += nodes.literal(choice, choice)
                choices += nodes.Text(" (default)" if choice == reading.default and len(reading.choices) > 1 else "")
            says = nodes.container()
            question = nodes.paragraph()
            question += nodes.strong(reading.question, reading.question)
            says += [question, choices, self.linked(reading.why)]
            if len(reading.choices) > 1:
                says += self.linked(reading.effect)
            rows.append((self.labelled(reading.id), says))
        return [table(("reading", "question, choices, reason"), rows, (16, 84))]


class Wagers(LawDirective):
    """What is bet."""

    def run(self) -> list[nodes.Node]:
        rows = []
        game = game_named(self.arguments[0])
        for wager in game.wagers:
            when = "must be made" if wager.required else "made by a decision" if wager.by_choice else "optional"
            rows.append((nodes.paragraph("", "", nodes.literal(wager.id, wager.id)), wager.says, when))
        left = not_offered_text(game)
        more = [nodes.paragraph("", "", *self.linked(f"{left}.").children)] if left else []
        return [table(("wager", "what it is on", "when"), rows, (24, 54, 22)), *more]


class Paytables(LawDirective):
    """Every paytable known, slot by slot, side by side, with source marks; nothing is printed for a wager that has none."""

    def run(self) -> list[nodes.Node]:
        game = game_named(self.arguments[0])
        chosen = game.default_rules().paytables
        shown: list[nodes.Node] = []
        for form in game.forms:
            tables = game.paytables(form.slot)
            heads = [f"{name} (default)" if chosen.get(form.slot) == each else name for name, each in tables.items()]
            rows: list[Sequence[Cell]] = [
                (row, *(str(each.rows.get(row, form.below.value)) for each in tables.values())) for row in form.rows
            ]
            rows.append(("a hand below them", *(form.below.value for _ in tables)))
            if any(each.stake for each in tables.values()):
                stakes = [format_amount(each.stake) if each.stake else "any" for each in tables.values()]
                rows.append(("for a wager of", *stakes))
            rows.append(("source", *(f"{each.source.value}: {each.basis}" for each in tables.values())))
            title = nodes.paragraph("", "", nodes.literal(form.slot, form.slot), classes=["slot"])
            shown += [title, table(("hand", *heads), rows, (30, *(70 // len(tables) for _ in tables)))]
        return shown


class Cite(SphinxRole):
    """A citation as a link: ``{cite}`678a.6(c)` ``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        text = format_cite(self.text)
        return [reference(self.text, text.replace(" ", "\N{NO-BREAK SPACE}", 1), self.env.docname)], []


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives and the role."""
    for name, directive in (
        ("paragraphs", Paragraphs), ("trade-rules", TradeRules), ("sources", Sources), ("readings", Readings), ("wagers", Wagers), ("paytables", Paytables),
    ):  # fmt: skip
        app.add_directive(name, directive)
    app.add_role("cite", Cite())
    return {"parallel_read_safe": False}
