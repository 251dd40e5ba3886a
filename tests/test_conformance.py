"""The conformance kit: what every game of GAMES must do, with no exclusions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablegames.contract.choices import (
    CHECK,
    Choice,
    Line,
    View,
    added,
    in_words,
    is_fold,
    is_over,
    with_line,
)  # fmt: skip
from tablegames.contract.deal import Board, Dealer, Decide, Own, Point
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.layout import decide, legal_lines, line_shown
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal
from tablegames.core.law import Refused, Source
from tablegames.core.money import Amount, MeterShare, Odds, Paytable, Rounding
from tablegames.core.wagers import Ledger, LedgerLine, TableLedger
from tablegames.games import GAMES, game_named

from .kit import UNIT, all_tables, each_game, every_reading, play_wager

METER = 1_234_567


def package(game: Game) -> str:
    """The folder of a game."""
    return f"tablegames.games.{game.id.replace('-', '_')}"


def multiple_of(facts: Any) -> int:
    """The raise multiple of some facts; 0 where they have none or fold."""
    return int(getattr(facts, "raise_multiple", getattr(facts, "multiple", 0)))


def every_table(game: Game) -> Iterator[Rules]:
    """The rules with each published paytable that ``all_tables`` has not, one at a time."""
    rules = all_tables(game)
    for form in game.forms:
        for name in game.paytables(form.slot):
            if name != rules.paytables[form.slot].name:
                yield game.with_choices(rules, paytables={form.slot: name}, readings={})


def every_bet(game: Game, rules: Rules, facts: Any) -> dict[str, int]:
    """Every wager that can be bet on these facts."""
    bets = {wager.id: UNIT for wager in game.wagers}
    bets |= {wager: table.stake for table in rules.paytables.values() if table.stake for wager in table.form.wagers}
    play = play_wager(game)
    if play:
        bets[play] = multiple_of(facts) * UNIT
        if not bets[play]:
            del bets[play]
    return bets


def worth(table: Paytable, bet: int, meter: int) -> Iterator[Fraction]:
    """The net of each row of a paytable."""
    for award in table.rows.values():
        if isinstance(award, Odds):
            yield award.net(bet)
        elif isinstance(award, Amount):
            yield Fraction(award.cents)
        elif isinstance(award, MeterShare):
            yield award.share * meter
        else:
            yield Fraction(0)


def fault_of(game: Game, rules: Rules, line: LedgerLine) -> str:
    """What is wrong with a ledger line; empty where nothing is."""
    unknown = [cite for cite in line.cites if cite not in game.law]
    forbidden = [cite for cite in line.cites if re.search(r"\.(7|11|12)(\(|$)", cite)]
    tables = [table for table in rules.paytables.values() if line.wager in table.form.wagers]
    top = max((net for table in tables for net in worth(table, line.bet, METER)), default=Fraction(line.bet))
    if not line.cites:
        return "cites nothing"
    if unknown:
        return f"cites {unknown}"
    if set(forbidden) - {"653a.12(a)", "653a.12(b)", "653a.12(c)"}:
        return f"cites {forbidden}, which was not read"
    if line.net > top and line.wager != "pot":
        return f"pays {line.net}, more than the top row's {top}"
    if line.net < -line.bet or line.returned < 0:
        return f"loses {-line.net} of a bet of {line.bet}"
    if (line.net > 0) != (line.result == "win") or (line.net == -line.bet) != (line.result == "lose"):
        return f"is a {line.result} of {line.net}"
    rounding = rules.rounding
    if line.from_meter and rounding.apply(line.exact) > top:  # a meter pays no more than stands on it
        rounding = Rounding(rounding.unit)
    if line.net != rounding.apply(line.exact):
        return f"is {line.net} for exactly {line.exact}"
    return ""


@each_game
def test_settlement_of_every_fact(game: Game) -> None:
    faults = []
    for rules in (*every_reading(game), *every_table(game)):
        meters = dict.fromkeys(game.meters, METER)
        for facts in game.facts:
            bets = every_bet(game, rules, facts)
            table = game.settle([Seat(facts, bets)], meters, rules)
            table.check(meters)
            (seat,) = table.seats
            house = -sum(line.net for line in seat.lines) + sum(line.from_meter for line in seat.lines)
            paid_by_meters = METER * len(meters) - sum(table.meters.values())
            if seat.net + house - paid_by_meters or table.house_net != house:
                faults.append((facts, "does not balance"))
            if {line.wager: line.bet for line in seat.lines} != bets or len(seat.lines) != len(bets):
                faults.append((facts, f"settles {[line.wager for line in seat.lines]} of {list(bets)}"))
            faults += [
                (facts, f"{line.wager} {fault}") for line in seat.lines if (fault := fault_of(game, rules, line))
            ]
    assert faults == []


@each_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_table_of_seats_balances(game: Game, data: st.DataObject) -> None:
    rules = all_tables(game)
    some = data.draw(st.lists(st.sampled_from(game.facts), min_size=1, max_size=min(6, game.most_seats)))
    meters = dict.fromkeys(game.meters, data.draw(st.integers(0, 10**9)))
    seats = []
    for facts in some:
        bets = every_bet(game, rules, facts)
        left_out = data.draw(st.sets(st.sampled_from([wager.id for wager in game.wagers if not wager.required])))
        seats.append(Seat(facts, {wager: cents for wager, cents in bets.items() if wager not in left_out}))
    table = game.settle(seats, meters, rules)
    table.check(meters)
    lines = [line for seat in table.seats for line in seat.lines]
    assert sum(line.from_players for line in lines) == 0, "players pay each other what they receive"
    assert sum(meters.values()) - sum(table.meters.values()) == sum(line.from_meter for line in lines)
    assert all(standing >= 0 for standing in table.meters.values())
    assert [[line.wager for line in seat.lines] for seat in table.seats] == [
        [wager.id for wager in game.wagers if wager.id in bets] for _, bets in seats
    ], "each seat's lines in the order of the wagers"


def test_a_table_that_does_not_balance_is_found() -> None:
    game = game_named("saigon-5-card")
    seats = [Seat(game.facts[count * 121], {"ante": UNIT, "pot": 501}) for count in (9, 9, 4)]
    good = game.settle(seats, {}, game.default_rules())
    good.check({})
    short = TableLedger((*good.seats[:2], Ledger(good.seats[2].lines[:1])), {})
    with pytest.raises(AssertionError, match="unbalanced"):
        short.check({})
    with pytest.raises(AssertionError, match="unbalanced"):
        good.check({"progressive": 1})


@each_game
def test_fact_codes(game: Game) -> None:
    module = import_module(f"{package(game)}.facts")
    codes = [facts.code for facts in game.facts]
    assert [module.Facts.of_code(code) for code in codes] == list(game.facts)
    assert len(set(codes)) == len(codes) == len(set(game.facts))
    assert codes == sorted(codes)
    assert 0 <= codes[0] <= codes[-1] < module.CODES
    assert [facts.code for facts in map(module.Facts.of_code, range(module.CODES))] == list(range(module.CODES))


# --- the deal, the lines and the facts --------------------------------------------------------------------------------


@each_game
def test_points_follow_from_the_deal(game: Game) -> None:
    """At each step that decides, the cards that the steps before it have dealt; every seat has its cards before it decides."""
    board = dealers = 0
    own, streets = 0, []
    points, upcards = [], []
    for step in game.deal:
        match step:
            case Own(cards):
                own += cards
            case Dealer(cards, up):
                upcards += [*range(dealers, dealers + cards)] if up else []
                dealers += cards
            case Board(cards):
                streets.append(cards)
                board += cards
            case Decide(point, words, when):
                assert own == game.player_cards
                points.append(Point(point, board, words, when, len(upcards)))
        assert isinstance(step, Decide) or step.cards > 0
    assert (game.player_cards, game.dealer_cards, game.board_cards) == (own, dealers, board)
    assert (list(game.points), list(game.streets), list(game.upcards)) == (points, streets, upcards)
    assert points
    assert len({point.name for point in points}) == len(points)
    assert own * game.most_seats + dealers + board <= len(game.deck)


@each_game
def test_lines_end_and_make_wagers_by_choice(game: Game) -> None:
    """A line is decided point by point, ends with its last choice, and adds to nothing but the wagers that a decision makes."""
    assert len(set(game.lines)) == len(game.lines)
    for line in game.lines:
        assert 1 <= len(line) <= len(game.points), line
        assert [choice.ends for choice in line] == [False] * (len(line) - 1) + [True], line
        assert is_over(line)
    for choice in game.known_choices:
        check_choice(game, choice)
    assert {wager for line in game.lines for wager in added(line)} == set(game.chosen_wagers)


def check_choice(game: Game, choice: Choice) -> None:
    """A choice is named, makes wagers by decision only, and sets a hand only where the game has hands set."""
    assert choice.words
    assert choice.ends or not choice.folds, choice
    assert not (choice.folds and choice.adds), choice
    assert len({wager for wager, _ in choice.adds}) == len(choice.adds)
    for wager, size in choice.adds:
        assert game.wager(wager).by_choice, choice
        assert type(size) is int, choice
        assert size, choice
    if choice.hand is not None:
        assert game.setting is not None
        assert tuple(map(len, choice.hand)) == game.setting.sizes


@each_game
def test_facts_hold_a_line_of_the_game(game: Game) -> None:
    """Every line is held by some facts; a layout with the wagers of the main game shows the line of its facts."""
    assert {facts.line for facts in game.facts} == set(range(len(game.lines)))
    required = {wager.id for wager in game.wagers if wager.required}
    for facts in game.facts:
        line = game.line(facts)
        assert line is game.lines[facts.line]
        assert (game.folded(facts), game.decided(facts)) == (is_fold(line), in_words(line))
        bets = game.main_bets(facts, UNIT)
        assert {wager: cents for wager, cents in bets.items() if wager in required} == dict.fromkeys(required, UNIT)
        made = {wager: size * UNIT for wager, size in added(line).items() if size}
        assert {wager: cents for wager, cents in bets.items() if wager not in required} == made
        game.check_bets(bets)
        shown = line_shown(game, bets, fold=game.folded(facts))
        assert isinstance(shown, int)
        assert shown == facts.line if game.setting is None else game.lines[shown][-1].hand is None


@each_game
def test_legal_lines_are_lines_of_the_game(game: Game) -> None:
    """Up to the checks before a raise and the cards that a line sets.  Their facts are possible ones, and the layout they leave shows them again."""
    cards = random.Random(game.id)
    required = {wager.id: UNIT for wager in game.wagers if wager.required}
    taken: set[int] = set()
    for rules in (*every_reading(game), *limited(game)):
        for _ in range(40):
            deal = dealt(game, cards)
            view = View(deal.player, deal.board, up=tuple(deal.dealer[place] for place in game.upcards))
            lines = list(legal_lines(game, view, rules))
            assert len(set(lines)) == len(lines) > 0
            for line in lines:
                check_offered(game, view, rules, line)
                facts = game.facts_of(deal, line, rules)
                assert facts in game.facts
                assert game.possible(facts, rules), (facts, line)
                known = game.line(facts)
                assert (added(known), is_fold(known)) == (added(line), is_fold(line))
                if game.setting is None:
                    assert [each for each in known if each != CHECK] == [each for each in line if each != CHECK]
                else:
                    assert line[-1].hand is not None
                    assert sorted(line[-1].hand[0] + line[-1].hand[1]) == sorted(deal.player)
                    assert facts == game.setting.facts(game.facts_of(deal, (), rules), *line[-1].hand)
                read = decide(game, view, with_line(required, line, UNIT), rules, fold=is_fold(line))
                assert read in lines
                assert (added(read), is_fold(read)) == (added(line), is_fold(line))
                taken.add(facts.line)
    assert taken == set(range(len(game.lines))), "every line was legal with some hand"


def check_offered(game: Game, view: View, rules: Rules, line: Line) -> None:
    """At each point of a line its choice is one of several with words of their own, the largest wager first."""
    for place, (point, choice) in enumerate(zip(game.points, line, strict=False)):
        seen = view._replace(board=view.board[: point.board], up=view.up[: point.up])
        offered = game.choices(point.name, seen, line[:place], rules)
        assert choice in offered
        assert len({each.words for each in offered}) == len(offered)
        sizes = [sum(size for _, size in each.adds) for each in offered]
        assert sizes == sorted(sizes, reverse=True), offered
        for each in offered:
            check_choice(game, each)


def limited(game: Game) -> Iterator[Rules]:
    """The rules of houses that allow less than the game does: for each limit below the largest raise."""
    for most in range(1, game.raises.most.get(0, 0)):
        yield replace(all_tables(game), raise_limits={0: most})


def dealt(game: Game, cards: random.Random) -> Deal:
    """A deal; every fourth or so gives the player cards of one suit."""
    drawn = cards.sample(game.deck.cards, len(game.deck))
    if cards.random() < 0.25:
        drawn.sort(key=lambda card: card & 3)
    of_dealer = game.player_cards + game.dealer_cards
    return Deal(
        tuple(drawn[: game.player_cards]),
        tuple(drawn[game.player_cards : of_dealer]),
        tuple(drawn[of_dealer : of_dealer + game.board_cards]),
    )


@each_game
def test_paytables(game: Game) -> None:
    slots = [form.slot for form in game.forms]
    assert len(set(slots)) == len(slots)
    assert {entry["slot"] for entry in game.law.paytables} == set(slots), "each slot has a published table to try"
    tables = [table for slot in slots for table in game.paytables(slot).values()]
    assert len(tables) == len(game.law.paytables), "no two tables of a slot share a name"
    for table in tables:
        assert table.source in set(Source) - {Source.SUBMISSION}, str(table)
        assert table.basis, str(table)
        assert table.form.cite in game.law, str(table)
        assert {wager.id for wager in game.wagers}.issuperset(table.form.wagers), str(table)
        assert set(table.form.rows) - set(table.form.optional) <= set(table.rows) <= set(table.form.rows), str(table)
        if table.source is Source.REGULATION:
            assert table.form.cite in game.law.paragraphs, str(table)
    for wager in game.wagers:
        if wager.needs_table:
            assert any(wager.id in form.wagers for form in game.forms), wager.id


@each_game
def test_default_paytables(game: Game) -> None:
    rules = game.default_rules()
    marked = [(entry["slot"], entry["name"]) for entry in game.law.paytables if entry.get("default")]
    assert len({slot for slot, _ in marked}) == len(marked), "one default a slot"
    assert {slot: table.name for slot, table in rules.paytables.items()} == dict(marked)
    for slot, name in marked:
        assert rules.table(slot) == game.paytables(slot)[name]
        assert rules.table(slot).source is not Source.EXAMPLE
    for form in game.forms:
        required = any(game.wager(wager).required for wager in form.wagers)
        assert not required or form.slot in rules.paytables, "a wager that must be made can be settled by default"
        if form.slot not in rules.paytables:
            with pytest.raises(Refused, match=f"no paytable is chosen for {form.slot}"):
                rules.table(form.slot)


@each_game
def test_readings(game: Game) -> None:
    law = game.law
    assert game.default_rules().readings == {id_: reading.default for id_, reading in law.readings.items()}
    for id_, reading in law.readings.items():
        assert id_ == reading.id
        assert re.fullmatch(rf"{law.chapter}-R[0-9]+", id_)
        assert reading.default in reading.choices
        assert len(set(reading.choices)) == len(reading.choices)
        assert reading.question.endswith("?")
        assert reading.why
        assert reading.effect
        file, _, function = reading.test.partition("::")
        assert file == f"tests/{game.id.replace('-', '_')}/test_readings.py"
        assert function == f"test_{id_.lower().replace('-', '_')}"
        for choice in reading.choices:
            if choice == "chip":
                chosen = game.with_rounding(game.default_rules(), Rounding(25))
            else:
                chosen = game.with_choices(game.default_rules(), paytables={}, readings={id_: choice})
            assert chosen.readings == {**law.default_readings(), id_: choice}
        with pytest.raises(Refused, match=f"reading {id_} has no choice 'other'"):
            law.choose(id_, "other")
    with pytest.raises(Refused, match="is not one of"):
        law.choose("999a-R1", "once")


@each_game
def test_law(game: Game) -> None:
    law = game.law
    for paragraph in law.paragraphs:
        assert re.fullmatch(rf"{law.chapter}\.[0-9]+(\([a-z]\)(\([0-9]+\))?)?", paragraph)
        parent = paragraph.rpartition("(")[0]
        assert "(" not in parent or parent in law.paragraphs, "a list stands under its subsection"
    assert all(re.fullmatch(rf"{law.chapter}-T[0-9]+", rule) for rule in law.trade_rules)
    assert all(rule.source is not Source.REGULATION and rule.basis for rule in law.trade_rules.values())
    assert all(paragraph.says for paragraph in law.paragraphs.values())
    assert all(rule.says for rule in law.trade_rules.values())
    assert game.dealing in law
    assert game.wager("ante").required


def test_the_list_of_games() -> None:
    assert len({game.id for game in GAMES}) == len({game.law.chapter for game in GAMES}) == len(GAMES)
    for game in GAMES:
        assert game_named(game.id) is game
        assert import_module(f"{package(game)}.game").GAME is game
    with pytest.raises(Refused, match="no game 'baccarat'; the games are " + ", ".join(game.id for game in GAMES)):
        game_named("baccarat")


@each_game
def test_unknown_choices_are_refused(game: Game) -> None:
    rules = game.default_rules()
    for paytables, readings, words in (
        ({"jackpot": "A"}, {}, "has no paytable 'jackpot'"),
        ({game.forms[0].slot: "Z"}, {}, f"paytable {game.forms[0].slot} has no 'Z'"),
        ({}, {"999a-R1": "once"}, "reading '999a-R1' is not one of"),
    ):
        with pytest.raises(Refused, match=words):
            game.with_choices(rules, paytables=paytables, readings=readings)
    with pytest.raises(Refused, match="wager 'insurance' is not one of"):
        game.wager("insurance")
