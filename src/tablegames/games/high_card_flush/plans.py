"""Plans of High Card Flush: a lowest flush to raise with, the published one, and what players get wrong."""

from __future__ import annotations

from tablegames.contract.strategy import PlayOption, Plays

STAGE = "flush"
ANY = "any"
PLAYS = Plays(
    of="High Card Flush",
    options=(
        PlayOption(
            STAGE,
            "--evaluate",
            "FLUSH",
            "raise this flush and better, such as T-8-6; any raises all.",
            lambda flush: "every hand raises" if flush == ANY else f"flush {flush} and better raise",
        ),
    ),
    named={"always-raise": {STAGE: ANY}, "published": {STAGE: "T-8-6"}},
    errors={
        "never folds": {STAGE: ANY},
        "mimics the dealer: raises with 9-3-2, which qualifies, and better": {STAGE: "9-3-2"},
        "raises with T-8-6 and better, the rule of thumb": {STAGE: "T-8-6"},
        "raises with four-card flushes and better only": {STAGE: "5-4-3-2"},
    },
)
