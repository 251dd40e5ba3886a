"""Charts: each kind of each game, its figures against the analysis and the other methods, and bytes that stay the same."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest

from tablegames.analysis.advise import advise
from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.strategy import solved_of
from tablegames.asks.rulings import parse_raise_limits
from tablegames.contract.charts import GridChart, NothingToShow, Solved
from tablegames.contract.choices import View
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.core.cards import RANK_LETTERS, parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable
from tablegames.games import GAMES, game_named
from tablegames.games.heads_up_holdem.rules import ROUND
from tablegames.games.high_card_flush.charts import raise_values, together
from tablegames.games.saigon_5_card.charts import meetings
from tablegames.report.charts import CHARTS, Options, chart, charts_of, check_chart
from tablegames.report.charts.distribution import result_of_rounds
from tablegames.report.charts.paytables import known_edges
from tablegames.report.par.sheet import par_sheet
from tablegames.shapes.holdem.charts import gains
from tests.cases import FLUSH, HOLDEM, SAIGON, ULTIMATE, with_choices
from tests.kit import held

EVERY = [(game, kind.id) for game in GAMES for kind in charts_of(game)]
every_chart = pytest.mark.parametrize(("game", "kind"), EVERY, ids=[f"{game.id}-{kind}" for game, kind in EVERY])


@cache
def analysis(game_id: str) -> Analysis:
    """A game's analysis under the default rules."""
    return analyze(game_named(game_id))


@every_chart
def test_a_chart_is_an_svg_without_text_or_date(game: Game, kind: str) -> None:
    drawn = chart(kind, analysis(game.id))
    root = ElementTree.fromstring(drawn)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert root.tag.endswith("svg")
    assert "text" not in tags  # letters are paths: the reader's fonts change nothing
    assert "date" not in tags


@pytest.mark.parametrize("kind", [kind.id for kind in charts_of(SAIGON)])
def test_the_same_chart_has_the_same_bytes(kind: str) -> None:
    assert chart(kind, analysis(SAIGON.id)) == chart(kind, analyze(SAIGON))


def test_a_png_is_the_same_under_the_users_own_settings_which_stay() -> None:
    drawn = chart("point-counts", analysis(SAIGON.id), "png")
    assert drawn.startswith(b"\x89PNG")
    assert b"Matplotlib" not in drawn
    with matplotlib.rc_context({"font.size": 30, "savefig.dpi": 20, "text.color": "red"}):
        assert chart("point-counts", analysis(SAIGON.id), "png") == drawn
        assert matplotlib.rcParams["font.size"] == 30


def test_every_game_has_its_own_charts() -> None:
    shared = ["paytables", "contribution", "distribution"]
    assert {game.id: [kind.id for kind in charts_of(game)] for game in GAMES} == {
        SAIGON.id: [*shared, "point-counts"],
        FLUSH.id: [*shared, "raise-value"],
        HOLDEM.id: [*shared, "preflop-gain"],
        ULTIMATE.id: [*shared, "preflop-gain"],
    }


