"""``tablegames settle``: the ledger to the letter, several seats, meters, set hands, and paid against owed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli import json_of, refused, text_of

FLUSH = (
    "high-card-flush", "--player", "As Ks Qs 9s 4d 3d 2c", "--dealer", "Ah Kh Jh 9h 4c 3c 2d",
    "--bet", "ante=10", "--bet", "raise=10",
)  # fmt: skip
HOLDEM = ("heads-up-holdem", "--player", "Ah 4h", "--dealer", "4s 4d", "--board", "Kh 9h 8h 2c 3d")
BETS = ("--bet", "ante=10", "--bet", "odds=10", "--bet", "raise=20")
SAIGON = ("saigon-5-card", "--player", "Jk 2s 5d 9c Kh", "--dealer", "2c 4d 4h Js Ad")


def without(arguments: tuple[str, ...], option: str) -> tuple[str, ...]:
    """The arguments less an option with its value."""
    at = arguments.index(option)
    return arguments[:at] + arguments[at + 2 :]


def line(result: Any, wager: str) -> Any:
    """The line of a wager in a result's ledger."""
    return next(each for each in result["ledger"] if each["wager"] == wager)


def test_shape() -> None:
    result = json_of("settle", *HOLDEM, *BETS)
    assert result["ledger"] == [
        {
            "wager": "ante", "bet": "10.00", "row": "win", "result": "win", "pays": "1 to 1", "net": "10.00", "returned": "20.00",
            "cites": ["677a-T6", "677a.6(b)", "677a.6(c)"], "source": "published",
        },
        {
            "wager": "odds", "bet": "10.00", "row": "winning flush", "result": "win", "pays": "3 to 2", "net": "15.00", "returned": "25.00",
            "cites": ["677a-T8", "677a.6(b)(5)"], "source": "published",
        },
        {
            "wager": "raise", "bet": "20.00", "row": "win", "result": "win", "pays": "1 to 1", "net": "20.00", "returned": "40.00",
            "cites": ["677a-T7", "677a.6(b)", "677a.6(c)"], "source": "published",
        },
    ]  # fmt: skip
    assert result["net"] == "45.00"
    assert result["facts"] == {"multiple": 2, "pocket": "none", "hand": "flush", "showdown": "win"}
    assert result["paytables"] == {
        "odds-winning": {"name": "A", "source": "published"},
        "odds-losing": {"name": "T1", "source": "inferred"},
        "trips-plus": {"name": "A", "source": "single-source"},
        "pocket-bonus": {"name": "A", "source": "inferred"},
    }
    assert result["readings"]["677a-R4"] == "stand"
    assert result["house_net"] == "-45.00"


def test_high_card_flush_all_wagers() -> None:
    bonuses = ("--bet", "flush-bonus=5", "--bet", "straight-flush-bonus=5", "--bet", "progressive=1")
    chosen = ("--paytable", "progressive=one-dollar", "--meter", "progressive=12345.67")
    result = json_of("settle", *FLUSH, *bonuses, *chosen)
    assert {each["wager"]: each["net"] for each in result["ledger"]} == {
        "ante": "10.00",
        "raise": "10.00",
        "flush-bonus": "5.00",
        "straight-flush-bonus": "35.00",
        "progressive": "5.00",
    }
    assert result["net"] == "65.00"
    assert result["meters"] == {"progressive": "12345.67"}
    assert line(result, "progressive")["source"] == "single-source"


def test_meter_pays_its_share_and_keeps_the_rest() -> None:
    six = (
        "high-card-flush",
        "--player",
        "Ks Qs Js Ts 9s 8s 2c",
        "--bet",
        "ante=10",
        "--fold",
        "--bet",
        "progressive=1",
    )
    result = json_of("settle", *six, "--paytable", "progressive=one-dollar", "--meter", "progressive=12345.67")
    assert line(result, "progressive")["pays"] == "meter 50%"
    assert line(result, "progressive")["net"] == "6172.83"  # half of 12345.67 is 6172.835
    assert "exactly 6172.835, paid 6172.83" in line(result, "progressive")["note"]
    assert result["meters"] == {"progressive": "6172.84"}
    assert result["house_net"] == "10.00"
    printed = text_of("settle", *six, "--paytable", "progressive=one-dollar", "--meter", "progressive=12345.67")
    assert "meter progressive stands at 6172.84" in printed


