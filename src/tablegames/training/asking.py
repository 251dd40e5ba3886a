"""What is asked of a hand, field by field of its evaluation, and the choices, which say nothing of the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tablegames.contract.facts import Facts
from tablegames.contract.game import Evaluation, Game, Setting
from tablegames.contract.raises import IN_WORDS
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Hand, parse_cards
from tablegames.core.ranking import Ranking
from tablegames.games import game_named
from tablegames.rounds.shuffle import generator
from tablegames.training.deals import deal_table, meters_of
from tablegames.training.questions import NONE, Ask, Form

SAMPLED = 500
"""Random deals whose hands are among the choices; rarer hands come from the paytables."""


def asks_of_hand(game: Game, rules: Rules, hand: Hand, board: Hand, level: int) -> Iterator[Ask]:
    """What is asked of one hand: at level 1 what it is, then also its cards and what the side wagers see."""
    evaluation = game.rank(hand, board, rules)
    for number, (name, value) in enumerate(evaluation._asdict().items()):
        main = number == 0 or name == standing_field(game)
        if not main and level < 2:
            continue
        if game.setting and name == game.setting.field:
            yield _setting_ask(game, game.setting, rules, hand)
            continue
        offered = choices(game.id, name)
        cites = value.cites if isinstance(value, Ranking) else _rests_on(game, rules, hand, board, name)
        yield Ask(name, asked(name), Form.CHOICE, offered, word(value), cites)
        if level >= 2 and number == 0 and isinstance(value, Ranking):
            yield _cards_ask(name, value, hand + board)


def standing_field(game: Game) -> str:
    """The field of a game's evaluations by which hands are compared: its ranking, or the count of hands that are set."""
    return game.setting.counted if game.setting else "rank"


def standing(game: Game, evaluation: Evaluation) -> tuple[str, str]:
    """The field by which hands are compared and what it says: a category, or a count."""
    name = standing_field(game)
    return name, word(getattr(evaluation, name))


@cache
def choices(game_id: str, name: str) -> tuple[str, ...]:
    """Every answer that is offered for a field: those of random deals, and the rows of a paytable that has some of them."""
    game = game_named(game_id)
    found = {word(value): value for _, evaluation in _sample(game_id) for value in [getattr(evaluation, name)]}
    strengths = {text: value.strength[0] for text, value in found.items() if isinstance(value, Ranking)}
    in_order = sorted(found, key=lambda text: -strengths[text]) if len(strengths) == len(found) else sorted(found)
    rows = max((f.rows for f in game.forms if found.keys() & set(f.rows)), key=len, default=())
    listed = dict.fromkeys((*rows, *(text for text in in_order if text != NONE)))
    if all(text.isdigit() for text in listed):
        listed = dict.fromkeys(sorted(listed, key=int))
    return (*listed, *((NONE,) if NONE in found else ()))


@cache
def _sample(game_id: str) -> tuple[tuple[Hand, Any], ...]:
    """Hands of random deals, and what they are."""
    game = game_named(game_id)
    rules, source = game.default_rules(), generator(1)
    tables = (deal_table(game, rules, meters_of(game, rules), source) for _ in range(SAMPLED))
    return tuple((table.seats[0].cards, game.rank(table.seats[0].cards, table.board, rules)) for table in tables)


def word(value: Any) -> str:
    """A field of an evaluation as an answer.

    >>> word(True), word(None), word(7)
    ('yes', 'none', '7')
    """
    if isinstance(value, Ranking):
        return value.category or NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NONE if value is None else str(value)


def same_hand(cards: Hand) -> Callable[[str], bool]:
    """Whether other cards make the same hand as these: as high, and all of one suit where these are.

    >>> same_hand(parse_cards("Ks Kh Qd"))("Kc Kh Qd"), same_hand(parse_cards("Ks Qs 2s"))("Ks Qs 2h")
    (True, False)
    """

    def accepts(given: str) -> bool:
        chosen = parse_cards(given) if given != NONE else ()
        return sorted(map(_rank, chosen)) == sorted(map(_rank, cards)) and (not _suited(cards) or _suited(chosen))

    return accepts


def _rank(card: Card) -> int:
    return 0 if card.is_joker else int(card.rank)


def _suited(cards: Hand) -> bool:
    return len({card.suit for card in cards if not card.is_joker}) == 1


def _cards_ask(name: str, ranking: Ranking, shown: Hand) -> Ask:
    """Which cards make the hand."""
    answer = " ".join(str(card) for card in shown if card in ranking.cards) or NONE
    every = tuple(map(str, shown))
    return Ask(
        f"{name}.cards", "The cards that make it", Form.CARDS, every, answer, ranking.cites, same_hand(ranking.cards)
    )


def _setting_ask(game: Game, setting: Setting[Facts], rules: Rules, hand: Hand) -> Ask:
    """Which cards are set apart for the best count; none where no such cards qualify."""
    apart, rest = game.best_setting(hand, rules)
    best = setting.count(apart, rest)

    def accepts(given: str) -> bool:
        first = parse_cards(given) if given != NONE else ()
        second = tuple(card for card in hand if card not in first)
        return bool(best) and len(first) == setting.sizes[0] and setting.count(first, second) == best

    answer = " ".join(str(card) for card in hand if card in apart) if best else NONE
    number = IN_WORDS[setting.sizes[0]]
    return Ask(
        setting.field, f"The {number} cards to set apart; none where no {number} qualify", Form.CARDS, tuple(map(str, hand)),
        answer, (game.dealing,), accepts,
    )  # fmt: skip


def asked(name: str) -> str:
    """What a field asks."""
    return "The hand" if name == "rank" else name.replace("_", " ").capitalize()


def _rests_on(game: Game, rules: Rules, hand: Hand, board: Hand, name: str) -> tuple[str, ...]:
    """What a plain answer rests on: what lists the rows that it is one of, or what compares the hand with such a one.

    Of two answers only, with a hand of the other answer; else with an equal hand.
    """
    offered = choices(game.id, name)
    listed = tuple(form.cite for form in game.forms if set(form.rows) & set(offered))[:1]
    if listed:
        return listed
    own = getattr(game.rank(hand, board, rules), name)
    others = (other for other, evaluation in _sample(game.id) if getattr(evaluation, name) != own)
    other = next(others, hand) if isinstance(own, bool) else hand
    return game.compare(hand, other, board, rules).cites
