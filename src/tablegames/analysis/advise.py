"""Advice: the exact expected value of every action that a seat may take where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablegames.analysis.pricing import UNIT, check_known, priced
from tablegames.analysis.solving import solver_of
from tablegames.contract.choices import View
from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import MOST_ADVISED
from tablegames.contract.strategy import Action
from tablegames.core.cards import check_cards
from tablegames.core.law import Refused
from tablegames.core.wagers import Bets
from tablegames.rounds.payouts import House, bets_made


@dataclass(frozen=True)
class Advice:
    """Every action of a situation, the largest wager first; the best is the first of those with the greatest value.

    Values are per Ante where no bets are given, and in cents where they are.
    """

    game: Game
    rules: Rules
    view: View
    bets: Bets
    actions: tuple[Action, ...]
    futures: int
    """The equally likely futures that each action's value is taken over."""

    @property
    def best(self) -> Action:
        """The action of greatest value; of equal ones the one with the larger wager."""
        return max(self.actions, key=lambda action: action.expected_value)


def advise(
    game: Game,
    rules: Rules,
    view: View,
    bets: Bets | None = None,
    meters: Mapping[str, int] | None = None,
) -> Advice:
    """The exact value of each action, later decisions being the best; other seats' cards may be known and dead.

    ``bets``: the wagers made before the deal in cents, an Ante among them; they count in what later decisions aim at.
    Raises :class:`~tablegames.core.law.Refused` for cards that cannot be, or a board on which no seat decides.

    >>> from tablegames.core.cards import parse_cards
    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> advice = advise(game, game.default_rules(), View(parse_cards("Tc 8c 6c Kd Qd 4h 3s")))
    >>> advice.best.action, [action.action for action in advice.actions]
    ('raise 1x', ['raise 1x', 'fold'])
    """
    _check(game, view)
    house, meters = House(game, rules), dict(meters or {})
    check_known(game, meters)
    for meter in meters:
        if meter not in (bets or {}):
            raise Refused(f"meter {meter} is for a wager that is not bet: give its bet too")
    stakes = _stakes(game, rules, bets) if bets else None
    asked = priced(game, rules, bets=stakes, meters=meters, most=MOST_ADVISED)
    outlook = solver_of(game).outlook(view, asked)
    of_code = {facts.code: facts for facts in game.facts}

    def worth(facts: Facts) -> Fraction:
        if stakes:
            return Fraction(house.settle([Seat(facts, bets_made(game, facts, stakes))], meters).seats[0].net)
        return game.settle([Seat(facts, game.main_bets(facts, UNIT))], meters, rules).seats[0].exact / UNIT

    def value(counts: Mapping[int, int]) -> Fraction:
        return sum((worth(of_code[code]) * count for code, count in counts.items()), Fraction(0)) / sum(counts.values())

    actions = tuple(Action(choice, value(counts)) for choice, counts in outlook.items())
    return Advice(game, rules, view, bets or {}, actions, sum(next(iter(outlook.values())).values()))


def _check(game: Game, view: View) -> None:
    """Refuse cards that cannot be, and a board on which no seat decides."""
    hand, board, dead, up = view
    check_cards(game.deck, {"hand": hand, "board": board, "dead": dead, "upcard": up}, cites=(game.dealing,))
    if len(hand) != game.player_cards:
        raise Refused(f"hand has {len(hand)} cards, {game.player_cards} are needed", cites=(game.dealing,))
    boards = {point.board: point.words for point in game.points}
    if not game.board_cards and board:
        raise Refused(f"{game.name} has no community cards: leave out the board", cites=(game.dealing,))
    if game.board_cards and len(board) not in boards:
        allowed = ", ".join(boards.values())
        raise Refused(f"board has {len(board)} cards; a seat decides on {allowed}", cites=(game.deciding,))
    shown = [point.up for point in game.points if point.board == len(board)]
    if len(up) not in shown:
        raise Refused(f"the dealer shows {len(up)} cards; a seat decides on {shown[0]}", cites=(game.deciding,))
    left = len(game.deck) - sum(map(len, view))
    needed = game.board_cards - len(board) + game.dealer_cards - len(up)
    if left < needed:
        raise Refused(f"{len(dead)} dead cards leave {left} in the deck, {needed} are still to be dealt")


def _stakes(game: Game, rules: Rules, bets: Bets) -> Bets:
    """The bets of a seat before it decides, ``ante`` standing for the main game; refused where they are no such layout."""
    game.check_bets(bets)
    made = {wager.id for wager in game.wagers if wager.required}
    for wager in bets:
        game.check_offered(rules, wager)
        if wager not in made and not game.wager(wager).needs_table:
            raise Refused(f"{wager} is what the advice is about, or needs other seats: leave it out of the bets")
    return {wager: cents for wager, cents in bets.items() if wager == game.base or wager not in made}
