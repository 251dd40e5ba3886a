"""The commands that give a ruling: rank, compare and settle."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from tablegames.asks.rulings import (
    SeatRequest,
    SettleRuling,
    compare_hands,
    paid_and_owed,
    parse_bets,
    parse_seat,
    rank_hand,
    settle_table,
)  # fmt: skip
from tablegames.cli import bulk
from tablegames.cli.options import (
    BoardOption,
    FormatOption,
    GameArgument,
    MeterOption,
    PaytableOption,
    ReadingOption,
    SubmissionOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import Format, print_json, print_text, run_batch, text_form
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.untrusted_json import read_json
from tablegames.report import json_form

SEAT = {"player", "bets", "fold"}
ITEM = SEAT | {"dealer", "board", "seats", "meters"}


def rank(
    game: GameArgument,
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The cards, or - to read HAND or HAND | BOARD lines.")],
    board: BoardOption = "",
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """Rank a hand: its category, the cards that make it, and the paragraphs that say so.

    Example: tablegames rank high-card-flush "As Ks Qs 9s 4d 3d 2c"
    """
    of, rules = chosen_rules(game, paytable, reading, submission)
    if hand == "-":
        fast, learn = bulk.with_best_fives(of, 1, board)
        answer = _line_answer(lambda parts: rank_hand(fast, rules, *parts), 1, board, "HAND or HAND | BOARD")
        raise typer.Exit(run_batch(answer, form=form, as_json=json_form.rank_json, learn=learn))
    ruling = rank_hand(of, rules, hand, board)
    if form is Format.JSON:
        print_json(json_form.rank_json(ruling))
    else:
        print_text(text_form().rank_text(ruling))


def compare(
    game: GameArgument,
    first: Annotated[str, typer.Argument(metavar="HAND", help="One hand, or - to read HAND | HAND [| BOARD] lines.")],
    second: Annotated[str, typer.Argument(metavar="HAND", help="The other hand.")] = "",
    board: BoardOption = "",
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """Compare two hands: who is higher, by which paragraph, and the card that decides.

    Example: tablegames compare high-card-flush "As Ks Qs 9s 4d 3d 2c" "Ah Kh Jh 9h 4c 3c 2d"
    """
    of, rules = chosen_rules(game, paytable, reading, submission)
    if first == "-":
        if second:
            raise Refused("with - both hands come from standard input: leave out the second hand")
        fast, learn = bulk.with_best_fives(of, 2, board)
        answer = _line_answer(
            lambda parts: compare_hands(fast, rules, *parts), 2, board, "HAND | HAND or HAND | HAND | BOARD"
        )
        raise typer.Exit(run_batch(answer, form=form, as_json=json_form.compare_json, learn=learn))
    ruling = compare_hands(of, rules, first, second, board)
    if form is Format.JSON:
        print_json(json_form.compare_json(ruling))
    else:
        print_text(text_form().compare_text(ruling))


def settle(
    game: GameArgument,
    items: Annotated[str, typer.Argument(metavar="[-]", help="- reads one JSON object a line.")] = "",
    player: Annotated[str, typer.Option(help="The player's cards; a Saigon hand may be set, 'Jk 2s 5d / 9c Kh'.")] = "",
    dealer: Annotated[str, typer.Option(help="The dealer's cards.")] = "",
    board: BoardOption = "",
    bet: Annotated[list[str], typer.Option("--bet", metavar="WAGER=AMOUNT", help="A wager, such as ante=10.")] = [],
    fold: Annotated[bool, typer.Option("--fold", help="The player folds.")] = False,
    seat: Annotated[
        list[str],
        typer.Option(
            "--seat", help="A seat: 'cards; ante=10; raise=20' or 'cards; ante=10; fold'. Repeat for a table."
        ),
    ] = [],
    meter: MeterOption = [],
    paid: Annotated[
        list[str],
        typer.Option("--paid", metavar="WAGER=AMOUNT", help="What was paid on top of the stake, to be checked."),
    ] = [],
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """Settle every wager of a seat or a table, exactly, each line with what it rests on.

    Example: tablegames settle high-card-flush --player "As Ks Qs 9s 4d 3d 2c" --dealer "Ah Kh Jh 9h 4c 3c 2d"
    --bet ante=10 --bet raise=10 --bet flush-bonus=5
    """
    of, rules = chosen_rules(game, paytable, reading, submission)
    if items not in ("", "-"):
        raise Refused(f"{items!a} is not understood: give --player, --seat, or - to read JSON lines")
    if items == "-":
        if player or dealer or board or seat or bet or fold or meter or paid:
            raise Refused(
                "with - cards, bets and meters come from standard input: leave out --player, --bet and the like"
            )
        raise typer.Exit(
            run_batch(lambda line: _settle_item(of, rules, line), form=form, as_json=json_form.settle_json)
        )
    if seat and (player or bet or fold):
        raise Refused("--seat holds the cards, the bets and the fold of a seat: leave out --player, --bet and --fold")
    seats = [parse_seat(each) for each in seat] if seat else [SeatRequest(player, parse_bets(bet), fold)]
    payments = parse_bets(paid, what="paid")
    if payments and len(seats) > 1:
        raise Refused("--paid checks one seat: settle the seats one at a time")
    meters = parse_bets(meter, what="meter")
    ruling = settle_table(of, rules, seats, one_seat=not seat, dealer=dealer, board=board, meters=meters)
    if form is Format.TEXT:
        print_text(text_form().settle_text(ruling, payments))
        return
    checked = {"paid": paid_and_owed(ruling.seats[0].ledger, payments)} if payments else {}
    print_json(json_form.settle_json(ruling) | checked)


def _line_answer(ask: Any, fewest: int, board: str, form: str) -> Any:
    """An answerer of lines whose parts stand between bars; each part keeps its column by standing behind blanks."""

    def answer(line: str) -> Any:
        parts = line.split("|")
        if not fewest <= len(parts) <= fewest + 1:
            raise Refused(
                f"the line has {len(parts)} part{'s' if len(parts) > 1 else ''} between bars; the form is {form}"
            )
        starts = [sum(len(part) + 1 for part in parts[:index]) for index in range(len(parts))]
        placed = [" " * start + part for start, part in zip(starts, parts, strict=True)]
        if len(parts) == fewest and board:
            placed.append(board)
        return ask(placed)

    return answer


def _settle_item(game: Game, rules: Rules, line: str) -> SettleRuling:
    """One JSON object of a batch, settled; numbers are read as they are written, never as floats."""
    try:
        item = read_json(line, written_numbers=True)
    except json.JSONDecodeError as error:
        raise Refused(f"not a JSON object: {error.msg}", column=error.colno) from None
    _check_keys(item, ITEM, "an item")
    seats = item.get("seats")
    if seats is not None and SEAT & set(item):
        raise Refused("seats hold the cards, the bets and the fold: leave out player, bets and fold")
    if not isinstance(seats, list | None):
        raise Refused("seats is not a list")
    requests = [_seat_of({key: item[key] for key in item if key in SEAT})]
    if seats is not None:
        requests = [_seat_of(seat) for seat in seats]
    return settle_table(
        game, rules, requests, one_seat=seats is None, dealer=_text(item, "dealer"), board=_text(item, "board"),
        meters=_amounts(item.get("meters", {}), "meter"),
    )  # fmt: skip


def _check_keys(value: Any, allowed: set[str], what: str) -> None:
    """Refuse what is no object, and a key that would be dropped."""
    unknown = [key for key in value if key not in allowed] if isinstance(value, dict) else []
    if unknown or not isinstance(value, dict):
        found = f"unknown {', '.join(map(ascii, unknown))}; " if unknown else ""
        raise Refused(f"{found}{what} is one JSON object with {', '.join(sorted(allowed))}")


def _seat_of(value: Any) -> SeatRequest:
    """A seat of a batch: the text form of ``--seat``, or an object with player, bets and fold."""
    if isinstance(value, str):
        return parse_seat(value)
    _check_keys(value, SEAT, "a seat, where it is not text such as 'cards; ante=10; raise=20',")
    fold = value.get("fold", False)
    if not isinstance(fold, bool):
        raise Refused("fold is neither true nor false")
    return SeatRequest(_text(value, "player"), _amounts(value.get("bets", {}), "bet"), fold)


def _text(item: dict[str, Any], key: str) -> str:
    """A text of an item: cards as one text, or as a list of cards."""
    value = item.get(key, "")
    if isinstance(value, list) and all(isinstance(card, str) for card in value):
        return " ".join(value)
    if not isinstance(value, str):
        raise Refused(f"{key} is not text")
    return value


def _amounts(value: Any, what: str) -> dict[str, int]:
    """Wagers and amounts of an item."""
    if not isinstance(value, dict) or not all(isinstance(amount, str) for amount in value.values()):
        raise Refused(f'{what}s are an object of amounts, such as {{"ante": "10"}}')
    return parse_bets([f"{wager}={amount}" for wager, amount in value.items()], what=what)
