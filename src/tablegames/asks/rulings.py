"""Rulings: one question about a hand, two hands or a table, as a user asks it in text, and the answer with all it rests on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tablegames.contract.choices import View, in_words, is_fold
from tablegames.contract.facts import Facts
from tablegames.contract.game import Evaluation, Game
from tablegames.contract.layout import decide
from tablegames.contract.raises import IN_WORDS
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand, check_cards, parse_cards
from tablegames.core.law import Refused, acts_on
from tablegames.core.money import format_amount, parse_amount
from tablegames.core.ranking import Comparison
from tablegames.core.wagers import Ledger, TableLedger
from tablegames.games import GAMES
from tablegames.rounds.payouts import House
from tablegames.rounds.unseen import Shown, are_unseen, doubtful_meters, settle_shown, shown

CANNOT_BE_JUDGED = "cannot be judged"


@dataclass(frozen=True, slots=True)
class RankRuling:
    """One hand ranked; ``evaluation`` is the game's own named tuple of rankings."""

    game: Game
    rules: Rules
    cards: Hand
    board: Hand
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class CompareRuling:
    """Two hands compared."""

    game: Game
    rules: Rules
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class SeatRuling:
    """One seat settled: its cards, what they are, its decision in words, its facts and its ledger."""

    cards: Hand
    """None where nobody saw the cards of a seat that folds."""
    evaluation: Evaluation | None
    decision: str
    folded: bool
    facts: Facts | None
    """None where they depend on cards that nobody saw."""
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class SettleRuling:
    """A table settled, in deal order."""

    game: Game
    rules: Rules
    seats: tuple[SeatRuling, ...]
    table: TableLedger
    dealer: Hand
    dealer_evaluation: Evaluation | None
    """What the dealer's cards are; none where they were not needed."""
    board: Hand
    one_seat: bool
    """Whether one player was asked about, rather than a table that may have one seat."""


class SeatRequest(NamedTuple):
    """A seat as a user writes it: cards (``three / two`` for a set hand), bets in cents, and whether it folds."""

    cards: str
    bets: Mapping[str, int]
    fold: bool = False


class Placed(NamedTuple):
    """Cards read from text, and the two parts in which they are set, if they are."""

    cards: Hand
    setting: tuple[Hand, Hand] | None


def rank_hand(game: Game, rules: Rules, text: str, board: str = "") -> RankRuling:
    """The ruling on one hand.

    >>> from tablegames.games import game_named
    >>> game = game_named("heads-up-holdem")
    >>> rank_hand(game, game.default_rules(), "Ah Kh", "Qh Jh Th 2c 3d").evaluation.rank.category
    'royal flush'
    """
    hand, community = read_cards(game, text, "hand"), read_cards(game, board, "board")
    check_cards(game.deck, {"hand": hand, "board": community}, cites=(game.dealing,))
    _check_rankable(game, {"hand": hand}, community)
    return RankRuling(game, rules, hand, community, game.rank(hand, community, rules))


def compare_hands(game: Game, rules: Rules, first: str, second: str, board: str = "") -> CompareRuling:
    """The ruling on two hands, on one board where the game has one."""
    places = {
        "first hand": read_cards(game, first, "first hand"),
        "second hand": read_cards(game, second, "second hand"),
    }
    community = read_cards(game, board, "board")
    check_cards(game.deck, {**places, "board": community}, cites=(game.dealing,))
    _check_rankable(game, places, community)
    if len(places["first hand"]) != len(places["second hand"]):
        given = " and ".join(str(len(hand)) for hand in places.values())
        raise Refused(f"hands of {given} cards cannot be compared: both have as many")
    return CompareRuling(game, rules, game.compare(places["first hand"], places["second hand"], community, rules))


