"""Whole games walked through their rules on small decks equal what the kernels count, to the last deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.analysis.advise import advise
from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import priced
from tablegames.analysis.walk import deals, walk
from tablegames.contract.choices import View, is_fold
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deck, Rank, Suit
from tablegames.core.law import Refused
from tablegames.core.money import Paytable
from tablegames.games import game_named
from tablegames.games.high_card_flush.game import GAME as FLUSH
from tests.analysis.small_games import (
    LINES,
    STREETS,
    THREE_STREETS,
    UPCARD,
    Made,
    Outcome,
    StreetFacts,
    UpcardFacts,
    made_by,
    pays,
    street_net,
    three_times,
    with_table,
)


def kernel_counts(game: Game, counts: NDArray[np.int64]) -> dict[object, int]:
    of_code = {facts.code: facts for facts in game.facts}
    return {of_code[int(code)]: int(counts[code]) for code in np.flatnonzero(counts)}


def walked(game: Game, rules: Rules, payoffs: NDArray[np.int64], deck: Deck) -> Counter[Any]:
    counts = walk(game, rules, payoffs, deck)
    assert counts.total() == deals(game, deck)
    return counts


def test_a_walk_of_the_real_deck_would_visit_every_deal() -> None:
    assert deals(game_named("high-card-flush"), game_named("high-card-flush").deck) == 6071092494667200
    assert deals(game_named("heads-up-holdem"), game_named("heads-up-holdem").deck) == 27813810024000
    assert deals(game_named("saigon-5-card"), game_named("saigon-5-card").deck) == 4913773104240


@pytest.mark.parametrize("reading", [pytest.param("ace-high-only", marks=pytest.mark.full), "ace-low"])
def test_high_card_flush(reading: str) -> None:
    from tablegames.games.high_card_flush.kernel import solve

    game = FLUSH
    rules = game.with_choices(game.default_rules(), paytables={}, readings={"678a-R1": reading})
    ranks = (Rank.TWO, Rank.THREE, Rank.NINE, Rank.ACE)
    payoffs = priced(game, rules).payoffs
    legal = np.zeros((6, 4), dtype=np.bool_)
    for facts in game.facts:
        legal[facts.flush - 2, facts.raise_multiple] |= game.possible(facts, rules)
    solution = solve(payoffs, legal, ace_low=reading == "ace-low", ranks=sum(1 << rank - 2 for rank in ranks))
    counts = walked(game, rules, payoffs, Deck.small(ranks, Suit))
    assert kernel_counts(game, solution.counts) == counts
    assert {facts.line for facts in counts} == {0, 1}
    assert {facts.straight_flush for facts in counts} == ({0, 3} if reading == "ace-low" else {0})


@pytest.mark.parametrize("name", ["heads-up-holdem", pytest.param("ultimate-texas-holdem", marks=pytest.mark.full)])
def test_holdem(name: str) -> None:
    from tablegames.shapes.holdem.kernel.solve import solve

    game = game_named(name)
    rules = game.default_rules()
    payoffs = priced(game, rules).payoffs
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
    payoffs = priced(game, rules).payoffs
    solution = solve(payoffs, ace_high_straight=True, ranks=sum(1 << rank - 2 for rank in ranks), suits=2)
    deck = Deck.small(ranks, [Suit.CLUBS, Suit.DIAMONDS], joker=True)
    assert kernel_counts(game, solution.counts) == walked(game, rules, payoffs, deck)


# --- an upcard ---------------------------------------------------------------------------------------------------------


def upcard_by_hand() -> tuple[Fraction, Counter[UpcardFacts], set[tuple[Rank, Rank]]]:
    """The value of the best play of Upcard per Ante, its deals by facts, and the ranks of card and upcard with which it raises."""
    total, counts, raised = 0, Counter[UpcardFacts](), set()
    cards = UPCARD.deck.cards
    for own, up in permutations(cards, 2):
        more = [three_times(own.rank, card.rank, up.rank) for card in cards if card not in (own, up)]
        won = 3 * sum((each > 0) - (each < 0) for each in more)
        if won < -len(more):
            total -= len(more)
            counts[UpcardFacts(Outcome.FOLDED)] += len(more)
            continue
        total += won
        raised.add((own.rank, up.rank))
        for each in more:
            outcome = Outcome.WIN if each > 0 else Outcome.LOSE if each < 0 else Outcome.TIE
            counts[UpcardFacts(outcome)] += 1
    return Fraction(total, counts.total()), counts, raised


def test_an_upcard_is_seen_before_the_decision() -> None:
    value, counts, raised = upcard_by_hand()
    found = analyze(UPCARD, Rules({}, {}))
    assert deals(UPCARD, UPCARD.deck) == counts.total() == 12 * 11 * 10
    assert found.histogram == dict(counts)
    assert found.main.expected_value == value
    middle = {up for own, up in raised if own == Rank.FOUR}
    assert middle
    assert middle < set(list(Rank)[:6]), "the same card is raised against some upcards and folded against others"


def test_advice_knows_the_upcard() -> None:
    """Every card against every upcard: what raising is worth, by the dealer's other cards."""
    cards = UPCARD.deck.cards
    for own, up in permutations(cards, 2):
        advice = advise(UPCARD, Rules({}, {}), View((own,), up=(up,)))
        more = [three_times(own.rank, card.rank, up.rank) for card in cards if card not in (own, up)]
        won = Fraction(3 * sum((each > 0) - (each < 0) for each in more), len(more))
        assert {action.action: action.expected_value for action in advice.actions} == {"raise 2x": won, "fold": -1}
        assert advice.futures == len(more)
    dead = advise(UPCARD, Rules({}, {}), View((cards[0],), dead=cards[2:4], up=(cards[1],)))
    assert dead.futures == 8


