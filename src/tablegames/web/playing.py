"""The table of a session as its page shows it: from what the store lets the player see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablegames.contract.choices import with_line
from tablegames.contract.game import Game, ranking_of
from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand, parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import format_amount, parse_amount
from tablegames.core.wagers import MOST_CENTS, Limits
from tablegames.report.text import hand_text
from tablegames.web.store.play import Outcome

MOST_SEATS = 6
"""Seats that one player can take on the page; the API knows the game's own limit."""
USUAL_BET = 1_000


@dataclass(frozen=True)
class Place:
    """A place of the table: its cards as far as they may be seen, its bets, and what came of it (net in cents)."""

    name: str
    number: int
    """The seat's number; 0 for the dealer."""
    parts: tuple[Hand, ...]
    """The cards that lie open: in two parts once they are set."""
    hidden: int
    bets: Mapping[str, str]
    decision: str
    turn: bool
    says: str
    """What the hand is, where that can be known and is not what is asked."""
    counting: Hand
    """The cards that make it."""
    net: int | None

    @property
    def cards(self) -> Hand:
        """The cards that lie open."""
        return tuple(card for part in self.parts for card in part)


class Choice(NamedTuple):
    """A decision that a seat may take: its words, what it puts on the layout, and of a setting its two parts and whether it qualifies."""

    action: str
    cost: str
    parts: tuple[Hand, ...] = ()
    qualifies: bool = False


class BetField(NamedTuple):
    """A wager that can be made before the deal: its id, what it says, the one amount it takes if there is one, the size to begin with."""

    wager: str
    label: str
    says: str
    stake: str
    usual: str


def places_of(game: Game, rules: Rules, shown: Mapping[str, Any], nets: Mapping[int, int]) -> tuple[Place, list[Place]]:
    """The dealer's place and the seats of a round as it is seen; ``nets`` by seat once it is settled."""
    board = cards_of(shown["board"])
    turn = shown.get("turn", {}).get("seat")
    dealer = _place(game, rules, "Dealer", shown["dealer"], board)
    seats = [_place(game, rules, f"Seat {seat['seat']}", seat, board, turn, nets) for seat in shown["seats"]]
    return dealer, seats


def _place(
    game: Game,
    rules: Rules,
    name: str,
    shown: Mapping[str, Any],
    board: Hand,
    turn: int | None = None,
    nets: Mapping[int, int] | None = None,
) -> Place:
    cards = cards_of(shown.get("cards", shown.get("exposed", ())))
    number, decision = int(shown.get("seat", 0)), shown.get("decision") or ""
    parts: tuple[Hand, ...] = (cards,)
    counting: Hand = ()
    says = ""
    if "cards" in shown and game.setting is None:
        says, counting = held(game, rules, cards, board)
    elif "cards" in shown and len(cards) == game.player_cards and (decision or not number):
        parts, says = _set(game, rules, cards, decision)
    return Place(
        name, number, parts, int(shown.get("hidden", 0)), shown.get("bets", {}), "" if game.setting else decision,
        number > 0 and number == turn, says, counting, (nets or {}).get(number),
    )  # fmt: skip


def playing_of(seats: Sequence[Place]) -> Hand:
    """The cards that make the hand of the seat whose turn it is, or of the only seat: those of the board are marked too."""
    at_issue = [seat for seat in seats if seat.turn] or seats
    return at_issue[0].counting if len(at_issue) == 1 else ()


def held(game: Game, rules: Rules, cards: Hand, board: Hand) -> tuple[str, Hand]:
    """What a hand is in a phrase, and the cards that make it; nothing while too few are known."""
    if (len(cards), len(board)) not in game.rankable:
        return "", ()
    evaluation = game.rank(cards, board, rules)
    return hand_text(game, evaluation), ranking_of(evaluation).cards


def _set(game: Game, rules: Rules, cards: Hand, decision: str) -> tuple[tuple[Hand, ...], str]:
    """A hand that is set in two parts: as its holder decided, or for the best; and its count."""
    assert game.setting is not None
    first, second = map(parse_cards, decision.split("/")) if decision else game.best_setting(cards, rules)
    count = game.setting.count(first, second)
    return (first, second), f"{game.setting.named} {count}" if count else "does not qualify"


def cards_of(texts: Iterable[str]) -> Hand:
    """Cards by their notation."""
    return parse_cards(" ".join(texts))


def choices_of(game: Game, rules: Rules, shown: Mapping[str, Any]) -> list[Choice]:
    """What the seat whose turn it is may do, and what that costs; settings in the order of their cards, not of their worth."""
    turn = shown["turn"]
    seat = next(each for each in shown["seats"] if each["seat"] == turn["seat"])
    bets = {wager: parse_amount(text) for wager, text in seat["bets"].items()}
    known = {choice.words: choice for choice in game.known_choices}
    choices = []
    for action in sorted(turn["actions"]) if game.setting else turn["actions"]:
        made = with_line(bets, (known[action],) if action in known else (), bets.get(game.base, 0))
        cost = sum(made.values()) - sum(bets.values())
        parts = tuple(map(parse_cards, action.split("/"))) if "/" in action else ()
        qualifies = bool(game.setting and len(parts) == 2 and game.setting.count(*parts))
        choices.append(Choice(action, format_amount(cost) if cost else "", parts, qualifies))
    return choices