def test_meter_share_without_a_meter_is_refused() -> None:
    six = (
        "high-card-flush",
        "--player",
        "Ks Qs Js Ts 9s 8s 2c",
        "--bet",
        "ante=10",
        "--fold",
        "--bet",
        "progressive=1",
    )
    assert "--meter progressive=12345.67" in refused("settle", *six, "--paytable", "progressive=one-dollar")
    assert "no paytable is chosen for progressive" in refused("settle", *six)
    two = refused("settle", *six[:-1], "progressive=2", "--paytable", "progressive=one-dollar")
    assert "progressive is 2.00" in two
    assert "1.00" in two
    assert "flush" in refused("settle", *six, "--meter", "flush=1")
    assert "has none" in refused("settle", *HOLDEM, *BETS, "--meter", "progressive=1")


def test_progressive_meter_in_deal_order() -> None:
    """The first of two six-card straight flushes takes half, the second half of what then stands."""
    seats = (
        "--seat", "Ks Qs Js Ts 9s 8s 2c; ante=10; progressive=1; fold",
        "--seat", "Kh Qh Jh Th 9h 8h 2d; ante=10; progressive=1; fold",
    )  # fmt: skip
    chosen = ("--paytable", "progressive=one-dollar", "--meter", "progressive=1000")
    result = json_of("settle", "high-card-flush", *seats, *chosen)
    assert [line(seat, "progressive")["net"] for seat in result["seats"]] == ["500.00", "250.00"]
    assert result["meters"] == {"progressive": "250.00"}
    assert result["house_net"] == "20.00"


def test_several_seats_shape() -> None:
    seats = ("--seat", "Ah 4h; ante=10; odds=10; raise=20", "--seat", "Qc Qd; ante=5; odds=5; fold")
    result = json_of("settle", HOLDEM[0], *seats, *HOLDEM[3:])
    assert set(result) >= {"seats", "meters", "house_net"}
    first, second = result["seats"]
    alone = json_of("settle", *HOLDEM, *BETS)
    assert all(first[key] == alone[key] for key in ("ledger", "net", "facts", "paytables", "readings"))
    assert set(second) >= {"ledger", "net", "facts", "paytables", "readings"}
    assert second["net"] == "-10.00"
    assert (result["meters"], result["house_net"]) == ({}, "-35.00")
    printed = text_of("settle", HOLDEM[0], *seats, *HOLDEM[3:])
    assert "seat 1: A♥ 4♥" in printed
    assert "seat 2: Q♣ Q♦" in printed
    assert "house net -35.00" in printed


def test_one_seat_option_gives_a_list_of_one() -> None:
    result = json_of("settle", HOLDEM[0], "--seat", "Ah 4h; ante=10; odds=10; raise=20", *HOLDEM[3:])
    assert len(result["seats"]) == 1
    assert result["house_net"] == "-45.00"


def test_fold() -> None:
    result = json_of("settle", *HOLDEM, "--bet", "ante=10", "--bet", "odds=10", "--fold")
    assert [(each["result"], each["net"], each["returned"]) for each in result["ledger"]] == [
        ("lose", "-10.00", "0.00")
    ] * 2
    assert result["facts"]["multiple"] == 0


@pytest.mark.parametrize("game", ["high-card-flush", "heads-up-holdem", "ultimate-texas-holdem"])
def test_neither_raise_nor_fold_is_refused_naming_both(game: str) -> None:
    if game == "high-card-flush":
        refusal = refused("settle", *FLUSH[:-2])
    else:
        blind = "odds" if game == "heads-up-holdem" else "blind"
        refusal = refused("settle", game, *HOLDEM[1:], "--bet", "ante=10", "--bet", f"{blind}=10")
    assert ("play" if game == "ultimate-texas-holdem" else "raise") in refusal
    assert "fold" in refusal


def test_raise_and_fold_is_refused() -> None:
    assert "fold" in refused("settle", *HOLDEM, *BETS, "--fold")


def test_saigon_has_no_fold() -> None:
    assert "no fold" in refused("settle", *SAIGON, "--bet", "ante=10", "--fold")


def test_saigon_set_hand() -> None:
    """Unset is the greatest count; a set hand counts as it is set, even where that is worse or does not qualify."""
    base = ("settle", "saigon-5-card", "--dealer", "2c 4d 4h Js Ad", "--bet", "ante=10", "--player")
    best = json_of(*base, "Jk 2s 5d 9c Kh")
    assert best["facts"]["player_count"] == 9
    same = json_of(*base, "Jk 2s 5d / 9c Kh")
    assert (same["facts"], same["ledger"]) == (best["facts"], best["ledger"])
    assert json_of(*base, "2s5d Jk/Kh,9c")["facts"] == best["facts"]
    bad = json_of(*base, "2s 5d 9c / Jk Kh")
    assert bad["facts"]["player_count"] == 0
    assert bad["net"] == "-10.00"
    assert bad["cards"] == ["2s", "5d", "9c", "Jk", "Kh"]
    worse = json_of(*base, "2s 9c Jk / 5d Kh")
    assert worse["facts"]["player_count"] == 5
    assert (worse["ledger"][0]["pays"], worse["net"]) == ("1 to 2", "5.00")


