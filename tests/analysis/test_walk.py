"""Whole games walked through their rules on small decks equal what the kernels count, to the last deal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.analysis.pricing import payoff_array
from tablegames.analysis.walk import deals, walk
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deck, Rank, Suit
from tablegames.games import game_named


def kernel_counts(game: Game, counts: NDArray[np.int64]) -> dict[object, int]:
    of_code = {facts.code: facts for facts in game.facts}
    return {of_code[int(code)]: int(counts[code]) for code in np.flatnonzero(counts)}


def payoffs_of(game: Game, rules: Rules) -> NDArray[np.int64]:
    return payoff_array(game, rules, [facts for facts in game.facts if game.possible(facts, rules)])


def walked(game: Game, rules: Rules, payoffs: NDArray[np.int64], deck: Deck) -> Counter[Any]:
    counts = walk(game, rules, dict(enumerate(payoffs.tolist())), deck)
    assert counts.total() == deals(game, deck)
    return counts


def test_a_walk_of_the_real_deck_would_visit_every_deal() -> None:
    assert deals(game_named("high-card-flush"), game_named("high-card-flush").deck) == 6071092494667200
    assert deals(game_named("heads-up-holdem"), game_named("heads-up-holdem").deck) == 27813810024000
    assert deals(game_named("saigon-5-card"), game_named("saigon-5-card").deck) == 4913773104240


@pytest.mark.parametrize("reading", [pytest.param("ace-high-only", marks=pytest.mark.full), "ace-low"])
def test_high_card_flush(reading: str) -> None:
    from tablegames.games.high_card_flush.kernel import solve

    game = game_named("high-card-flush")
    rules = game.with_choices(game.default_rules(), paytables={}, readings={"678a-R1": reading})
    ranks = (Rank.TWO, Rank.THREE, Rank.NINE, Rank.ACE)
    payoffs = payoffs_of(game, rules)
    legal = np.zeros((6, 4), dtype=np.bool_)
    for facts in game.facts:
        legal[facts.flush - 2, facts.raise_multiple] |= game.possible(facts, rules)
    solution = solve(payoffs, legal, ace_low=reading == "ace-low", ranks=sum(1 << rank - 2 for rank in ranks))
    counts = walked(game, rules, payoffs, Deck.small(ranks, Suit))
    assert kernel_counts(game, solution.counts) == counts
    assert {facts.raise_multiple for facts in counts} == {0, 1}
    assert {facts.straight_flush for facts in counts} == ({0, 3} if reading == "ace-low" else {0})


@pytest.mark.parametrize("name", ["heads-up-holdem", pytest.param("ultimate-texas-holdem", marks=pytest.mark.full)])
def test_holdem(name: str) -> None:
    from tablegames.shapes.holdem.kernel.solve import solve

    game = game_named(name)
    rules = game.default_rules()
    payoffs = payoffs_of(game, rules)
    solution = solve(payoffs, [m for m in (4, 3) if m <= game.raises.most[0]], ranks=5, suits=2)
    deck = Deck.small(list(Rank)[-5:], [Suit.CLUBS, Suit.DIAMONDS])
    assert kernel_counts(game, solution.counts) == walked(game, rules, payoffs, deck)


SAIGON_RANKS = [
    (Rank.ACE, Rank.FOUR, Rank.SEVEN, Rank.KING, Rank.QUEEN),
    (Rank.THREE, Rank.FIVE, Rank.TEN, Rank.JACK, Rank.ACE),
]


@pytest.mark.parametrize("ranks", SAIGON_RANKS)
@pytest.mark.parametrize("reading", ["always", "only-if-dealer-qualifies"])
def test_saigon(ranks: tuple[Rank, ...], reading: str) -> None:
    from tablegames.games.saigon_5_card.kernel import solve

    game = game_named("saigon-5-card")
    rules = game.with_choices(game.default_rules(), paytables={}, readings={"680a-R3": reading})
    payoffs = payoffs_of(game, rules)
    solution = solve(payoffs, ace_high_straight=True, ranks=sum(1 << rank - 2 for rank in ranks), suits=2)
    deck = Deck.small(ranks, [Suit.CLUBS, Suit.DIAMONDS], joker=True)
    assert kernel_counts(game, solution.counts) == walked(game, rules, payoffs, deck)
