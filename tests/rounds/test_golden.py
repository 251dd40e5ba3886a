"""Golden rounds: transcripts in text, one file a game, replayed from their own words and compared line by line.

A file's first lines say the paytables; then each round is what a record prints.  The bets, the cards and the decisions are read from the
text, played, and everything printed anew; what the wagers pay is checked once more against :data:`NETS`, written from the rules by hand.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from tablegames.asks.records import RecordedRound
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.money import parse_amount
from tablegames.games import game_named
from tablegames.report.round_text import round_lines
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.transcript import decision_named, event_of
from tests.kit import held
from tests.rounds import all_tables, each_game, every_bet

GOLDEN = Path(__file__).parent / "golden"
METER = {"progressive": 1_000_000}
HOUSE = {
    "no more bets": Kind.NO_MORE_BETS,
    "the hands are revealed": Kind.REVEAL,
    "the cards go to the discard rack": Kind.DISCARD,
}
HEAD = "# {game}; {tables}; a meter starts each round at 10000.00"


def golden(game: Game) -> list[str]:
    """The lines of a game's golden transcripts."""
    return (GOLDEN / f"{game.id}.txt").read_text(encoding="utf-8").splitlines()


def heading(game: Game, rules: Rules) -> str:
    """What a file begins with."""
    tables = ", ".join(f"{slot} {table.name}" for slot, table in rules.paytables.items())
    return HEAD.format(game=game.name, tables=tables)


def moves_of(lines: list[str], start: Round) -> Iterator[tuple[Move, Round]]:
    """The moves that a round's text tells, each with the round after it."""
    round_ = start
    for line in lines:
        words = line.strip().partition("  (")[0]
        told = re.fullmatch(r"(?:seat )?(\d+|dealer|board)(?: bets |: )(.*)", words)
        indented = line.startswith("    ")
        if indented or line.startswith(("Round", "  house", "  meter")) or (told and told[2].startswith("net ")):
            if round_.phase is Kind.SETTLE and told:
                move = Move(Kind.SETTLE)
                if indented:
                    continue
            else:
                continue
        elif words.partition(";")[0] in HOUSE:
            move = Move(HOUSE[words.partition(";")[0]])
        else:
            assert told, line
            place, value = told.groups()
            if " bets " in words:
                bets = dict(part.split(" ") for part in value.split(", "))
                move = Move(Kind.BET, place, {wager: parse_amount(amount) for wager, amount in bets.items()})
            elif round_.phase is Kind.CARD:
                (card,) = parse_cards(value)
                move = Move(Kind.CARD, place, card)
            else:
                move = Move(Kind.DECISION, place, decision_named(round_, place, value))
        round_ = round_.apply(move)
        yield move, round_


def rounds_of(game: Game, rules: Rules, lines: list[str]) -> Iterator[RecordedRound]:
    """The rounds that a file tells, played."""
    starts = [at for at, line in enumerate(lines) if line.startswith("Round ")]
    for number, (at, end) in enumerate(zip(starts, [*starts[1:], len(lines)], strict=True), start=1):
        start = Round(game, rules, {meter: METER[meter] for meter in game.meters})
        recorded = RecordedRound(number, [{"event": "round", "round": number}], [start])
        for move, after in moves_of(lines[at:end], start):
            recorded.events.append(event_of(move, after))
            recorded.states.append(after)
        yield recorded


def written(game: Game, rules: Rules, rounds: list[RecordedRound]) -> list[str]:
    """A file's lines."""
    return [heading(game, rules), *(line for each in rounds for line in round_lines(game, each))]


@each_game
def test_golden_rounds(game: Game) -> None:
    rules, lines = all_tables(game), golden(game)
    rounds = list(rounds_of(game, rules, lines))
    assert all(each.states[-1].over for each in rounds)
    differing = list(difflib.unified_diff(lines, written(game, rules, rounds), "golden", "now", lineterm="", n=1))
    assert differing == [], "\n".join(differing)


def rows_of(game: Game, rules: Rules) -> set[tuple[str, str, str]]:
    """Every wager, row and result that the settlement can give."""
    found = set()
    for facts in game.facts:
        if game.possible(facts, rules):
            bets = {**every_bet(game, rules), **game.main_bets(facts, 1_000)}
            for line in game.settle([Seat(facts, bets)], METER, rules).seats[0].lines:
                found.add((line.wager, line.row, line.pays))
    return found


POT_ROWS = {
    ("pot", "one player only"),
    ("pot", "nobody qualifies"),
    ("pot", "not the best count"),
    ("pot", "best count"),
}
CANNOT_BE = {("odds", "losing royal flush", "lose")}
"""Nothing is higher than a royal flush."""


@each_game
def test_every_row_of_the_settlement_is_in_a_golden_round(game: Game) -> None:
    rules = all_tables(game)
    told = set()
    for each in rounds_of(game, rules, golden(game)):
        ledger = each.states[-1].ledger
        assert ledger
        told |= {(line.wager, line.row, line.pays) for seat in ledger.seats for line in seat.lines}
    wanted = {row for row in rows_of(game, rules) if row[0] != "pot"} - CANNOT_BE
    assert sorted(wanted - told) == []
    if game.id == "saigon-5-card":
        pots = {(wager, row) for wager, row, _ in told if wager == "pot"}
        assert pots == POT_ROWS
        assert {pays for wager, row, pays in told if (wager, row) == ("pot", "best count")} >= {"pot 7.52", "pot 7.51"}