def test_a_view_without_the_upcard_is_refused() -> None:
    cards = UPCARD.deck.cards
    with pytest.raises(Refused, match="the dealer shows 0 cards; a seat decides on 1"):
        advise(UPCARD, Rules({}, {}), View((cards[0],)))
    with pytest.raises(Refused, match="stands twice: as hand card 1 and as upcard card 1"):
        advise(UPCARD, Rules({}, {}), View((cards[0],), up=(cards[0],)))


# --- three streets -----------------------------------------------------------------------------------------------------


def streets_by_hand(table: Paytable) -> tuple[Fraction, Fraction, Counter[StreetFacts]]:
    """Three Streets by backward induction over ranks alone: the value and what is wagered per Ante, and the deals by facts.

    A seat that has wagered w at a street stakes 3, 1 or gives w up; of equal ones it takes the larger.
    """
    names = ["fold", *map("bet {}x".format, (1, 3))]

    def best(seen: tuple[int, ...], words: tuple[str, ...], wagered: int) -> tuple[Fraction, Counter[tuple[str, int]]]:
        """The sum of nets over all that may still be dealt to ranks seen, and the ends, each with what was wagered."""
        if len(seen) == 5:
            made = made_by(seen)
            return wagered * street_net(made, table), Counter({("/".join((str(made), *words)), wagered): 1})
        left = [int(card.rank) for card in THREE_STREETS.deck.cards]
        for rank in seen:
            left.remove(rank)
        options = []
        for size in (3, 1):
            total, ends = Fraction(0), Counter[tuple[str, int]]()
            for rank in left:
                net, more = best((*seen, rank), (*words, f"bet {size}x"), wagered + size)
                total, ends = total + net, ends + more
            options.append((total, ends))
        ways = {2: 8 * 7 * 6, 3: 7 * 6, 4: 6}[len(seen)]
        options.append((Fraction(-wagered * ways), Counter({("/".join(("nothing", *words, "fold")), wagered): ways})))
        return max(options, key=lambda option: option[0])

    total, ends = Fraction(0), Counter[tuple[str, int]]()
    for own in combinations([int(card.rank) for card in THREE_STREETS.deck.cards], 2):
        net, more = best(own, (), 1)
        total, ends = total + net, ends + more
    assert all(word in names for name, _ in ends for word in name.split("/")[1:])
    counts = Counter[StreetFacts]()
    for (name, _), count in ends.items():
        made, *words = name.split("/")
        line = next(n for n, line in enumerate(LINES) if [choice.words for choice in line] == words)
        counts[StreetFacts(next(each for each in Made if str(each) == made), line)] += count
    of = counts.total()
    return total / of, Fraction(sum(wagered * count for (_, wagered), count in ends.items()), of), counts


@pytest.mark.parametrize(
    ("table", "folds"),
    [
        (pays("3 to 2", "push", "lose"), None),
        (pays("1 to 1", "push", "lose"), "third"),
        (pays("2 to 1", "lose", "lose"), "fifth"),
    ],
    ids=str,
)
def test_three_streets_without_a_dealer(table: Paytable, folds: str | None) -> None:
    value, wagered, counts = streets_by_hand(table)
    found = analyze(THREE_STREETS, with_table(table))
    assert deals(THREE_STREETS, THREE_STREETS.deck) == counts.total() == 45 * 8 * 7 * 6
    assert found.histogram == dict(counts)
    assert (found.main.expected_value, found.main.average_wager) == (value, wagered)
    assert found.main_wagers == ("ante", "third", "fourth", "fifth")
    lines = [LINES[line] for line in {facts.line for facts in counts}]
    assert {STREETS[len(line) - 1] for line in lines if is_fold(line)} == ({folds} if folds else set())
    assert {choice.words for line in lines for choice in line if not choice.folds} == {"bet 3x", "bet 1x"}


def test_advice_at_each_street() -> None:
    """The seat has bet as little as it could: with a high pair nothing is lost any more, and 3x is worth the most."""
    rules, cards = with_table(pays("2 to 1", "1 to 1", "push")), THREE_STREETS.deck.cards
    high = tuple(card for card in cards if card.rank == Rank.SIX)
    others = tuple(card for card in cards if card.rank in (Rank.TWO, Rank.THREE) and card.suit == Suit.CLUBS)
    for street in range(3):
        advice = advise(THREE_STREETS, rules, View(high, others[:street]))
        assert [action.action for action in advice.actions] == ["bet 3x", "bet 1x", "fold"]
        assert advice.best.action == "bet 3x"
        assert advice.actions[-1].expected_value == -1 - street
    # of six cards left two make two pairs, which pay 2 to 1; the others leave the high pair, 1 to 1
    assert [action.expected_value for action in advice.actions] == [
        6 * Fraction(2 * 2 + 4, 6), 4 * Fraction(2 * 2 + 4, 6), -3,
    ]  # fmt: skip
