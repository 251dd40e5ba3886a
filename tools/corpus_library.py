"""What Python users see: the one place of the corpus that calls the library, to be adapted where its names move."""

from __future__ import annotations

from typing import Any

from corpus_scene import Desk


def shown(desk: Desk, game: str) -> None:
    """An analysis as a notebook shows it, as text, and as records; a ruling's and the books' ``repr``."""
    for name, value in values(game):
        desk.write(name, value if isinstance(value, str) else repr(value))


def values(game: str) -> list[tuple[str, Any]]:
    """Each thing with what it is called."""
    import tablegames as tg
    from tablegames.analysis.exact import analyze

    of = tg.game_named(game)
    rules = of.default_rules()
    analysis = analyze(of, rules)
    hands = {
        "saigon-5-card": ("Jk 2s 5d 9c Kh", ""), "high-card-flush": ("As Ks Qs 9s 4d 3d 2c", ""),
        "heads-up-holdem": ("Ad 9h", "2d 3d 4d 5d Kc"), "ultimate-texas-holdem": ("Ad 9h", "2d 3d 4d 5d Kc"),
    }  # fmt: skip
    hand, board = hands[game]
    return [
        ("analysis _repr_html_", analysis._repr_html_()),
        ("analysis records", "\n".join(map(repr, analysis.records()))),
        ("analysis main", analysis.main),
        ("analysis wagers", analysis.wagers),
        ("rank ruling", tg.rank_hand(of, rules, hand, board).evaluation),
        ("game repr", repr(of)),
        ("public names", "\n".join(tg.__all__)),
        ("paytables", "\n".join(repr(table) for form in of.forms for table in of.paytables(form.slot).values())),
    ]
