"""The commands for a laboratory: rng collect writes outcomes, rng test judges them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from tablegames.cli.given import Commands
from tablegames.cli.options import FormatOption, GameArgument
from tablegames.cli.output import COMPILING, Format, complain, print_json, print_text
from tablegames.core.cards import Deck
from tablegames.core.files import lines_of, whole
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.rounds.shuffle import generator, shuffled

app = Commands(help="Outcomes of the generator and of the shuffle, for a laboratory.")
Decks = Annotated[int, typer.Option("--decks", min=1, help="How many decks.")]
USUAL = 20_000
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, help="A seeded generator; without it the operating system's.")
]
WORD = 32
MOST_DECKS = 1_000_000


class Form(StrEnum):
    """What is written: raw words, for dieharder in binary or text, or shuffled decks, a line each."""

    BINARY = "binary"
    TEXT = "text"
    DECKS = "decks"


@app.command()
def collect(
    game: GameArgument,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write; it must not exist.")],
    what: Annotated[
        Form, typer.Option("--what", help="Raw words (dieharder -g 201 or -g 202), or shuffled decks.")
    ] = Form.DECKS,
    decks: Decks = USUAL,
    seed: Seed = None,
) -> None:
    """Write raw words of the generator, or final outcomes: shuffled decks.

    `binary` is read by `dieharder -g 201 -f FILE`, `text` by `dieharder -g 202 -f FILE`; both hold one 32-bit word for each card of so many
    decks.  `decks` has the card codes of one deck a line, in the order dealt.
    """
    deck, source, path = game_named(game).deck, generator(seed), Path(out)
    words = decks * len(deck)
    if path.is_file():
        raise Refused(f"{path} exists: outcomes are never overwritten")
    with whole(path) as partial, partial.open("wb") as file:
        if what is Form.BINARY:
            for _ in range(words):
                file.write(source.getrandbits(WORD).to_bytes(4, "little"))
        elif what is Form.TEXT:
            file.write(f"# tablegames, {'seed ' + str(seed) if seed is not None else 'system'}\n".encode())
            file.write(f"type: d\ncount: {words}\nnumbit: {WORD}\n".encode())
            for _ in range(words):
                file.write(f"{source.getrandbits(WORD):10d}\n".encode())
        else:
            for order in _orders(deck, source, decks):
                file.write((" ".join(map(str, order)) + "\n").encode())


@app.command("test")
def judge_decks(
    game: GameArgument,
    file: Annotated[
        str,
        typer.Option(
            "--file", metavar="FILE", help="Decks that `rng collect` wrote; without it new ones are shuffled."
        ),
    ] = "",
    decks: Annotated[
        int | None, typer.Option("--decks", min=1, help=f"How many new decks; {USUAL:,} if nothing is said.")
    ] = None,
    seed: Seed = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Test shuffled decks: positions, pairs, three cards, the game's outcomes, the whole order, and one deck against the next.

    Levels 95 % and 99 % are corrected for the number of tests.  Exit 0 when all pass at 99 %, 3 otherwise.
    The manual's page "What the statistics see" says how large a bias each test finds.
    """
    if file and (decks is not None or seed is not None):
        raise Refused("--file holds the decks that are tested: leave out --decks and --seed, or --file")
    try:
        import numpy as np

        from tablegames.analysis.rng import judge
        from tablegames.kernels.compiling import on_compilation
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'tablegames[lab]'") from None
    of = game_named(game)
    orders = list(_read_orders(Path(file), of.deck) if file else _orders(of.deck, generator(seed), decks or USUAL))
    with on_compilation(lambda: complain(COMPILING)):
        outcomes = judge(np.array(orders, dtype=np.uint8), of)
    passed = all(outcome.passes[-1] for outcome in outcomes)
    if form is Format.JSON:
        listed: list[dict[str, Any]] = [
            {
                "test": each.test, "statistic": f"{each.statistic:.6f}", "p_value": f"{each.p_value:.6f}",
                "sample": each.sample, "passes_95": each.passes[0], "passes_99": each.passes[1],
                **({"where": each.where} if each.where else {}),
            }
            for each in outcomes
        ]  # fmt: skip
        print_json({"game": game, "decks": len(orders), "tests": listed, "passed": passed})
    else:
        from tablegames.report.text import table_of

        columns = ("test", "statistic", "p-value", "sample", "95 %", "99 %")
        rows = (
            (
                each.test, f"{each.statistic:.4f}", f"{each.p_value:.4f}", str(each.sample),
                *("pass" if ok else "FAIL" for ok in each.passes),
            )
            for each in outcomes
        )  # fmt: skip
        print_text(
            [
                table_of(columns, rows, right=columns[1:4]),
                *(f"{each.test}: {each.where}" for each in outcomes if each.where),
                f"levels corrected for {len(outcomes)} tests",
            ]
        )
    raise typer.Exit(0 if passed else 3)


def _orders(deck: Deck, source: random.Random, count: int) -> Iterator[list[int]]:
    """Shuffled decks as card codes."""
    for _ in range(count):
        yield [int(card) for card in shuffled(deck, source).cards]


def _read_orders(path: Path, deck: Deck) -> Iterator[list[int]]:
    """Decks from a file, a line each; a line that is no deck is refused by its number."""
    expected = {str(int(card)) for card in deck.cards}
    with path.open("rb") as file:
        for number, line in enumerate(lines_of(file, str(path)), start=1):
            codes = line.decode("ascii", "replace").split()
            if len(codes) != len(deck) or set(codes) != expected:
                raise Refused(f"{path}: line {number} is not {len(deck)} different card codes, 0 to {len(deck) - 1}")
            if number > MOST_DECKS:
                raise Refused(f"{path}: the file has more than {MOST_DECKS:,} decks, which is all that a test takes")
            yield [int(code) for code in codes]