def settle_table(
    game: Game,
    rules: Rules,
    seats: Sequence[SeatRequest],
    *,
    dealer: str = "",
    board: str = "",
    meters: Mapping[str, int] | None = None,
    one_seat: bool = False,
) -> SettleRuling:
    """The ruling on a table: every wager of every seat, in deal order.

    A seat that folds need not show its cards, nor the dealer and the board theirs where every seat folds: what money depends on them is named in the
    ledger as what cannot be judged.  Raises :class:`~tablegames.core.law.Refused` for cards, bets or
    decisions that cannot be; nothing is computed from them.
    """
    game.check_seats(len(seats), rules)
    names = [f"seat {number}" if len(seats) > 1 else "player" for number in range(1, len(seats) + 1)]
    placed = [_read_seat(game, seat, name) for seat, name in zip(seats, names, strict=True)]
    all_fold = all(seat.fold for seat in seats)
    dealer_hand, community = (
        () if are_unseen(game, text, place, needed) else read_cards(game, text, place)
        for place, text, needed in (("dealer", dealer, game.dealer_cards), ("board", board, game.board_cards))
    )
    hands = {name: hand.cards for name, hand in zip(names, placed, strict=True)}
    check_cards(game.deck, {**hands, "dealer": dealer_hand, "board": community}, cites=(game.dealing,))
    for seat, (name, hand) in zip(seats, hands.items(), strict=True):
        if hand or not seat.fold:
            _check_count(game, name, len(hand), game.player_cards)
    if dealer_hand or not all_fold:
        _check_count(game, "dealer", len(dealer_hand), game.dealer_cards)
    if len(community) > game.board_cards or not all_fold:
        _check_count(game, "board", len(community), game.board_cards)
    for meter in meters or {}:
        if meter not in game.meters:
            allowed = f"meters are {', '.join(game.meters)}" if game.meters else f"{game.name} has none"
            raise Refused(f"meter {meter!a} is unknown: {allowed}")
        game.check_offered(rules, meter)

    settled: list[Shown] = []
    lines = []
    for seat, own, name in zip(seats, placed, names, strict=True):
        try:
            game.verify_bets(seat.bets, rules)
            line = decide(game, View(own.cards, community), seat.bets, rules, fold=seat.fold)
        except Refused as refused:
            raise Refused(
                f"{name}: {refused.message}" if len(seats) > 1 else refused.message, cites=refused.cites
            ) from None
        if own.setting and game.setting:
            line = (game.setting.choice(*own.setting),)
        lines.append(line)
        settled.append(shown(game, rules, Deal(own.cards, dealer_hand, community), line, seat.bets))
    game.verify_table({name: seat.bets for name, seat in zip(names, seats, strict=True)}, rules)
    table = settle_shown(House(game, rules), settled, meters or {})
    table.check(meters or {})
    doubtful = {meter for seat in settled for meter in doubtful_meters(game, rules, seat.unjudged)}
    table = replace(table, meters={meter: cents for meter, cents in table.meters.items() if meter not in doubtful})
    whole_board = len(community) == game.board_cards
    rulings = (
        SeatRuling(
            own.cards,
            game.rank(own.cards, community, rules) if (len(own.cards), len(community)) in game.rankable else None,
            in_words(line),
            is_fold(line),
            seat.seat.facts if own.cards and whole_board else None,
            ledger,
        )
        for own, line, seat, ledger in zip(placed, lines, settled, table.seats, strict=True)
    )
    dealers = game.rank(dealer_hand, community, rules) if (len(dealer_hand), len(community)) in game.rankable else None
    return SettleRuling(game, rules, tuple(rulings), table, dealer_hand, dealers, community, one_seat)


def parse_seat(text: str) -> SeatRequest:
    """A seat written as ``cards; wager=amount; ...``, with ``fold`` among the parts where it folds.

    >>> parse_seat("Ah Kh; ante=10; odds=10; fold")
    SeatRequest(cards='Ah Kh', bets={'ante': 1000, 'odds': 1000}, fold=True)
    """
    cards, *parts = text.split(";")
    bets = [part.strip() for part in parts if part.strip()]
    return SeatRequest(cards, parse_bets([bet for bet in bets if bet != "fold"]), "fold" in bets)


def parse_bets(texts: Sequence[str], *, what: str = "bet") -> dict[str, int]:
    """Wagers and amounts in cents from ``wager=amount`` texts; each wager once."""
    bets: dict[str, int] = {}
    for text in texts:
        wager, equals, amount = text.partition("=")
        wager = wager.strip(" ")
        if not equals or not wager:
            raise Refused(f"{what} {text!a} is not of the form WAGER=AMOUNT, such as ante=10")
        if wager in bets:
            raise Refused(f"{what} {wager} is given twice")
        bets[wager] = parse_amount(amount.strip(" "), what=f"{what} {wager}")
    return bets


def read_cards(game: Game, text: str, place: str, *, offset: int = 0) -> Hand:
    """Cards from text, told of the joker only where the game's deck has one."""
    return parse_cards(text, place=place, offset=offset, deck=game.deck)


