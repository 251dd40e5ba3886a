"""Many lines of a batch at once: the best five cards of every hand come from the compiled evaluator.

A line is answered here if all its tokens are cards that stand apart and the game ranks them.  Any other line is left to
the answer for single lines, so every refusal, with its place and its words, comes from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tablegames.cards import CARDS, RANK_LETTERS, SUIT_LETTERS, SUIT_SIGNS, Card, Hand
from tablegames.cli.output import complain
from tablegames.game import Game, Rules
from tablegames.rulings import CompareRuling, RankRuling

BulkAnswer = Callable[[Sequence[str]], list[Any]]
"""Rulings on lines, in their order, with None for each line that must be answered by itself."""


def _spellings(card: Card) -> Iterator[str]:
    """Every notation of a card by itself."""
    rank, suit = RANK_LETTERS[card >> 2], card & 3
    for rank_form in {rank, rank.lower(), "10" if rank == "T" else rank}:
        for suit_form in (SUIT_LETTERS[suit], SUIT_LETTERS[suit].upper(), SUIT_SIGNS[suit]):
            yield rank_form + suit_form


_NOTATION = {spelling: card for card in CARDS[:52] for spelling in _spellings(card)}


def ranks_best_five(game: Game) -> bool:
    """Whether a hand is worth its best five cards, which is what the evaluator knows."""
    return {(5, 0), (7, 0)} <= set(game.rankable)


def rank_lines(game: Game, rules: Rules, board: str) -> BulkAnswer:
    """Answers lines ``HAND`` or ``HAND | BOARD``; ``board`` stands for one that a line leaves out."""

    def ruling(hand: Hand, community: Hand, bests: dict[Hand, Hand]) -> RankRuling:
        five = bests[hand + community]
        playing = tuple(card for card in community if card in five)
        evaluation = game.rank(hand, playing, rules) if community else game.rank(five, (), rules)
        return RankRuling(game, rules, hand, community, evaluation)

    def answer(lines: Sequence[str]) -> list[RankRuling | None]:
        read = [_read(game, line, 1, board) for line in lines]
        bests = _best_fives(hand + community for hand, community in filter(None, read))
        return [ruling(parts[0], parts[1], bests) if parts else None for parts in read]

    return answer


def compare_lines(game: Game, rules: Rules, board: str) -> BulkAnswer:
    """Answers lines ``HAND | HAND`` or ``HAND | HAND | BOARD``."""

    def answer(lines: Sequence[str]) -> list[CompareRuling | None]:
        read = [_read(game, line, 2, board) for line in lines]
        bests = _best_fives(hand + parts[2] for parts in filter(None, read) for hand in parts[:2])
        return [
            CompareRuling(game, rules, game.compare(bests[parts[0] + parts[2]], bests[parts[1] + parts[2]], (), rules))
            if parts
            else None
            for parts in read
        ]

    return answer


def _read(game: Game, line: str, hands: int, board: str) -> tuple[Hand, ...] | None:
    """The hands of a line and its board, which may be empty; None unless they are plain, distinct and rankable."""
    texts = line.split("|")
    if len(texts) == hands:
        texts.append(board)
    try:
        parts = tuple(tuple(_NOTATION[token] for token in text.split(" ") if token) for text in texts)
    except KeyError:
        return None
    cards = [card for part in parts for card in part]
    rankable = all((len(hand), len(parts[-1])) in game.rankable for hand in parts[:-1])
    return parts if rankable and len(parts) == hands + 1 and len(set(cards)) == len(cards) else None


def _best_fives(hands: Iterable[Hand]) -> dict[Hand, Hand]:
    """The best five cards of each hand of five to seven, all hands of one size at once."""
    import numpy as np

    from tablegames.bulk import best_five
    from tablegames.kernels.compiling import on_compilation

    by_size: dict[int, list[Hand]] = {}
    for hand in hands:
        by_size.setdefault(len(hand), []).append(hand)
    bests: dict[Hand, Hand] = {}
    with on_compilation(lambda: complain("compiling a kernel for this machine, once; it takes some seconds")):
        for same in by_size.values():
            fives = best_five(np.array(same, dtype=np.uint8)).tolist()
            bests |= {hand: tuple(CARDS[code] for code in five) for hand, five in zip(same, fives, strict=True)}
    return bests
