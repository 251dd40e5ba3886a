"""What the wagers on a layout show of a seat's choices."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from tablegames.contract.choices import Line, View, added, is_fold, is_over
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, acts_on
from tablegames.core.money import format_amount
from tablegames.core.wagers import Bets


class Unclear(Enum):
    """Why a layout shows no line of the game."""

    NO_FOLD = "the game has no fold"
    BET_AND_FOLD = "a seat that folds has made no such wager"
    NO_DECISION = "neither a wager by decision nor a fold"
    NOT_ALLOWED = "no line of the game makes such wagers"


def line_shown(game: Game[Facts], bets: Bets, *, fold: bool) -> int | Unclear:
    """The line of the game, by its place, that a seat's wagers in cents show; or why they show none.

    Whether its hand or the house allows that line is not asked.  Where no line makes a wager, the first that is no fold is shown.
    """
    if fold and not game.can_fold:
        return Unclear.NO_FOLD
    base = bets.get(game.base, 0)
    beside = {wager: bets.get(wager, 0) for wager in game.chosen_wagers}
    for place, line in enumerate(game.lines):
        made = added(line)
        if is_fold(line) == fold and all(cents == made.get(wager, 0) * base for wager, cents in beside.items()):
            return place
    if fold:
        return Unclear.BET_AND_FOLD
    return Unclear.NOT_ALLOWED if any(beside.values()) else Unclear.NO_DECISION


def is_begun(game: Game[Facts], bets: Bets) -> bool:
    """Whether a seat's wagers in cents are those of some line up to one of its decisions, as those of a hand that was not played to its end."""
    base = bets.get(game.base, 0)
    beside = {wager: bets[wager] for wager in game.chosen_wagers if bets.get(wager)}
    begun = (added(line[:decisions]) for line in game.lines for decisions in range(len(line) + 1))
    return any(
        beside == {w: size * base for w, size in made.items() if size and w in game.chosen_wagers} for made in begun
    )


def legal_lines(game: Game[Facts], view: View, rules: Rules, line: Line = ()) -> Iterator[Line]:
    """Every line that a seat may take to its end with these cards in the end, those of the largest wagers first."""
    if is_over(line) or len(line) == len(game.points):
        yield line
        return
    point = game.points[len(line)]
    seen = view._replace(board=view.board[: point.board], up=view.up[: point.up])
    for choice in game.choices(point.name, seen, line, rules):
        yield from legal_lines(game, view, rules, (*line, choice))


@acts_on("deciding")
def decide(game: Game[Facts], view: View, bets: Bets, rules: Rules, *, fold: bool) -> Line:
    """The line that a layout shows; refused where it shows none, two, or one that the hand or the house does not allow."""
    game.check_bets(bets)
    shown, cites = line_shown(game, bets, fold=fold), (game.deciding,)
    names = " and ".join(game.chosen_wagers)
    if shown is Unclear.NO_FOLD:
        raise Refused(f"{game.name} has no fold: every hand is set and compared", cites=cites)
    if shown is Unclear.BET_AND_FOLD:
        raise Refused(f"a seat that folds makes no {names}: leave out one of the two", cites=cites)
    if isinstance(shown, int) and fold:
        return game.lines[shown]
    legal = [line for line in legal_lines(game, view, rules) if not is_fold(line)]
    listed = (
        legal if len(game.points) > 1 else legal[::-1]
    )  # in the order of the round; of one decision the least first
    allowed = " or ".join(dict.fromkeys(_amounts(line, bets[game.base]) for line in listed))
    if shown is Unclear.NO_DECISION:
        raise Refused(f"a decision is missing: a {names} of {allowed}, or a fold", cites=cites)
    for line in legal:
        if isinstance(shown, int) and (game.setting or added(line) == added(game.lines[shown])):
            return line
    made = " and ".join(f"{wager} {format_amount(bets[wager])}" for wager in game.chosen_wagers if wager in bets)
    hand = f" with a {game.raises.named(view.hand)}" if game.raises.numbers else ""
    unlimited = legal_lines(game, view, rules.without_raise_limits)
    by_house = isinstance(shown, int) and any(added(line) == added(game.lines[shown]) for line in unlimited)
    house = ", by the house's raise limit" if by_house else ""
    raise Refused(
        f"{made} on an {game.base} of {format_amount(bets[game.base])}{hand} is not allowed: {allowed}{house}",
        cites=() if house else cites,
    )


def _amounts(line: Line, base: int) -> str:
    """What a line puts on the layout, as amounts."""
    return " and ".join(format_amount(size * base) for size in added(line).values())
