"""The pages of the workbench: the one list of them.

A page is a router and a template, for every game alike: it answers ``/ID/GAME``, and is offered wherever pages are.
"""

from __future__ import annotations

from typing import NamedTuple

from fastapi import APIRouter

from tablegames.web.pages import judge, lab, law, play, strategy, train


class Page(NamedTuple):
    """A page: the first part of its address, its title, what it answers, and its routes."""

    id: str
    title: str
    says: str
    router: APIRouter


PAGES = (
    Page("judge", "Judge", "Who won, what is owed, and by which paragraph", judge.router),
    Page("lab", "Paytable lab", "Change a payout and see the edge move, beside the known paytables", lab.router),
    Page("strategy", "Strategy", "The exact value of every action, whatever cards are dead", strategy.router),
    Page("law", "Law", "The paragraphs in our words, the readings and their effect, each with an example", law.router),
    Page(
        "train",
        "Train",
        "Rank, compare, settle, find the mistake: against the clock, corrected by paragraph",
        train.router,
    ),
    Page(
        "play",
        "Play",
        "A table for play money: coached, committed to before the bets, recalled step by step",
        play.router,
    ),
)