@pytest.mark.parametrize(
    "hand", ["Jk 2s / 5d 9c Kh", "Jk 2s 5d 9c Kh /", "/ Jk 2s 5d 9c Kh", "Jk 2s 5d / 9c / Kh", "/"]
)
def test_saigon_set_otherwise_is_refused(hand: str) -> None:
    refusal = refused("settle", "saigon-5-card", "--dealer", "2c 4d 4h Js Ad", "--bet", "ante=10", "--player", hand)
    assert "three cards, a slash, and two cards" in refusal


def test_slash_elsewhere_is_refused() -> None:
    assert "slash" in refused("settle", HOLDEM[0], "--player", "Ah / 4h", *HOLDEM[3:], *BETS)


def test_saigon_pot_and_bonus() -> None:
    seats = (
        "--seat", "Kc Qd Jh Ts 5c; ante=10; pot=5.01",
        "--seat", "Kd Qh Js Tc 5d / 9s; ante=10",
    )  # fmt: skip
    assert "three cards, a slash, and two cards" in refused(
        "settle", "saigon-5-card", *seats, "--dealer", "2d 4s 6d 8h 8d"
    )
    different = ("--seat", "Kc Qd Jh Ts 5c; ante=10; pot=5", "--seat", "Kd Qh Js Tc 5d; ante=10; pot=6")
    refusal = refused("settle", "saigon-5-card", *different, "--dealer", "2d 4s 6d 8h 8d")
    assert "5.00 and 6.00" in refusal
    assert "680a-R6" in refusal
    assert "no paytable is chosen for bonus" in refused("settle", *SAIGON, "--bet", "ante=10", "--bet", "bonus=5")
    result = json_of("settle", *SAIGON, "--bet", "ante=10", "--bet", "bonus=5", "--paytable", "bonus=example")
    assert line(result, "bonus")["source"] == "example"
    assert line(result, "bonus")["net"] == "-5.00"


def test_paid_owed_and_difference() -> None:
    result = json_of("settle", *HOLDEM, *BETS, "--paid", "odds=10", "--paid", "ante=10", "--paid", "raise=25.5")
    assert result["paid"] == {
        "odds": {"paid": "10.00", "owed": "15.00", "difference": "-5.00"},
        "ante": {"paid": "10.00", "owed": "10.00", "difference": "0.00"},
        "raise": {"paid": "25.50", "owed": "20.00", "difference": "5.50"},
    }
    printed = text_of("settle", *HOLDEM, *BETS, "--paid", "odds=10")
    assert any(row.split() == ["odds", "10.00", "15.00", "-5.00"] for row in printed.splitlines())


def test_paid_of_a_lost_wager_owes_nothing() -> None:
    lost = ("settle", "heads-up-holdem", "--player", "2s 3h", "--dealer", "Ah Ad", "--board", "Kh 9h 8c 7c 4d")
    result = json_of(*lost, *BETS, "--paid", "ante=10", "--paid", "odds=0")
    assert result["paid"]["ante"] == {"paid": "10.00", "owed": "0.00", "difference": "10.00"}
    assert result["paid"]["odds"]["difference"] == "0.00"


def test_paid_of_no_wager_or_two_seats_is_refused() -> None:
    assert "trips-plus" in refused("settle", *HOLDEM, *BETS, "--paid", "trips-plus=10")
    seats = ("--seat", "Ah 4h; ante=10; odds=10; raise=20", "--seat", "Qc Qd; ante=5; odds=5; fold")
    assert "--paid" in refused("settle", HOLDEM[0], *seats, *HOLDEM[3:], "--paid", "ante=10")


def test_no_paid_without_asking() -> None:
    assert "paid" not in json_of("settle", *HOLDEM, *BETS)


@pytest.mark.parametrize(("table", "net"), [("T1", "80.00"), ("T2", "50.00"), ("none", "-10.00")])
def test_paytable_option(table: str, net: str) -> None:
    """A losing flush: 8 to 1, 5 to 1, or lost."""
    lost = ("settle", "heads-up-holdem", "--player", "2h 3h", "--dealer", "Ah Qh", "--board", "Kh 9h 8h 7c 4d")
    result = json_of(*lost, *BETS, "--paytable", f"odds-losing={table}")
    assert line(result, "odds")["net"] == net
    assert result["paytables"]["odds-losing"]["name"] == table