def parse_raise_limits(game: Game, text: str, rules: Rules) -> dict[int, int]:
    """The house's raise limits: one number for every hand, or ``4:1,5:2,6:3`` by a number of the hand; never above the game's own.

    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> parse_raise_limits(game, "5:1,6:2", game.default_rules())
    {5: 1, 6: 2}
    """
    if not text:
        return dict(rules.raise_limits)
    if not re.fullmatch(r"[1-9]|[1-9]:[1-9](,[1-9]:[1-9])*", text):
        raise Refused(f"raise limit {text!a} is not 1 or more, or a list by {limited_by()} such as 4:1,5:2,6:3")
    if text.isdigit():
        limits = {0: int(text)}
    else:
        pairs = [pair.split(":") for pair in text.split(",")]
        limits = {int(length): int(limit) for length, limit in pairs}
        if len(limits) < len(pairs):
            raise Refused(f"raise limit {text!a} names a {limited_by()} twice")
    if not game.raises.most:
        raise Refused(f"{game.name} has no raise to limit", cites=(game.deciding,))
    for length, limit in limits.items():
        if length not in game.raises.most:
            by_length = [str(each) for each in game.raises.numbers]
            raise Refused(
                f"raise limit for {length}: {game.name} has limits for {', '.join(by_length) or 'every hand only'}"
            )
        if limit > game.raises.most[length]:
            of = f" for {game.raises.by} {length}" if length else ""
            raise Refused(
                f"raise limit {limit}{of} is above the game's own, {game.raises.most[length]}", cites=(game.deciding,)
            )
    return limits


def limited_by() -> str:
    """What raise limits may go by beside the game: the numbers of a hand that any game knows."""
    return " or ".join(dict.fromkeys(game.raises.by for game in GAMES if game.raises.by))


def _read_seat(game: Game, seat: SeatRequest, place: str) -> Placed:
    """A seat's cards; a slash sets them where the game sets hands, and is refused elsewhere."""
    if are_unseen(game, seat.cards, place, game.player_cards):
        return Placed((), None)
    if "/" not in seat.cards:
        return Placed(read_cards(game, seat.cards, place), None)
    if game.setting is None:
        raise Refused(f"{place}: a slash sets a hand in two parts, which {game.name} does not do")
    parts = seat.cards.split("/")
    one, other = read_cards(game, parts[0], place), read_cards(game, parts[1], place, offset=len(parts[0]) + 1)
    if len(parts) != 2 or (len(one), len(other)) != game.setting.sizes:
        first, second = (IN_WORDS[size] for size in game.setting.sizes)
        raise Refused(f"{place}: a set hand is {first} cards, a slash, and {second} cards", cites=(game.deciding,))
    return Placed(one + other, (one, other))


@acts_on("dealing")
def _check_count(game: Game, place: str, given: int, needed: int) -> None:
    """Refuse a wrong number of cards."""
    if given != needed:
        cards = "community cards" if place == "board" else "cards"
        if needed == 0:
            raise Refused(f"{game.name} has no {cards}: leave out the {place}", cites=(game.dealing,))
        raise Refused(f"{place} has {given} {cards}, {needed} are needed", cites=(game.dealing,))


def _check_rankable(game: Game, hands: Mapping[str, Hand], board: Hand) -> None:
    """Refuse hands that cannot be ranked by their number of cards."""
    for place, hand in hands.items():
        if (len(hand), len(board)) not in game.rankable:
            forms = [f"{h} cards" + (f" and a board of {b}" if b else "") for h, b in game.rankable]
            given = f"{len(hand)} cards" + (f" and a board of {len(board)}" if board else "")
            raise Refused(f"{place} has {given}; {game.name} ranks {' or '.join(forms)}", cites=(game.dealing,))


def paid_and_owed(ledger: Ledger, paid: Mapping[str, int], *, stakes: bool = False) -> dict[str, dict[str, str]]:
    """For each wager named: what was paid on top of the stake, what is owed, and the difference (paid less owed).

    Of a lost wager nothing is owed on top.  With ``stakes`` its stake is owed to the house, as an amount below zero: minus the
    stake was then paid where it was taken, and 0 where it was left on the table.  Where a wager cannot be judged, but the payment is certainly
    wrong, the nearest amount that may be owed stands as owed.
    """
    unjudged = {each.wager: each for each in ledger.unjudged}
    nearest = (each.nearest(paid[wager]) for wager, each in unjudged.items() if wager in paid)
    owed = {line.wager: line.net if stakes else max(line.net, 0) for line in (*ledger.lines, *filter(None, nearest))}
    for wager in paid:
        if wager not in owed and wager not in unjudged:
            raise Refused(f"paid {wager}: no such wager was bet; bet were {', '.join([*owed, *unjudged])}")
    return {
        wager: {
            "paid": format_amount(cents),
            "owed": format_amount(owed[wager]) if wager in owed else CANNOT_BE_JUDGED,
            "difference": format_amount(cents - owed[wager]) if wager in owed else CANNOT_BE_JUDGED,
        }
        for wager, cents in paid.items()
    }
