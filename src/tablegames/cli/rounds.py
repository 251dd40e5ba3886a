"""The commands that play rounds and open their records: round play, replay, recall, verify."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from tablegames.asks.records import Record, read_record
from tablegames.asks.rulings import parse_bets
from tablegames.cli.given import Commands
from tablegames.cli.options import (
    FormatOption,
    GameArgument,
    PaytableOption,
    ReadingOption,
    SubmissionOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import Format, complain, noting, print_json, print_text
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import format_cards
from tablegames.core.files import claimed, lines_of
from tablegames.core.law import Refused
from tablegames.core.money import format_amount, parse_amount
from tablegames.core.wagers import Wager
from tablegames.rounds.payouts import bets_to_advise
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import check_secret, generator
from tablegames.rounds.transcript import Recorder

app = Commands(help="Play rounds in the terminal, and open, recall and verify their records.")
RecordArgument = Annotated[str, typer.Argument(metavar="FILE", help="A record that `round play --record` wrote.")]


@app.command()
def play(
    game: GameArgument,
    seats: Annotated[int, typer.Option("--seats", help="How many seats you play.")] = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", min=0, help="Stop after so many rounds; 0 plays until you leave.")
    ] = 0,
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet", metavar="WAGER=AMOUNT", help="Each seat's wagers; 10 on each required one if none is given."
        ),
    ] = [],
    bankroll: Annotated[str, typer.Option("--bankroll", help="What you bring.")] = "1000",
    coach: Annotated[
        bool, typer.Option("--coach", help="Show the exact value of each action, before and after the choice.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, help="Deal the same decks again; without it the system's generator deals."),
    ] = None,
    commit: Annotated[
        bool,
        typer.Option(
            "--commit", help="Publish a commitment to each deck before the bets, and open it after; not with --seed."
        ),
    ] = False,
    record: Annotated[
        str, typer.Option("--record", metavar="FILE", help="Write the record; the file must not exist.")
    ] = "",
    fsync: Annotated[
        bool, typer.Option("--fsync", help="Push every event to the disk, against a loss of power.")
    ] = False,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
) -> None:
    """Play rounds: type a decision (or its number); `q` leaves.  Works with piped input, one answer a line.

    Example: tablegames round play high-card-flush --coach --record rounds.jsonl
    """
    of, rules = chosen_rules(game, paytable, reading, submission)
    if fsync and not record:
        raise Refused("--fsync pushes a record to the disk: give --record FILE too")
    source = generator(seed)
    if commit:
        check_secret(source)
    bets = parse_bets(bet) or {
        wager.id: _usual(wager, rules)
        for wager in of.wagers
        if wager.required or wager.id in of.needed_everywhere(rules)
    }
    money = parse_amount(bankroll, what="bankroll")
    of.check_seats(seats, rules)
    unfed = [meter for meter in of.meters if meter in bets and meter not in rules.meter_plans]
    Session(of, rules, generator(0)).begin(
        [bets] * seats, meters=dict.fromkeys(unfed, 0)
    )  # refused before a file is made
    with _recorder(record, of, rules, fsync=fsync) as recorder:
        session = Session(of, rules, source, recorder, commit=commit)
        answers = _Answers()
        played = 0
        while rounds == 0 or played < rounds:
            session.begin([bets] * seats, meters={**dict.fromkeys(unfed, 0), **session.round.meters})
            if commit and session.deck:
                print(f"commitment to the deck: {session.deck.commitment}")
            if not _play_round(session, answers, coach=coach):
                complain("left in the middle of a round: the record ends with it incomplete" if record else "left")
                break
            if commit and session.deck:
                print(f"the deck was {format_cards(session.deck.cards)}; salt {session.deck.salt}")
            played += 1
            assert session.round.ledger is not None
            money += sum(ledger.net for ledger in session.round.ledger.seats)
            print(f"bankroll {format_amount(money)}")
            if rounds == 0 and answers.ask("another round? [yes, q] ") in ("q", None):
                break


@app.command()
def replay(file: RecordArgument, form: FormatOption = Format.TEXT) -> None:
    """Replay a record by the rules, to the cent, and print it as text that names the paragraphs."""
    record = read_record(Path(file))
    _print_rounds(record, record.rounds, form)


@app.command()
def recall(
    file: RecordArgument,
    last: Annotated[int, typer.Option("--last", help="How many of the last rounds.")] = 10,
    step: Annotated[bool, typer.Option("--step", help="One event at a time: Enter goes on, q stops.")] = False,
    form: FormatOption = Format.TEXT,
) -> None:
    """Recall the last rounds of a session, step by step if wanted."""
    if step and form is Format.JSON:
        raise Refused("--step is for reading at the terminal: leave it out, or --format json")
    if last < 1:
        raise Refused(f"--last {last}: at least one round is recalled")
    record = read_record(Path(file))
    if not step:
        _print_rounds(record, record.rounds[-last:], form)
        return
    from tablegames.report.round_text import event_lines

    answers = _Answers()
    for recorded in record.rounds[-last:]:
        for event, state in zip(recorded.events, recorded.states, strict=True):
            print_text(event_lines(record.game, event, state))
            if answers.ask("") in ("q", None):
                return


@app.command()
def verify(
    file: RecordArgument,
    head: Annotated[
        str, typer.Option("--head", help="The head hash kept elsewhere; with it the record is proved.")
    ] = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """Verify a record: its chain, its settlements, its commitments.  Exit 0 good, 3 a fault was found.

    Without --head the answer is at best "consistent"; only a head kept elsewhere proves that it is unaltered.
    """
    from tablegames.report.verdict import FAULT, verdict_json

    result = {"file": file, **verdict_json(lambda: read_record(Path(file)), head)}
    if form is Format.JSON:
        print_json(result)
    else:
        print_text([f"{key}: {value}" for key, value in result.items() if value is not None])
    raise typer.Exit(3 if result["verdict"] == FAULT else 0)


def _usual(wager: Wager, rules: Rules) -> int:
    """What is bet where nothing is said: 10.00, or the house's minimum if that is more."""
    limits = rules.limits.get(wager.id)
    return max(1000, (limits.minimum if limits else 0) or 0)