def asked_of(choices: Sequence[Choice]) -> str:
    """What the seat whose turn it is is asked; a hand that can be set in one way only, or cannot qualify, leaves it nothing to decide.

    >>> asked_of([Choice("raise 1x", "10.00"), Choice("fold", "")])
    'what do you do?'
    """
    if not choices or not choices[0].parts:
        return "what do you do?"
    if not choices[0].qualifies:
        return "this hand cannot qualify: no three of its cards have a total that does."
    if len(choices) == 1:
        return "this hand can be set in one way only: these three cards, and two."
    return "how is the hand set: three cards, and two?"


def bet_fields(game: Game, rules: Rules, before: Mapping[str, str] | None = None) -> dict[str, list[BetField]]:
    """The wagers that a seat may make before the deal: its own, and under ``table`` those that are the same at every seat.

    The other wagers that must be made equal the base wager, and are made with it.  ``before`` are the seat's bets of the round before, which are offered again.
    """
    beside = [wager.id for wager in game.wagers if wager.required and wager.id != game.base]
    fields: dict[str, list[BetField]] = {"seat": [], "table": []}
    for wager in game.offered_wagers(rules):
        if wager.by_choice or wager.id in beside:
            continue
        label = " and ".join([wager.id, *beside]) + ", each" if wager.id == game.base and beside else wager.id
        stakes = [t.stake for t in rules.paytables.values() if wager.id in t.form.wagers and t.stake]
        limits = rules.limits.get(wager.id, Limits())
        first = min(max(USUAL_BET, limits.minimum or 0), limits.maximum or MOST_CENTS)
        needed = wager.required or wager.id in game.needed_everywhere(rules)
        usual = before.get(wager.id, "") if before else format_amount(first) if needed else ""
        stake = format_amount(stakes[0]) if stakes else ""
        fields["table" if wager.equal_by else "seat"].append(
            BetField(wager.id, label.replace("-", " "), wager.says, stake, usual)
        )
    return fields


def read_bets(
    game: Game, rules: Rules, typed: Mapping[str, str], seats: int
) -> tuple[dict[int, dict[str, int]], dict[str, str]]:
    """The bets of each seat in cents from the fields ``s1.ante`` and so on, and what is wrong with a field."""
    bets: dict[int, dict[str, int]] = {}
    faults: dict[str, str] = {}
    beside = [wager.id for wager in game.wagers if wager.required and wager.id != game.base]
    fields = bet_fields(game, rules)
    for number in range(1, seats + 1):
        own: dict[str, int] = {}
        for kind, prefix in (("seat", f"s{number}"), ("table", "table")):
            for field in fields[kind]:
                try:
                    cents = _amount(typed.get(f"{prefix}.{field.wager}", ""), field)
                except Refused as refused:
                    faults[f"{prefix}.{field.wager}"] = str(refused)
                    continue
                own |= {field.wager: cents} if cents else {}
        own |= dict.fromkeys(beside, own[game.base]) if game.base in own else {}
        try:
            game.verify_bets(own, rules)
        except Refused as refused:
            named = [name for name in own if f" {name} " in f" {refused.message} "] or [game.base]
            faults.setdefault(f"s{number}.{named[0]}", str(refused))
        bets[number] = own
    if not faults:
        try:
            game.verify_table({f"seat {number}": own for number, own in bets.items()}, rules)
        except Refused as refused:
            faults[f"table.{fields['table'][0].wager}"] = str(refused)
    return bets, faults


def _amount(text: str, field: BetField) -> int:
    """An amount in cents; of a wager that takes one amount only, that amount where it is made."""
    text = text.strip()
    if not text:
        return 0
    cents = parse_amount(field.stake if field.stake else text, what=field.label)
    if cents > MOST_CENTS:
        raise Refused(f"{field.label} of {format_amount(cents)} is above {format_amount(MOST_CENTS)}")
    return cents


class Chart(NamedTuple):
    """A line of bankrolls as an image draws it: its points, the height at which it began, and what it shows in words."""

    points: str
    level: float
    says: str


WIDTH, HEIGHT = 600, 120
MOST_CHARTED = 100
"""Rounds of a chart, the last ones."""


def chart_of(history: Sequence[Outcome]) -> Chart | None:
    """The bankroll after each of the last rounds, beginning with that before them; nothing before a round is over.

    >>> chart_of([Outcome(1, 500, 1500), Outcome(2, -1000, 500)]).points
    '0,60.0 300,0.0 600,120.0'
    """
    shown = history[-MOST_CHARTED:]
    if not shown:
        return None
    line = [shown[0].bankroll - shown[0].net, *(each.bankroll for each in shown)]
    low, high = min(line), max(line)
    spread = (high - low) or 1

    def height(cents: int) -> float:
        return round(HEIGHT * (high - cents) / spread, 1)

    step = WIDTH / (len(line) - 1)
    points = " ".join(f"{round(place * step)},{height(cents)}" for place, cents in enumerate(line))
    rounds = "a round" if len(shown) == 1 else f"{len(shown)} rounds"
    ends = f"from {format_amount(line[0])} to {format_amount(line[-1])}"
    says = f"Bankroll over {rounds}: {ends}, lowest {format_amount(low)}, highest {format_amount(high)}"
    return Chart(points, height(line[0]), says)
