"""The dealer's test: every answer is the engine's own, every kind of situation dealt is asked, the same seed the same bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablegames.asks.rulings import SeatRequest, parse_raise_limits, rank_hand, settle_table
from tablegames.contract.game import Game, ranking_of
from tablegames.contract.rules import Rules
from tablegames.contract.texts import Texts
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.core.wagers import Limits
from tablegames.report import dealer_test as made
from tablegames.report.dealer_test import make_test, paper_data
from tablegames.report.rack_card import title
from tests.cases import FLUSH, HOLDEM, SAIGON, ULTIMATE
from tests.kit import all_tables, each_game, held


@pytest.fixture(autouse=True)
def fewer_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions chosen from fewer deals, for time."""
    monkeypatch.setattr(made, "DEALT", 600)


@each_game
def test_the_same_seed_gives_the_same_pdf_and_another_seed_another(game: Game) -> None:
    rules = replace(all_tables(game), house="$x$ #panic() *bold* \\")
    first = made.dealer_test(game, rules, 6, 1)
    assert first.startswith(b"%PDF")
    assert b"CreationDate" not in first
    assert made.dealer_test(game, rules, 6, 1) == first
    assert made.dealer_test(game, rules, 6, 2) != first


@each_game
def test_every_answer_is_the_ruling_on_what_the_test_shows(game: Game) -> None:
    rules = all_tables(game)
    test = make_test(game, rules, 20, 3)
    data = paper_data(test)
    assert len(data["hands"]) == len(data["settlements"]) == 10
    for shown in data["hands"]:
        ruling = rank_hand(game, rules, " ".join(shown["cards"]), " ".join(shown["board"]))
        answers = {asked: answer for asked, answer, _ in shown["answers"]}
        assert set(answers) <= {*(name.replace("_", " ") for name in ruling.evaluation._fields), "setting"}
        if game is SAIGON:
            count = held(ruling.evaluation).point_count
            assert answers["point count"] == ("none" if count is None else str(count))
        else:
            assert answers["rank"].startswith(ranking_of(ruling.evaluation).category)
    for shown in data["settlements"]:
        bets = {line["wager"].lower().replace(" ", "-"): parse_amount(line["bet"]) for line in shown["lines"]}
        seat = SeatRequest(" ".join(shown["player"]), bets, shown["decision"] == "fold")
        ruling2 = settle_table(
            game, rules, [seat], dealer=" ".join(shown["dealer"]), board=" ".join(shown["board"]), meters=test.meters
        )
        lines = ruling2.seats[0].ledger.lines
        nets = [
            parse_amount(line["net"].removeprefix("-")) * (-1 if "-" in line["net"] else 1) for line in shown["lines"]
        ]
        assert nets == [line.net for line in lines]
        assert [line["result"] for line in shown["lines"]] == [line.result.value for line in lines]
        assert all(line["by"] for line in shown["lines"])
        assert all(cite in line["by"] for line, own in zip(shown["lines"], lines, strict=True) for cite in own.cites)


def test_a_point_count_of_one_is_one_and_no_yes() -> None:
    ruling = rank_hand(SAIGON, SAIGON.default_rules(), "Kc Qd Jh 9s 2c")
    assert held(ruling.evaluation).point_count == 1
    test = replace(make_test(SAIGON, SAIGON.default_rules(), 2, 1), hands=(ruling,))
    assert [answer for _, answer, _ in paper_data(test)["hands"][0]["answers"]][:3] == ["yes", "1", "K♣ Q♦ J♥ / 9♠ 2♣"]


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (SAIGON, {"higher Point Count", "lower Point Count", "equal Point Counts", "dealer does not qualify"}),
        (FLUSH, {"win", "lose", "folded", "dealer does not qualify"}),
        (HOLDEM, {"win", "lose", "folded", "dealer does not qualify", "equal hands"}),
        (ULTIMATE, {"win", "lose", "folded", "dealer does not qualify", "equal hands"}),
    ],
)
def test_every_way_an_ante_is_decided_is_asked(game: Game, rows: set[str]) -> None:
    test = make_test(game, all_tables(game), 20, 5)
    asked = {line.row for ruling in test.tables for line in ruling.seats[0].ledger.lines if line.wager == "ante"}
    assert rows <= asked
    results = {line.result for ruling in test.tables for line in ruling.seats[0].ledger.lines}
    assert {result.value for result in results} == {"win", "push", "lose"}


def test_more_kinds_of_hands_are_asked_than_a_random_choice_brings() -> None:
    categories = {
        ranking_of(ruling.evaluation).category for ruling in make_test(HOLDEM, all_tables(HOLDEM), 20, 1).hands
    }
    assert {"full house", "flush", "straight", "three-of-a-kind", "two pair", "pair", "high card"} <= categories


