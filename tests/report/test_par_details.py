"""What a reader of a report has to find beside the figures: meters, bounds that are missing, cards by name, terms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain

import pytest

from tablegames.analysis.exact import analyze
from tablegames.analysis.progressive import progressive
from tablegames.analysis.simulate import simulate
from tablegames.analysis.strategy import described
from tablegames.contract.document import Paragraph, Table
from tablegames.core.wagers import Limits
from tablegames.games import game_named
from tablegames.report.charts import chart
from tablegames.report.par.headline import headline
from tablegames.report.par.method import method
from tablegames.report.par.paytables import payout_limit, side_by_side
from tablegames.report.par.sensitivity import sensitivity
from tablegames.report.par.wagers import frequencies
from tablegames.shapes.holdem.best import TERMS
from tablegames.shapes.holdem.ranges import parse_range
from tablegames.shapes.holdem.simple_play import parse_rule
from tests.report.cases import GAMES, analysed

FLUSH, SAIGON, HOLDEM, ULTIMATE = map(game_named, GAMES)


@pytest.mark.parametrize("meter", [None, 1_234_500])
def test_progressives_are_compared_at_a_meter_that_is_named(meter: int | None) -> None:
    meters = {} if meter is None else {"progressive": meter}
    analysis = analyze(FLUSH, meters=meters)
    tables = {block.key: block for block in side_by_side(analysis) if isinstance(block, Table)}
    rows = {row[0].text: row[1:] for row in tables["paytables progressive"].rows}
    names = [column.title for column in tables["paytables progressive"].columns[1:]]
    at = "no meter is given" if meter is None else "12345.00"
    for name, compared, fair in zip(names, rows["compared at a meter of"], rows["break-even meter"], strict=True):
        rules = FLUSH.with_choices(FLUSH.default_rules(), paytables={"progressive": name}, readings={})
        assert compared.text == at
        assert Fraction(fair.exact) * 100 == progressive(FLUSH, rules).break_even
    assert "break-even meter" not in {row[0].text for row in tables["paytables flush-bonus"].rows}


def test_the_chart_of_paytables_speaks_of_meters_where_there_are_some() -> None:
    assert b"meter" not in chart("paytables", analysed("saigon-5-card"), "svg")
    given = chart("paytables", analyze(FLUSH, meters={"progressive": 1_234_500}), "svg").decode()
    assert "meter at 12345.00" in " ".join(given.split())


def test_a_wager_without_a_maximum_has_no_bound() -> None:
    limits = {"ante": Limits(minimum=1000, maximum=50_000), "flush-bonus": Limits(maximum=10_000)}
    rules = replace(FLUSH.default_rules(), payout_limit=10_000_000, limits=limits)
    said = [block.text for block in payout_limit(analyze(FLUSH, rules), {}) if isinstance(block, Paragraph)]
    assert said[1].startswith("The house states no maximum for straight-flush-bonus, so no bound can be stated for it:")
    limits["straight-flush-bonus"] = Limits(offered=False)
    whole = replace(rules, limits=limits)
    assert len([b for b in payout_limit(analyze(FLUSH, whole), {}) if isinstance(b, Paragraph)]) == 1
    del limits["ante"], limits["flush-bonus"]
    (_, said_of_both, *_) = [
        b.text for b in payout_limit(analyze(FLUSH, replace(rules, limits=limits)), {}) if isinstance(b, Paragraph)
    ]
    assert "ante, flush-bonus, so no bound can be stated for them" in said_of_both


@pytest.mark.parametrize("game_id", ["high-card-flush", "saigon-5-card"])
def test_seen_cards_are_named_one_by_one(game_id: str) -> None:
    analysis = analysed(game_id)
    blocks = sensitivity(analysis, lambda: described(analysis))
    (table,) = (block for block in blocks if isinstance(block, Table) and block.key == "cards seen")
    deck = {"♣", "♦", "♥", "♠", "Jk"}
    for row in table.rows:
        hand, seen, action = (cell.text for cell in row[:3])
        assert (seen == "no other card") != any(sign in seen.partition(": ")[2] for sign in deck)
        if "/" in action:  # a set hand: its cards by the signs and in the order of the hand
            order = hand.split()
            parts = [[order.index(card) for card in part.split()] for part in action.split(" / ")]
            assert all(part == sorted(part) for part in parts)
            assert sorted(chain(*parts)) == list(range(5))


@pytest.mark.parametrize("game_id", ["heads-up-holdem", "ultimate-texas-holdem"])
def test_a_close_starting_hand_is_worth_what_advice_says(game_id: str) -> None:
    from tablegames.analysis.advise import advise
    from tablegames.analysis.sensitivity import seen_cards

    analysis = analysed(game_id)
    known = next(seen_cards(analysis, described(analysis))).advice
    asked = advise(analysis.game, known.rules, known.view)
    assert (known.actions, known.futures, known.best) == (asked.actions, asked.futures, asked.best)


def test_a_starting_hands_dead_cards_are_named() -> None:
    from tablegames.analysis.advise import advise
    from tablegames.analysis.sensitivity import Seen
    from tablegames.contract.choices import View
    from tablegames.core.cards import parse_cards
    from tablegames.report.par.sensitivity import _named

    situation = View(parse_cards("9s 8h 3c 5d 2d"), (), parse_cards("Ts Th"))
    assert _named(Seen("two 10s", advise(SAIGON, SAIGON.default_rules(), situation))) == "two 10s: 10♠ 10♥"


def test_every_term_of_a_plan_is_one_that_plans_may_have() -> None:
    for term, meaning in TERMS:
        if term[0] in "AKQJT98765432":
            assert parse_range(term)
        else:
            assert parse_rule(term, stage="river" if "outs" in term else "flop")
        assert meaning


def test_a_simulation_says_how_it_is_read() -> None:
    found = simulate(SAIGON, rounds=5_000, seed=3)
    texts = [block.text for block in method(analysed("saigon-5-card"), found) if isinstance(block, Paragraph)]
    assert "|z| is above 1.96 in one simulation of twenty" in texts[-1]
    without = [block.text for block in method(analysed("saigon-5-card"), None) if isinstance(block, Paragraph)]
    assert not any("p is the chance" in text for text in without)


def test_words_fit_the_game() -> None:
    first = {game.id: next(block for block in headline(analysed(game.id))) for game in (SAIGON, HOLDEM)}
    assert isinstance(first[SAIGON.id], Paragraph)
    assert first[SAIGON.id].text.startswith("The main game is the ante alone, played")  # type: ignore[union-attr]
    assert first[HOLDEM.id].text.startswith("The main game is ante, odds and raise together")  # type: ignore[union-attr]
    for game in (SAIGON, HOLDEM):
        text = next(block for block in frequencies(analysed(game.id)) if isinstance(block, Paragraph)).text
        assert ("community cards" in text) == bool(game.board_cards)