def test_reading_option() -> None:
    fold = ("settle", *HOLDEM, "--bet", "ante=10", "--bet", "odds=10", "--bet", "trips-plus=5", "--fold")
    assert line(json_of(*fold), "trips-plus")["net"] == "35.00"
    forfeit = json_of(*fold, "--reading", "677a-R4=forfeit")
    assert line(forfeit, "trips-plus")["net"] == "-5.00"
    assert forfeit["readings"]["677a-R4"] == "forfeit"


def test_odd_cents_are_said() -> None:
    result = json_of("settle", *HOLDEM, "--bet", "ante=2.01", "--bet", "odds=2.01", "--bet", "raise=2.01")
    assert line(result, "odds")["net"] == "3.01"
    assert line(result, "odds")["note"] == "exactly 3.015, paid 3.01"
    assert "note" not in line(result, "ante")
    assert "3.015" in text_of("settle", *HOLDEM, "--bet", "ante=2.01", "--bet", "odds=2.01", "--bet", "raise=2.01")


def test_large_amounts_are_exact() -> None:
    most = "999999999.99"
    cards = ("heads-up-holdem", "--player", "Ah Kh", "--dealer", "2s 2d", "--board", "Qh Jh Th 2c 3d")
    result = json_of("settle", *cards, "--bet", f"ante={most}", "--bet", f"odds={most}", "--bet", f"raise={most}")
    assert line(result, "odds")["net"] == "499999999995.00"
    assert result["net"] == "501999999994.98"


def test_text_shows_every_line_with_what_it_rests_on() -> None:
    printed = text_of("settle", *HOLDEM, *BETS)
    for words in ("3 to 2", "15.00", "25.00", "published", "§ 677a.6(b)(5)", "trade rule 677a-T8", "net 45.00"):
        assert words in printed
    assert "odds-losing T1 (inferred" in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (HOLDEM, ("ante is missing", "677a-T2")),
        ((*HOLDEM, "--bet", "ante=10", "--bet", "ante=20"), ("bet ante is given twice",)),
        ((*HOLDEM, "--bet", "ante"), ("'ante'", "WAGER=AMOUNT")),
        ((*HOLDEM, "--bet", "=10"), ("WAGER=AMOUNT",)),
        ((*HOLDEM, *BETS, "--bet", "insurance=5"), ("'insurance'", "ante, odds, raise, trips-plus, pocket-bonus")),
        ((*HOLDEM, *BETS, "--bet", "trips-plus=0"), ("trips-plus is 0.00",)),
        ((*HOLDEM, *BETS, "--seat", "Qc Qd; ante=5; odds=5; fold"), ("--seat",)),
        (
            (*without(HOLDEM, "--player"), *BETS, "--player", "Ah 4h 5h"),
            ("player has 3 cards", "2 are needed", "677a-T1"),
        ),
        ((*without(HOLDEM, "--dealer"), *BETS, "--dealer", "4s"), ("dealer has 1 cards", "2 are needed")),
        (
            (*without(HOLDEM, "--board"), *BETS, "--board", "Kh 9h 8h 2c 3d 4c"),
            ("board has 6 community cards", "5 are needed"),
        ),
        (
            (*without(HOLDEM, "--dealer"), *BETS, "--dealer", "4s Ah"),
            ("Ah stands twice", "player card 1", "dealer card 2"),
        ),
        ((*FLUSH, "--board", "5s"), ("has no community cards", "board")),
        ((*FLUSH, "--bet", "odds=5"), ("'odds'", "ante, raise, flush-bonus")),
        (("heads-up-holdem", "whatever"), ("'whatever'",)),
        (("heads-up-holdem", "--seat", "Ah 4h; ante; fold"), ("'ante'", "WAGER=AMOUNT")),
        ((HOLDEM[0], "--seat", "Ah 4h; ante=1; odds=1; raise=9", *HOLDEM[3:]), ("raise 9.00",)),
        (
            (HOLDEM[0], "--seat", "Qc Qd; ante=1; odds=1; fold", "--seat", "Ah 4h; ante=1; odds=1", *HOLDEM[3:]),
            ("seat 2", "fold"),
        ),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_refused(arguments: tuple[str, ...], words: tuple[str, ...], form: str) -> None:
    refusal = refused("settle", *arguments, "--format", form)
    for word in words:
        assert word in refusal


def test_too_many_seats() -> None:
    """Seven seats of High Card Flush are more than the layout has."""
    cards = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    seats = [word for at in range(0, 49, 7) for word in ("--seat", " ".join(cards[at : at + 7]) + "; ante=1; fold")]
    assert "7 seats" in refused("settle", "high-card-flush", *seats)
