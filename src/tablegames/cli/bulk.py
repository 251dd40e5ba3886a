"""Long batches: the best five cards of many hands at once, from the compiled evaluator.

Every line is still read, judged and answered by itself, so that no refusal and no word can differ; what is saved is the
search among the fives of each hand, nearly half of what a ruling takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tablegames.cli.output import COMPILING, complain
from tablegames.contract.game import Evaluation, Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, RANK_LETTERS, SUIT_LETTERS, SUIT_SIGNS, Card, Hand
from tablegames.core.ranking import Comparison


def _spellings(card: Card) -> Iterator[str]:
    """Every notation of a card by itself."""
    rank, suit = RANK_LETTERS[card >> 2], card & 3
    for rank_form in {rank, rank.lower(), "10" if rank == "T" else rank}:
        for suit_form in (SUIT_LETTERS[suit], SUIT_LETTERS[suit].upper(), SUIT_SIGNS[suit]):
            yield rank_form + suit_form


_NOTATION = {spelling: card for card in CARDS[:52] for spelling in _spellings(card)}


Learn = Callable[[Sequence[str]], None]


def with_best_fives(game: Game, hands: int, board: str) -> tuple[Game, Learn | None]:
    """A game that ranks and compares as ``game`` does, and how to tell it lines ahead, whose hands then need no search.

    A line has so many ``hands`` between bars, and last a board, for which ``board`` stands where it is left out.  A game in
    which a hand is not worth its best five cards is given back as it is, with nothing to tell.
    """
    if not {(5, 0), (7, 0)} <= set(game.rankable):
        return game, None
    bests: dict[Hand, Hand] = {}

    def rank(hand: Hand, community: Hand, rules: Rules) -> Evaluation:
        five = bests.get(hand + community)
        if five is None:
            return game.rank(hand, community, rules)
        if not community:
            return game.rank(five, (), rules)
        return game.rank(hand, tuple(card for card in community if card in five), rules)

    def compare(first: Hand, second: Hand, community: Hand, rules: Rules) -> Comparison:
        one, other = bests.get(first + community), bests.get(second + community)
        if one is None or other is None:
            return game.compare(first, second, community, rules)
        return game.compare(one, other, (), rules)

    def learn(lines: Sequence[str]) -> None:
        bests.clear()
        bests.update(_best_fives(hand for line in lines for hand in _hands(line, hands, board)))

    return replace(game, rank=rank, compare=compare), learn


def _hands(line: str, hands: int, board: str) -> Iterator[Hand]:
    """The hands of a line, each with its board; none of a line with another form or with a token that is no plain card."""
    texts = line.split("|")
    if len(texts) == hands:
        texts.append(board)
    try:
        *own, community = (tuple(_NOTATION[token] for token in text.split(" ") if token) for text in texts)
    except KeyError:
        return
    if len(own) == hands:
        yield from (hand + community for hand in own if 5 <= len(hand + community) <= 7)


def _best_fives(hands: Iterable[Hand]) -> dict[Hand, Hand]:
    """The best five cards of each hand of five to seven, all hands of one size at once."""
    import numpy as np

    from tablegames.analysis.bulk import best_five
    from tablegames.kernels.compiling import on_compilation

    by_size: dict[int, list[Hand]] = {}
    for hand in hands:
        by_size.setdefault(len(hand), []).append(hand)
    bests: dict[Hand, Hand] = {}
    with on_compilation(lambda: complain(COMPILING)):
        for same in by_size.values():
            codes = np.frombuffer(b"".join(map(bytes, same)), dtype=np.uint8).reshape(len(same), -1)
            fives = best_five(codes).tolist()
            bests |= {hand: tuple(CARDS[code] for code in five) for hand, five in zip(same, fives, strict=True)}
    return bests