def _play_round(session: Session, answers: _Answers, *, coach: bool) -> bool:
    """One round at the terminal; false where the player leaves before its end."""
    from tablegames.report.round_text import settlement_lines
    from tablegames.report.text import cards_text
    from tablegames.rounds.transcript import event_of

    game = session.game
    while (seat := session.turn) is not None:
        board = f"   board {cards_text(session.round.board)}" if session.round.board else ""
        print(f"seat {seat.number}: {cards_text(seat.cards)}{board}")
        actions = session.actions()
        values = _coach(session, actions) if coach else {}
        for number, action in enumerate(actions, start=1):
            print(f"  {number}. {action}{values.get(action, '')}")
        answer = answers.ask("decision: ")
        if answer in ("q", None):
            return False
        assert answer is not None
        numbered = {str(number): action for number, action in enumerate(actions, start=1)}
        chosen = numbered.get(answer, answer)
        try:
            session.decide(chosen)
        except Refused as refused:
            complain(str(refused))
            continue
        if coach and chosen in values:
            print(f"  you chose {chosen}{values[chosen]}")
    last = session.round
    print(f"dealer: {cards_text(last.dealer)}" + (f"   board {cards_text(last.board)}" if last.board else ""))
    from tablegames.rounds.moves import Kind, Move

    print_text(settlement_lines(event_of(Move(Kind.SETTLE), last)))
    return game is last.game


def _coach(session: Session, actions: list[str]) -> dict[str, str]:
    """The exact value of each action as the seat knows it, and what it gives up."""
    from tablegames.analysis.advise import advise
    from tablegames.core.figures import decimal

    seat = session.turn
    assert seat is not None
    bets = bets_to_advise(session.game, session.rules, seat.bets)
    meters = {meter: cents for meter, cents in session.round.meters.items() if meter in bets}
    advice = advise(session.game, session.rules, session.round.view(seat), bets, meters)
    scale, unit = (100, "in money") if bets else (1, "per Ante")
    best = advice.best.expected_value
    return {
        each.action: f"   {decimal(each.expected_value / scale, 6)} {unit}"
        + (
            ", the best"
            if each.expected_value == best
            else f", {decimal((best - each.expected_value) / scale, 6)} less than the best"
        )
        for each in advice.actions
        if each.action in actions
    }


class _Answers:
    """Answers from standard input, a line each; none once it has ended."""

    def ask(self, prompt: str) -> str | None:
        print(prompt, end="", flush=True)
        line = next(lines_of(sys.stdin.buffer, "standard input"), b"").decode("utf-8", "replace")
        if not sys.stdin.isatty():
            print(line.strip())
        return line.strip() if line else None


@contextmanager
def _recorder(path: str, game: Game, rules: Rules, *, fsync: bool) -> Iterator[Recorder | None]:
    """A recorder to a new file, or none where no file is named."""
    if not path:
        yield None
        return
    with claimed(Path(path)) as raw:
        file = TextIOWrapper(raw, encoding="ascii", newline="\n")
        recorder: Recorder | None = None

        def kept() -> str:
            return f"{path}: {recorder.rounds} rounds, head {recorder.head}" if recorder else f"{path} is empty"

        try:
            with noting(kept):
                recorder = Recorder(file, game, rules, fsync=fsync)
                yield recorder
        except KeyboardInterrupt:  # its one line says what is kept
            raise
        except BaseException:
            complain(kept())
            raise
        else:
            complain(kept())
        finally:
            with suppress(OSError):  # every line has been pushed out, or its error is on its way
                file.close()


def _print_rounds(record: Record, rounds: list[Any], form: Format) -> None:
    """Some rounds of a record."""
    if form is Format.JSON:
        for recorded in rounds:
            print_json({"game": record.game.id, "round": recorded.number, "events": recorded.events})
        return
    from tablegames.report.round_text import round_lines
    from tablegames.report.text import limit_lines, paytables_line, readings_line

    print(f"{record.game.name}; head {record.head}")
    if record.rules.paytables:
        print(paytables_line(record.rules))
    print_text(limit_lines(record.game, record.rules))
    print(readings_line(record.rules))
    if record.rules.submission:
        print(f"submission {record.rules.submission}")
    for recorded in rounds:
        print_text(round_lines(record.game, recorded))
    if record.incomplete:
        complain(record.incomplete)