def test_bets_keep_to_the_houses_limits() -> None:
    rules = HOLDEM.default_rules()
    limits = {"ante": Limits(minimum=1200, maximum=3000, multiple=600), "trips-plus": Limits(offered=False)}
    limits["raise"] = Limits(maximum=5000)
    limited = replace(rules, limits=limits, raise_limits=parse_raise_limits(HOLDEM, "2", rules))
    test = make_test(HOLDEM, limited, 20, 1)
    for ruling in test.tables:
        bets = {line.wager: line.bet for line in ruling.seats[0].ledger.lines}
        assert bets["ante"] == 1200  # no chip of the test is within the limits: the least that is
        assert "trips-plus" not in bets
        assert bets.get("raise", 0) <= 2400
    impossible = replace(rules, limits={"ante": Limits(minimum=1000), "odds": Limits(maximum=500)})
    with pytest.raises(Refused, match="no bets were found that the limits in force allow together: ante="):
        make_test(HOLDEM, impossible, 2, 1)


@pytest.mark.parametrize("number", [1, 101])
def test_a_number_of_questions_outside_the_limits_is_refused(number: int) -> None:
    with pytest.raises(Refused, match=f"questions {number}: a test has 2 to 100"):
        make_test(FLUSH, FLUSH.default_rules(), number, 1)
    with pytest.raises(Refused, match="seed -1 is negative"):
        make_test(FLUSH, FLUSH.default_rules(), 2, -1)


@each_game
@pytest.mark.parametrize("number", [2, 20])
def test_no_deal_is_asked_in_both_parts(game: Game, number: int) -> None:
    test = make_test(game, all_tables(game), number, 1)
    ranked = {(ruling.cards, ruling.board) for ruling in test.hands}
    assert len(ranked) == number // 2
    assert ranked.isdisjoint((ruling.seats[0].cards, ruling.board) for ruling in test.tables)


@each_game
def test_every_part_that_is_asked_has_its_paragraph_in_the_key(game: Game) -> None:
    for hand in paper_data(make_test(game, all_tables(game), 20, 1))["hands"]:
        assert all(by for _, _, by in hand["answers"])


def test_the_paragraphs_of_plain_answers() -> None:
    def key(game: Game) -> dict[str, str]:
        (hand,) = paper_data(make_test(game, all_tables(game), 2, 1))["hands"]
        return {asked: by for asked, _, by in hand["answers"]}

    assert {"qualifies": "§ 680a.1", "point count": "§ 680a.6(b)", "setting": "§ 680a.1, trade rule 680a-T1"}.items() <= (
        key(SAIGON).items()
    )  # fmt: skip
    assert key(HOLDEM)["pocket bonus"] == "trade rule 677a-T10"


@pytest.mark.parametrize(
    ("game", "wagers", "part"),
    [
        (SAIGON, ["bonus"], "bonus"),
        (HOLDEM, ["pocket-bonus"], "pocket bonus"),
        (FLUSH, ["straight-flush-bonus", "progressive"], "straight flush"),
    ],
)
def test_what_no_wager_sees_is_not_asked_and_its_paytable_not_printed(game: Game, wagers: list[str], part: str) -> None:
    def asked(rules: Rules) -> tuple[set[str], str]:
        data = paper_data(make_test(game, rules, 4, 1))
        return {asked for hand in data["hands"] for asked, _, _ in hand["answers"]}, str(data["tables"]) + data["rests"]

    with_all = all_tables(game)
    tables = [str(table) for table in with_all.paytables.values() if not set(wagers).isdisjoint(table.form.wagers)]
    asked_of_all, printed = asked(with_all)
    assert part in asked_of_all
    assert tables
    assert all(table in printed for table in tables)
    asked_of_others, printed = asked(replace(with_all, limits=dict.fromkeys(wagers, Limits(offered=False))))
    assert part not in asked_of_others
    assert not any(table in printed for table in tables)
    assert not any(f"'{title(wager)} " in printed for wager in wagers)
    assert game is not SAIGON or "bonus" not in asked(game.default_rules())[0]  # no table is chosen


@each_game
def test_a_game_without_texts_is_asked_what_its_hands_are_each_with_a_paragraph(game: Game) -> None:
    other, rules = replace(game, texts=Texts), all_tables(game)
    own, plain = (paper_data(make_test(each, rules, 6, 1)) for each in (game, other))
    assert plain["settlements"] == own["settlements"]
    for hand, without in zip(own["hands"], plain["hands"], strict=True):
        assert [answer[:2] for answer in without["answers"]] == [answer[:2] for answer in hand["answers"]]
        assert all(by for _, _, by in without["answers"])
    assert made.dealer_test(other, rules, 2, 1).startswith(b"%PDF")