HANDS = ("royal flush", "straight flush", "four-of-a-kind", "full house", "flush", "straight", "three-of-a-kind")
HOLDEM_MAIN: dict[str, int | Fraction] = {
    "win": 1,
    "folded": -1,
    "equal hands": 0,
    "lose": -1,
    "dealer does not qualify": 0,
}
NETS: dict[str, dict[str, dict[str, int | Fraction]]] = {
    "high-card-flush": {
        "ante": {"folded": -1, "dealer does not qualify": 1, "win": 1, "equal hands": 0, "lose": -1},
        "raise": {"dealer does not qualify": 0, "win": 1, "equal hands": 0, "lose": -1},
        "flush-bonus": {"seven-card flush": 300, "six-card flush": 100, "five-card flush": 10, "four-card flush": 1},
        "straight-flush-bonus": {
            "seven-card straight flush": 8000, "six-card straight flush": 1000, "five-card straight flush": 100,
            "four-card straight flush": 60, "three-card straight flush": 7,
        },
        # on 1.00: amounts of 250, 50 and 5; what the meter pays is below
        "progressive": {
            "five-card straight flush": 250, "four-card straight flush": 50, "three-card straight flush": 5,
        },
    },
    "heads-up-holdem": {
        "ante": HOLDEM_MAIN,
        "raise": HOLDEM_MAIN,
        "odds": {
            "folded": -1, "equal hands": 0, "lower hand, dealer does not qualify": -1,
            **{f"winning {hand}": Fraction(net) for hand, net in zip(HANDS, ("500", "50", "10", "3", "3/2", "1", "0"), strict=True)},
            "winning two pair": 0, "winning pair": 0, "winning high card": 0,
            **dict(zip((f"losing {hand}" for hand in HANDS[1:6]), (500, 50, 10, 8, 5), strict=True)),
        },
        "trips-plus": dict(zip(HANDS, (100, 40, 30, 8, 7, 4, 3), strict=True)),
        "pocket-bonus": {
            "pair of aces": 30, "ace with king, queen or jack, suited": 20, "ace with king, queen or jack, offsuit": 10,
            "any other pair": 5,
        },
    },
    "ultimate-texas-holdem": {
        "ante": HOLDEM_MAIN,
        "play": HOLDEM_MAIN,
        "blind": {
            "folded": -1, "equal hands": 0, "lose": -1,
            **{f"winning {hand}": Fraction(net) for hand, net in zip(HANDS, ("500", "50", "10", "3", "3/2", "1", "0"), strict=True)},
            "winning two pair": 0, "winning pair": 0, "winning high card": 0,
        },
        "trips": dict(zip(HANDS, (50, 40, 30, 9, 7, 4, 3), strict=True)),
    },
    "saigon-5-card": {
        "bonus": {
            "five aces": 10000, "royal flush with no joker": 5000, "royal flush with a joker": 2500,
            "straight flush": 1000, "four-of-a-kind": 250, "full house": 60, "flush": 30, "straight": 20,
            "three-of-a-kind": 8, "two pair": 3,
        },
    },
}  # fmt: skip
"""Net for one unit by wager and row; a row that is not here loses its wager."""
SHARES = {"seven-card straight flush": Fraction(1), "six-card straight flush": Fraction(1, 2)}
"""What these rows take of the meter as it stands when the seat's turn comes."""


@each_game
def test_golden_payments_are_those_of_the_rules(game: Game) -> None:
    """Every line of every golden round, against the tables above: the nets were not made by the program."""
    rules = all_tables(game)
    checked = 0
    for each in rounds_of(game, rules, golden(game)):
        last = each.states[-1]
        assert last.ledger
        meter = METER["progressive"]
        for line in (line for seat in last.ledger.seats for line in seat.lines):
            if game.id == "saigon-5-card" and line.wager in ("ante", "pot"):
                continue
            if line.wager == "progressive" and line.row in SHARES:
                assert line.net == line.from_meter == SHARES[line.row] * meter
                meter -= line.net
                continue
            assert Fraction(line.net, line.bet) == NETS[game.id][line.wager].get(line.row, -1), line
            checked += 1
    assert checked >= sum(map(len, NETS[game.id].values()))


def test_golden_antes_of_saigon() -> None:
    """Half pay on 5, whether or not the dealer qualifies; from the Point Counts that the cards are set to."""
    game = game_named("saigon-5-card")
    rules = all_tables(game)
    seen = set()
    for each in rounds_of(game, rules, golden(game)):
        last = each.states[-1]
        dealers = held(game.rank(last.dealer, (), rules)).point_count
        for seat, own in zip(last.seats, last.ledger.seats, strict=True):  # type: ignore[union-attr]
            mine = game.setting.count(*seat.line[-1].hand)  # type: ignore[union-attr, misc]
            ante = own.lines[0]
            better = mine and (not dealers or mine > dealers)
            if not mine:
                expected = Fraction(-1 if dealers else 0)
            elif better:
                expected = Fraction(1, 2) if mine == 5 else Fraction(1)
            else:
                expected = Fraction(0 if mine == dealers else -1)
            assert ante.net == math.floor(expected * ante.bet)
            seen.add((bool(mine), bool(dealers), expected))
    assert seen == {
        (False, False, 0), (False, True, -1), (True, False, 1), (True, False, Fraction(1, 2)),
        (True, True, 1), (True, True, Fraction(1, 2)), (True, True, 0), (True, True, -1),
    }  # fmt: skip


def test_a_changed_line_is_shown() -> None:
    """The comparison can fail: a payment altered by a cent is found, and so is a card."""
    game = game_named("high-card-flush")
    rules, lines = all_tables(game), golden(game)
    at = next(number for number, line in enumerate(lines) if ": win, " in line)
    forged = [*lines[:at], lines[at].replace("net ", "net 1"), *lines[at + 1 :]]
    assert written(game, rules, list(rounds_of(game, rules, forged))) == lines != forged