@pytest.mark.parametrize(
    ("kind", "game", "form", "options", "says"),
    [
        ("pie", SAIGON, "svg", Options(), "no chart 'pie'; the charts of saigon-5-card are paytables, contribution"),
        ("preflop-gain", FLUSH, "svg", Options(), "of heads-up-holdem, ultimate-texas-holdem; the charts of high-card"),
        ("paytables", FLUSH, "pdf", Options(), "a chart is svg or png, not 'pdf'"),
        ("paytables", FLUSH, "svg", Options(wager="ante"), "takes no wager: contribution does"),
        ("contribution", FLUSH, "svg", Options(rounds=5), "takes no rounds: distribution does"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_can(
    kind: str, game: Game, form: str, options: Options, says: str
) -> None:
    with pytest.raises(Refused, match=says):
        check_chart(kind, game, form, options)


def test_preflop_gains_are_what_advice_says_and_raise_where_they_are_not_negative() -> None:
    hands = gains(ROUND, held(solved_of(analysis(HOLDEM.id))))
    assert len(hands) == 169
    assert all(hand.raises == (hand.advantage >= 0) for hand in hands.values())
    total = sum(hand.deals for hand in hands.values())
    assert total == analysis(HOLDEM.id).deals
    raised = Fraction(sum(hand.deals for hand in hands.values() if hand.raises), total)
    assert raised == analysis(HOLDEM.id).decisions["raise 3x"]
    advice = advise(HOLDEM, HOLDEM.default_rules(), View(parse_cards("Kc 7d")))
    values = {action.action: action.expected_value for action in advice.actions}
    assert hands["K7o"].advantage == values["raise 3x"] - values["check"]


def test_no_preflop_chart_where_the_house_allows_no_raise_then() -> None:
    rules = HOLDEM.default_rules()
    limited = replace(rules, raise_limits=parse_raise_limits(HOLDEM, "2", rules))
    with pytest.raises(Refused, match="allow no raise before the flop"):
        chart("preflop-gain", analyze(HOLDEM, limited))


@pytest.mark.parametrize(("refusal", "left_out"), [(NothingToShow, True), (Refused, False)])
def test_a_report_leaves_out_a_chart_that_is_empty_and_no_other(refusal: type[Refused], left_out: bool) -> None:
    def make(solved: Solved[Facts]) -> GridChart:
        raise refusal("as the test says")

    game = replace(SAIGON, charts=(replace(SAIGON.charts[0], make=make),))
    if left_out:
        names = [each.name for each in par_sheet(replace(analysis(SAIGON.id), game=game)).charts]
        assert "distribution" in names
        assert "point-counts" not in names
    else:
        with pytest.raises(Refused, match="as the test says"):
            par_sheet(replace(analysis(SAIGON.id), game=game))


def test_point_counts_are_all_deals_and_add_up_to_the_expected_value() -> None:
    found = meetings(held(solved_of(analysis(SAIGON.id))))
    assert len(found) == 121
    assert sum(meeting.chance for meeting in found.values()) == 1
    assert sum(meeting.chance * meeting.net for meeting in found.values()) == Fraction(-23749189, 1271680410)
    assert found[5, 4].net == Fraction(1, 2)
    assert found[4, 9].chance == found[9, 4].chance  # both hands come from one deck, and are set by one rule


def test_raise_values_are_all_hands_their_bounds_and_what_advice_says() -> None:
    values = raise_values(held(solved_of(analysis(FLUSH.id)).asked))
    assert sum(value.hands for value in values.values()) == comb(52, 7)
    assert sum(value.hands - value.raising for value in values.values()) == 42_994_176  # the folds of the best play
    mixed = [mask for mask, value in values.items() if 0 < value.raising < value.hands]
    assert min(mixed) > _mask("987")
    assert max(mixed) < _mask("J32")
    advice = advise(FLUSH, FLUSH.default_rules(), View(parse_cards("As Ks Qs Js 9s 8s 7s")))
    by_action = {action.action: action.expected_value for action in advice.actions}
    assert values[_mask("AKQJ987")].hands == 4
    assert values[_mask("AKQJ987")].gain == by_action["raise 3x"] - by_action["fold"]


def test_raise_values_together_weigh_each_hand_alike() -> None:
    values = {
        _mask("32"): (one := raise_values(held(solved_of(analysis(FLUSH.id)).asked))[_mask("32")]),
        _mask("432"): one._replace(hands=3),
    }
    joined = together(values, lambda mask: (0, 0))[0, 0]
    assert joined.hands == one.hands + 3
    assert joined.gain == one.gain
    assert together(values, lambda mask: None) == {}


def test_one_round_is_exact_and_two_are_its_convolution() -> None:
    one, two = (result_of_rounds(analysis(SAIGON.id), rounds) for rounds in (1, 2))
    assert one.unit == Fraction(1, 2)
    assert one.lowest == -2
    assert one.chances.tolist() == [float(part) for part in _single_round()]
    single = _single_round()
    both = [
        sum((single[i] * single[k - i] for i in range(len(single)) if 0 <= k - i < len(single)), Fraction(0))
        for k in range(2 * len(single) - 1)
    ]
    assert two.lowest == -4
    assert np.allclose(two.chances, [float(part) for part in both], rtol=0, atol=1e-15)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_many_rounds_have_the_mean_and_variance_of_the_analysis(game: Game) -> None:
    of, rounds = analysis(game.id), 200
    results = result_of_rounds(of, rounds)
    values = results.values()
    mean = float((values * results.chances).sum())
    assert results.chances.sum() == pytest.approx(1, abs=1e-11)
    assert mean == pytest.approx(float(of.main.expected_value) * rounds, abs=1e-7)
    assert ((values - mean) ** 2 * results.chances).sum() == pytest.approx(float(of.main.variance) * rounds, rel=1e-5)


def test_too_many_rounds_are_refused_with_how_many_there_can_be() -> None:
    with pytest.raises(Refused, match=r"takes 1 to 2097151$"):
        result_of_rounds(analysis(SAIGON.id), 2**22)
    assert (2**23 - 1) // 4 == 2097151


def test_known_paytables_have_the_edges_of_their_own_analyses() -> None:
    known = {(str(table), chosen): edge for table, edge, chosen in known_edges(analysis(HOLDEM.id))}
    assert list(known) == [
        ("odds-winning A", True), ("odds-losing T1", True), ("odds-losing T2", False), ("odds-losing none", False),
        ("trips-plus A", True), ("pocket-bonus A", True), ("pocket-bonus B", False),
    ]  # fmt: skip
    second = analyze(HOLDEM, with_choices(HOLDEM, {"odds-losing": "T2", "pocket-bonus": "B"}))
    assert known["odds-losing T2", False] == second.main.house_edge
    assert known["pocket-bonus B", False] == second.wager("pocket-bonus").house_edge
    assert known["trips-plus A", True] == analysis(HOLDEM.id).wager("trips-plus").house_edge


def test_a_table_that_pays_a_meter_is_shown_where_the_meter_is_given() -> None:
    assert "progressive one-dollar" not in {str(table) for table, _, _ in known_edges(analysis(FLUSH.id))}
    given = analyze(FLUSH, meters={"progressive": 1_000_000})
    shown = {str(table): (edge, chosen) for table, edge, chosen in known_edges(given)}
    own = analyze(FLUSH, with_choices(FLUSH, {"progressive": "one-dollar"}), meters={"progressive": 1_000_000})
    assert shown["progressive one-dollar"] == (own.wager("progressive").house_edge, False)


def test_a_houses_own_table_is_shown_with_any_name() -> None:
    form = SAIGON.form("bonus")
    rows = dict.fromkeys(form.rows, "5 to 1")
    table = make_paytable(form, "$\\frac{", rows, Source.SUBMISSION, "the house's own")
    rules = SAIGON.default_rules()
    own = analyze(SAIGON, replace(rules, paytables={"bonus": table}))
    assert [(table.name, chosen) for table, _, chosen in known_edges(own)] == [("$\\frac{", True), ("example", False)]
    assert chart("paytables", own)  # no formula is made of it


def test_the_wager_of_a_contribution_is_one_that_is_analysed() -> None:
    of = analysis(FLUSH.id)
    assert chart("contribution", of, options=Options(wager="ante")) == chart("contribution", of)
    assert chart("contribution", of, options=Options(wager="raise")) != chart("contribution", of)
    with pytest.raises(Refused, match="wager 'pot' is not analysed; analysed are ante, raise, flush-bonus"):
        chart("contribution", of, options=Options(wager="pot"))


def test_a_chart_follows_the_paytable() -> None:
    other = analyze(SAIGON, with_choices(SAIGON, {"bonus": "example"}))
    assert chart("paytables", other) != chart("paytables", analysis(SAIGON.id))
    assert set(CHARTS) == {"paytables", "contribution", "distribution", "preflop-gain", "raise-value", "point-counts"}


def _single_round() -> list[Fraction]:
    """The chances of -1, -1/2, 0, 1/2 and 1 in one round of Saigon 5 Card, from its return table."""
    by_pay: dict[str, int] = {}
    rows = analysis(SAIGON.id).rows("ante")
    for row in rows:
        by_pay[row.pays] = by_pay.get(row.pays, 0) + row.deals
    return [Fraction(by_pay.get(pays, 0), rows[0].of) for pays in ("lose", "none", "push", "1 to 2", "1 to 1")]


def _mask(ranks: str) -> int:
    """The ranks of a flush as 13 bits."""
    return sum(1 << RANK_LETTERS.index(rank) for rank in ranks)
