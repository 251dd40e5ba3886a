"""The settlement of One Card, and its exact figures by another way: a sum over ranks, written out by hand."""

from __future__ import annotations

from fractions import Fraction

from tablegames.analysis.exact import analyze
from tablegames.games.one_card.game import GAME


def by_hand() -> Fraction:
    """For each rank the better of a fold and a raise, from the numbers of cards of each rank alone."""
    total = Fraction(0)
    for player in range(2, 15):
        left = {dealer: 4 - (dealer == player) for dealer in range(2, 15)}
        unqualified = sum(left[dealer] for dealer in range(2, 5))
        below = sum(left[dealer] for dealer in range(5, player))
        above = sum(left[dealer] for dealer in range(max(player + 1, 5), 15))
        total += max(Fraction(-1), Fraction(unqualified + 2 * below - 2 * above, 51)) * Fraction(4, 52)
    return total


def test_the_walk_gives_what_ranks_alone_give() -> None:
    analysis = analyze(GAME)
    assert analysis.deals == 52 * 51
    assert analysis.main.expected_value == by_hand()


def test_the_bonus() -> None:
    """4 aces at 3, 12 face cards at 3/2, 36 cards lost: (12 + 18 - 36) / 52."""
    rules = GAME.with_choices(GAME.default_rules(), paytables={"bonus": "example"}, readings={})
    assert analyze(GAME, rules).wager("bonus").expected_value == Fraction(-6, 52)
