"""The layout of a log: which columns a row has, a row being one seat in one round (docs/log-layout.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from tablegames.contract.game import Game
from tablegames.core.law import Refused

VERSION = 1
REQUIRED = ("version", "game", "round", "seat", "player")
OPTIONAL = ("dealer", "time", "table", "dealer_id", "board", "fold", "status")
AMOUNTS = ("bet_", "paid_", "meter_")
OWN = "x_"
"""What the names of a house's own columns begin with: they are carried along unread."""
NUMBER, LINES, FAULT, HURT = "#row", "#lines", "#fault", "#hurt"
"""Columns that a reader adds: where a row stands in its file, the text of a round's events, what is wrong with it before it is settled, and
whether it stands for a line that cannot be read, whose round is then set aside whole."""
MOST_ROWS = 64
"""More rows than this that stand together with one round's id are no round: the largest table has 22 seats."""


class Status(StrEnum):
    """What became of a seat's hand, where it was not played to its end."""

    PLAYED = ""
    VOID = "void"
    DEAD = "dead"


class Columns(NamedTuple):
    """The columns of one log: each name of the layout that it has, with the name that stands in the file."""

    names: Mapping[str, str]

    def has(self, name: str) -> bool:
        """Whether the log has a column of the layout."""
        return name in self.names

    def wagers(self, game: Game) -> tuple[str, ...]:
        """The wagers of the game that the log has, in the game's order."""
        return tuple(wager.id for wager in game.wagers if f"bet_{wager.id}" in self.names)

    def meters(self, game: Game) -> tuple[str, ...]:
        """The meters of the game that the log has."""
        return tuple(meter for meter in game.meters if f"meter_{meter}" in self.names)


def read_columns(game: Game, names: Sequence[str], path: str) -> Columns:
    """The columns of a log of a game; refused where one is unknown, missing or there twice, naming the file and the column.

    Wagers are named by their ids; an underscore may stand for a dash.
    """
    found: dict[str, str] = {}
    known = {*REQUIRED, *OPTIONAL}
    for name in names:
        layout_name = _wager_column(game, name, path) if name.startswith(AMOUNTS) else name
        if layout_name not in known and not name.startswith((*AMOUNTS, OWN)):
            allowed = ", ".join((*REQUIRED, *OPTIONAL))
            raise Refused(
                f"{path}: column {name!a} is unknown: a log has {allowed}, bet_WAGER, paid_WAGER and meter_METER; "
                f"a column of your own begins with {OWN}"
            )
        if layout_name in found:
            raise Refused(f"{path}: column {name!a} stands twice")
        found[layout_name] = name
    needed = [*REQUIRED, *_own_columns(game)]
    wagers = [wager.id for wager in game.wagers if f"bet_{wager.id}" in found or f"paid_{wager.id}" in found]
    always = [wager.id for wager in game.wagers if wager.required or wager.by_choice]
    needed += [f"{kind}_{wager}" for wager in dict.fromkeys([*always, *wagers]) for kind in ("bet", "paid")]
    for name in needed:
        if name not in found:
            raise Refused(f"{path}: column {name} is missing")
    return Columns(found)


def _wager_column(game: Game, name: str, path: str) -> str:
    """The layout's name of a column of amounts."""
    kind, _, wager = name.partition("_")
    wager = wager.replace("_", "-")
    known = game.meters if kind == "meter" else [each.id for each in game.wagers]
    if wager not in known:
        what = f"{'meters' if kind == 'meter' else 'wagers'} of {game.name} are {', '.join(known) or 'none'}"
        raise Refused(f"{path}: column {name!a}: the {what}")
    return f"{kind}_{wager}"


def all_columns(game: Game, wagers: Sequence[str]) -> list[str]:
    """The layout's columns of a game with these wagers, in the order in which they are written."""
    amounts = [f"{kind}_{wager}" for wager in wagers for kind in ("bet", "paid")]
    meters = [f"meter_{meter}" for meter in game.meters if meter in wagers]
    names = ["version", "game", "round", "time", "table", "dealer_id", "seat", "player"]
    return [*names, *_own_columns(game), "status", *amounts, *meters]


def _own_columns(game: Game) -> list[str]:
    """The columns that only some games have: the dealer's cards, the community cards, and whether a seat has given its hand up."""
    has = {"dealer": game.dealer_cards, "board": game.board_cards, "fold": game.can_fold}
    return [name for name, of_game in has.items() if of_game]
