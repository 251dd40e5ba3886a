"""One Card, put together: its deal and its law; with 2,652 deals the generic walk of its rules counts it."""

from __future__ import annotations

from tablegames.contract.deal import Dealer, Decide, Own
from tablegames.contract.game import FactParts, Game
from tablegames.contract.raises import RaiseCaps
from tablegames.core.cards import STANDARD_DECK
from tablegames.games.one_card.facts import CODES, FACTS, Facts
from tablegames.games.one_card.rules import FORMS, LAW, LINES, WAGERS, choices, compare, facts_of, rank, settle

GAME = Game[Facts](
    id="one-card", name="One Card", law=LAW, deck=STANDARD_DECK, deal=(Own(1), Dealer(1), Decide("card")), rankable=((1, 0),),
    most_seats=6, dealing="000a-T1", betting="000a-T2", deciding="000a-T3",
    wagers=WAGERS, forms=FORMS, lines=LINES, raises=RaiseCaps({0: 1}),
    facts=FACTS, codes=CODES, parts=FactParts(by_dealer=("outcome",)), most_payoff=2**40,
    rank=rank, compare=compare, choices=choices, facts_of=facts_of, settle=settle, possible=lambda facts, rules: True,
)  # fmt: skip
