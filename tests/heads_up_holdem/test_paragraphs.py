"""§ 677a.6, paragraph by paragraph: the text's own examples, and each "highest ... lowest" over its whole category."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, pairwise

import pytest

from tablegames.contract.game import ranking_of
from tablegames.core.cards import CARDS, Hand, parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable
from tablegames.core.ranking import Comparison, Ranking
from tablegames.games import game_named
from tests.heads_up_holdem import (
    CATEGORIES,
    HANDS_OF_CATEGORY,
    LISTED,
    Class,
    category_of,
    census,
    class_of,
)  # fmt: skip

GAME = game_named("heads-up-holdem")
RULES = GAME.default_rules()
ACE, KING, THREE, TWO = 12, 11, 1, 0
NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


def ranked(cards: str | Hand) -> Ranking:
    """The rank of five cards."""
    return ranking_of(GAME.rank(parse_cards(cards) if isinstance(cards, str) else cards, (), RULES))


def compared(first: str, second: str) -> Comparison:
    """Two five-card hands compared."""
    return GAME.compare(parse_cards(first), parse_cards(second), (), RULES)


@cache
def whole_categories() -> dict[str, dict[Class, Ranking]]:
    """Every class of hands by the category that the game gives it."""
    found: dict[str, dict[Class, Ranking]] = {category: {} for category in CATEGORIES}
    for hand, example in census().example.items():
        ranking = ranked(example)
        found[str(ranking.category)][hand] = ranking
    return found


def check_listed(number: int, *, highest: str, lowest: str) -> dict[Class, Ranking]:
    """What every row of (b) must show; gives the whole category back.

    The hands are those of the row's sentence and no others; the row is cited; ``highest`` and ``lowest`` are of the row, and
    no hand of the row is above the first or below the second.
    """
    category = LISTED[number - 1]
    hands = whole_categories()[category]
    assert set(hands) == {hand for hand in census().hands if category_of(hand) == category}
    assert sum(census().hands[hand] for hand in hands) == HANDS_OF_CATEGORY[category]
    assert {ranking.cites for ranking in hands.values()} == {(f"677a.6(b)({number})",)}
    top, bottom = ranked(highest), ranked(lowest)
    assert top == max(hands.values())
    assert bottom == min(hands.values())
    assert [hand for hand, ranking in hands.items() if ranking == top] == [class_of(parse_cards(highest))]
    assert [hand for hand, ranking in hands.items() if ranking == bottom] == [class_of(parse_cards(lowest))]
    return hands


def check_repeated(hands: dict[Class, Ranking], times: int, *, highest: int, lowest: int) -> None:
    """All hands that hold ``highest`` so many times stand above all others of the row, and all that hold ``lowest`` below."""

    def holds(rank: int, hand: Class) -> bool:
        return hand.ranks.count(rank) == times

    tops = [ranking for hand, ranking in hands.items() if holds(highest, hand)]
    assert min(tops) > max(ranking for hand, ranking in hands.items() if not holds(highest, hand))
    bottoms = [ranking for hand, ranking in hands.items() if holds(lowest, hand)]
    assert max(bottoms) < min(ranking for hand, ranking in hands.items() if not holds(lowest, hand))


def test_6_a() -> None:
    """The order of the ranks, the two places of the ace, no wrap-around, and equal suits."""
    for low, high in pairwise("23456789TJQKA"):
        others = [rank for rank in "23456789TJQKA" if rank not in (low, high)]
        for four in (others[0::3][:4], others[1::3][:4]):
            if len(four) < 4:
                continue
            kickers = " ".join(rank + suit for rank, suit in zip(four, "cdhs", strict=True))
            lower, higher = ranked(f"{kickers} {low}c"), ranked(f"{kickers} {high}c")
            if lower.category == higher.category == "high card":
                assert higher > lower, (low, high, four)
    assert ranked("Ah 2c 3d 4s 5h").category == "straight"
    assert ranked("Ah 2h 3h 4h 5h").category == "straight flush"
    assert ranked("Ah Kc Qd Js Th").category == "straight"
    for ranks in ("QKA23", "KA234", "JQKA2"):  # "but may not be combined with any other sequence"
        assert ranked(" ".join(rank + suit for rank, suit in zip(ranks, "hcdsh", strict=True))).category == "high card"
        assert ranked(" ".join(rank + "h" for rank in ranks)).category == "flush"
    renamings = random.Random(6)
    for hand in renamings.sample(list(census().example.values()), 500):  # "all suits shall be equal in rank"
        suits = renamings.sample(range(4), 4)
        assert ranked(tuple(CARDS[(card & ~3) + suits[card & 3]] for card in hand)) == ranked(hand)


def test_6_b() -> None:
    """Nine hands from highest to lowest: the lowest hand of each is above the highest of the next, and of none of them."""
    categories = whole_categories()
    assert [category for category in CATEGORIES if categories[category]] == list(CATEGORIES)
    for above, below in pairwise(CATEGORIES):
        assert min(categories[above].values()) > max(categories[below].values()), (above, below)
    rows = dict.fromkeys(GAME.form("odds-winning").rows, "1 to 1") | {"flush": "2 to 1"}
    with pytest.raises(Refused, match=r"flush \(2 to 1\) pays more than royal flush \(1 to 1\)") as refused:
        make_paytable(GAME.form("odds-winning"), "own", rows, Source.SUBMISSION, "")
    assert refused.value.cites == ("677a.6(b)",)


def test_6_b_1() -> None:
    hands = check_listed(1, highest="Ah Kh Qh Jh Th", lowest="Ac Kc Qc Jc Tc")
    assert list(hands) == [Class((8, 9, 10, 11, 12), one_suit=True)]


def test_6_b_2() -> None:
    hands = check_listed(2, highest="Ks Qs Js Ts 9s", lowest="Ad 2d 3d 4d 5d")
    assert len(hands) == 9
    assert ranked("6c 5c 4c 3c 2c") > ranked("Ad 2d 3d 4d 5d")


def test_6_b_3() -> None:
    hands = check_listed(3, highest="Ac Ad Ah As Kc", lowest="2c 2d 2h 2s 3c")
    check_repeated(hands, 4, highest=ACE, lowest=TWO)


def test_6_b_4() -> None:
    hands = check_listed(4, highest="Ac Ad Ah Kc Kd", lowest="2c 2d 2h 3c 3d")
    check_repeated(hands, 3, highest=ACE, lowest=TWO)
    assert ranked("Kc Kd Kh 2c 2d") > ranked("Qc Qd Qh Ac Ad")


def test_6_b_5() -> None:
    hands = check_listed(5, highest="Ah Kh Qh Jh 9h", lowest="2d 3d 4d 5d 7d")
    assert len(hands) == 1_277
    assert all(hand.one_suit for hand in hands)


def test_6_b_6() -> None:
    hands = check_listed(6, highest="Ah Kc Qd Js Th", lowest="Ah 2c 3d 4s 5h")
    assert len(hands) == 10
    assert not any(hand.one_suit for hand in hands)
    assert ranked("2h 3c 4d 5s 6h") > ranked("Ah 2c 3d 4s 5h")


def test_6_b_7() -> None:
    hands = check_listed(7, highest="Ac Ad Ah Kc Qd", lowest="2c 2d 2h 3c 4d")
    check_repeated(hands, 3, highest=ACE, lowest=TWO)


def test_6_b_8() -> None:
    hands = check_listed(8, highest="Ac Ad Kh Kc Qd", lowest="3c 3d 2h 2c 4d")
    pairs = {hand: {rank for rank in hand.ranks if hand.ranks.count(rank) == 2} for hand in hands}
    tops = [hands[hand] for hand, two in pairs.items() if two == {ACE, KING}]
    bottoms = [hands[hand] for hand, two in pairs.items() if two == {THREE, TWO}]
    assert min(tops) > max(hands[hand] for hand, two in pairs.items() if two != {ACE, KING})
    assert max(bottoms) < min(hands[hand] for hand, two in pairs.items() if two != {THREE, TWO})
    assert ranked("Ac Ad 2h 2c 3d") > ranked("Kc Kd Qh Qc Ad")


def test_6_b_9() -> None:
    hands = check_listed(9, highest="Ac Ad Kh Qc Jd", lowest="2c 2d 3h 4c 5d")
    check_repeated(hands, 2, highest=ACE, lowest=TWO)
    assert ranked("3c 3d 6h 5c 4d") > ranked("2c 2d Ah Kc Qd")


def test_6_c() -> None:
    """The highest card not contained in the other hand decides; none of (b) is decided so too; else a tie."""
    for category in ("flush", "high card"):
        hands = whole_categories()[category]
        ordered = sorted(hands, key=hands.__getitem__)
        for lower, higher in pairwise(ordered):  # (c) on five different ranks is transitive, so neighbours suffice
            only_higher = max(set(higher.ranks) - set(lower.ranks))
            only_lower = max(set(lower.ranks) - set(higher.ranks))
            assert only_higher > only_lower, (lower, higher)
    for category in ("four-of-a-kind", "three-of-a-kind", "two pair", "pair"):  # what (b) leaves open
        hands = whole_categories()[category]
        same_repeated: dict[tuple[int, ...], list[Class]] = {}
        for hand in sorted(hands, key=hands.__getitem__):
            repeated = tuple(rank for rank in hand.ranks if hand.ranks.count(rank) > 1)
            same_repeated.setdefault(repeated, []).append(hand)
        for group in same_repeated.values():
            for lower, higher in pairwise(group):
                assert max(set(higher.ranks) - set(lower.ranks)) > max(set(lower.ranks) - set(higher.ranks))

    queen_jack = compared("As Kd Qc 7h 2s", "Ah Kc Jc 9h 8s")
    assert (queen_jack.result, queen_jack.cites) == (1, ("677a.6(c)",))
    assert "queen against jack" in queen_jack.reason
    last = compared("As Kd Qc 7h 2s", "Ah Kc Qd 7s 3c")
    assert last.result == -1
    assert "3 against 2" in last.reason
    tie = compared("As Kd Qc 7h 2s", "Ah Kc Qd 7s 2c")
    assert (tie.result, tie.cites) == (0, ("677a.6(c)",))
    assert "tie" in tie.reason


def seeded_pairs() -> list[tuple[Hand, Hand, int, int]]:
    """Two hands without repeated cards, and the highest rank of each that the other does not contain."""
    draws = random.Random(677)
    sets = [ranks for ranks in combinations(range(13), 5) if category_of(Class(ranks, one_suit=False)) == "high card"]
    pairs = []
    for _ in range(300):
        one, other = draws.sample(sets, 2)
        first = tuple(CARDS[4 * rank + suit] for rank, suit in zip(one, (0, 0, 1, 1, 1), strict=True))
        second = tuple(CARDS[4 * rank + suit] for rank, suit in zip(other, (2, 2, 3, 3, 3), strict=True))
        pairs.append((first, second, max(set(one) - set(other)), max(set(other) - set(one))))
    return pairs


def test_6_c_highest_card_not_in_the_other_decides() -> None:
    for first, second, mine, theirs in seeded_pairs():
        verdict = GAME.compare(first, second, (), RULES)
        assert verdict.result == (1 if mine > theirs else -1)
        assert f": {NAMES[max(mine, theirs)]} against " in verdict.reason
        assert verdict.cites == ("677a.6(c)",)


def test_6_c_names_no_card_that_the_other_hand_contains() -> None:
    """J-10-9-4-2 over 10-9-8-7-4 is the jack against the 8, not against the 10, which both hold."""
    for first, second, mine, theirs in seeded_pairs():
        verdict = GAME.compare(first, second, (), RULES)
        assert f"{NAMES[max(mine, theirs)]} against {NAMES[min(mine, theirs)]}" in verdict.reason


def test_6_b_and_c_are_cited_by_what_decides() -> None:
    """Between rows both rows; by repeated cards the row itself; by kickers (c)."""
    rows = compared("Ah Kh 9h 5h 2h", "Ac Kd Qd Jc Th")
    assert (rows.result, rows.cites) == (1, ("677a.6(b)(5)", "677a.6(b)(6)"))
    pairs = compared("3c 3d 6h 5c 4d", "2c 2d Ah Kc Qd")
    assert pairs.result == 1
    assert "677a.6(b)(9)" in pairs.cites
    kickers = compared("3c 3d Ah 5c 4d", "3h 3s Kh 5d 4c")
    assert kickers.result == 1
    assert "677a.6(c)" in kickers.cites
    assert "ace against king" in kickers.reason
    straights = compared("Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h")
    assert (straights.result, straights.cites) == (-1, ("677a.6(b)(6)",))
