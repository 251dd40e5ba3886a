"""The Progressive Jackpot Wager of High Card Flush, on the hands of 58 Pa. Code § 678a.6(d), as the trade pays it."""

from __future__ import annotations

from fractions import Fraction

from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, cites
from tablegames.core.money import Amount, Award, MeterShare, Rounding
from tablegames.core.wagers import LedgerLine, Result, awarded, rounding_note


@cites("678a-T9", "678a-R5", "678a-R7")
def settle_progressive(bet: int, row: str, paragraph: str, meter: int | None, rules: Rules) -> LedgerLine:
    """The Progressive: an amount, odds, or a share of the meter as it stands when this seat's turn comes.

    ``row`` and ``paragraph`` name the player's straight flush as the table lists it; ``meter`` is in cents, and needed where a share is paid.
    """
    table = rules.table("progressive")
    award = table.award(row)
    cites = ("678a-T9", paragraph)
    if not isinstance(award, Amount | MeterShare):
        return awarded("progressive", bet, row, award, rules.rounding, cites=cites, source=table.source)
    if isinstance(award, MeterShare) and meter is None:
        raise Refused(f"{row} pays {award}: the meter is missing, such as --meter progressive=12345.67")
    exact = award.share * (meter or 0) if isinstance(award, MeterShare) else Fraction(award.cents)
    paid = rules.rounding.apply(exact)
    if isinstance(award, MeterShare) and paid > (meter or 0):  # a meter pays no more than stands on it
        paid = Rounding(rules.rounding.unit).apply(exact)
    kept = bet if rules.readings["678a-R7"] == "collected" else 0
    result = Result.WIN if exact > kept else Result.PUSH if exact == kept else Result.LOSE
    from_meter = paid if isinstance(award, MeterShare) else 0
    return LedgerLine(
        "progressive", bet, row, result, str(award), exact - kept, paid - kept, (*cites, "678a-R7"), table.source,
        _note(award, meter, rounding_note(exact, paid)), from_meter=from_meter, award=award,
    )  # fmt: skip


def _note(award: Award, meter: int | None, rounded: str) -> str:
    """What a line says of its meter: what was rounded, or that nothing stands on it."""
    return "the meter stands at 0.00" if isinstance(award, MeterShare) and not meter else rounded
