"""The rules in force at a table: which paytables, readings, limits and money rules the house has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tablegames.core.law import Refused
from tablegames.core.money import Paytable, Rounding
from tablegames.core.wagers import Bets, Limits, MeterPlan

CHIP = "chip"
"""The choice of a game's rounding reading that a Rules Submission makes by naming a chip and a direction."""


@dataclass(frozen=True)
class Rules:
    """The rules in force: the paytable chosen for each slot, the readings, the rounding; a value that is never changed.

    ``raise_limits``: the most a seat may raise as a multiple of the base wager, where the house allows less than the game does: by
    a number of the hand (:class:`~tablegames.contract.raises.RaiseCaps`), under 0 for every hand.
    """

    paytables: Mapping[str, Paytable]
    readings: Mapping[str, str]
    rounding: Rounding = field(default_factory=Rounding)
    raise_limits: Mapping[int, int] = field(default_factory=dict)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """What the house offers of each wager, where it says."""
    seats: int | None = None
    """The seats of a table; none where the rules, or a record of before the usual number was known, leave as many as there can be."""
    payout_limit: int | None = None
    """The aggregate payout limit in cents, before what one patron can win at the minimum wager is considered."""
    meter_plans: Mapping[str, MeterPlan] = field(default_factory=dict)
    procedures: Mapping[str, str] = field(default_factory=dict)
    """Choices among the readings of procedure that differ from the defaults."""
    house: str = ""
    """The property, the version and the date of the Rules Submission these rules come from."""
    where_offered: tuple[str, ...] = ()
    """The wagers that every seat must make where the house offers them; none in the rules of a record made before they were required so."""
    submission: str = ""
    """The digest of the Rules Submission these rules come from, if they do."""

    def table(self, slot: str) -> Paytable:
        """The chosen paytable of a slot; refused where none is chosen."""
        if slot not in self.paytables:
            raise Refused(f"no paytable is chosen for {slot}: give --paytable {slot}=NAME or a submission")
        return self.paytables[slot]

    def offer(self, bets: Bets) -> bool:
        """Whether the house offers wagers of these sizes, as far as its limits say."""
        return all(self.limits[wager].allows(cents) for wager, cents in bets.items() if wager in self.limits)

    @property
    def without_raise_limits(self) -> Rules:
        """The same rules with the game's own raises."""
        return replace(self, raise_limits={}) if self.raise_limits else self
