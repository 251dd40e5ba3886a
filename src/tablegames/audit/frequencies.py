"""How likely the outcomes of a log are: of each round the first hand that was played counts, for seats of one round share the dealer."""

from __future__ import annotations

from tablegames.analysis.outcomes import Frequency, outcomes
from tablegames.audit.run import Audit


def frequencies(audit: Audit) -> list[Frequency]:
    """The parts of the game's facts that do not depend on play; those against the dealer only where every round shows the dealer's cards.

    None where the log leaves out hands that folded: those that are left are the better ones.
    """
    dealt = {int(code): count for code, count in audit.by("dealt/").items()}
    if not dealt or audit.number("hidden"):
        return []
    return outcomes(audit.game, audit.rules, dealt, with_dealer=not audit.number("no dealer"))


__all__ = ["Frequency", "frequencies"]
