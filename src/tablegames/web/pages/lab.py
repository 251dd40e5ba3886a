"""Paytable lab: awards in, exact figures out.  The address is the question; a Rules Submission keeps it, a report prints it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.web import documents
from tablegames.web.asked import Typed
from tablegames.web.forms import posted
from tablegames.web.house import OPENED, SaveForm, base_rules, save
from tablegames.web.jobs import Job
from tablegames.web.lab import Lab
from tablegames.web.lab_figures import KnownFigures, LabFigures
from tablegames.web.pages import kept
from tablegames.web.pages.games import game_of_page
from tablegames.web.pages.kept import opening_page
from tablegames.web.pages.made import make
from tablegames.web.pages.player import owner_here, with_player
from tablegames.web.players import address_of
from tablegames.web.problems import Problem
from tablegames.web.rendering import render
from tablegames.web.state import state_of
from tablegames.web.store import Saved

router = APIRouter(prefix="/lab", include_in_schema=False)
router.include_router(kept.router)
OfGame = Annotated[Game, Depends(game_of_page)]
Posted = Annotated[dict[str, str], Depends(posted)]
START = "start."
"""A button that has a slot start from a published table: its name says the slot, its value the table."""
AS = "as"
"""The field of what is printed."""
KEPT = "kept"
"""In an address: that the submission was saved just now."""
PATIENCE, GLANCE, LONGER = 2.0, 0.25, 20.0
"""Seconds that a page waits for its figures and for the known tables' before it comes without them, and a request for them alone."""
PRINTED = {"pdf": "report as PDF", "xlsx": "report as XLSX", "html": "report as a page", "card": "rack card"}
"""What is made of the rules in force."""


@router.get("/{game}")
async def page(request: Request, game: OfGame, asked: Typed) -> Response:
    """The paytables and their figures; the address of a button leads to the address of what it makes."""
    starts = {name.removeprefix(START): value for name, value in asked if name.startswith(START)}
    lab = _resolved(request, game, [each for each in asked if not each[0].startswith(START) and each[0] != KEPT])
    faults = lab.faults
    for slot, value in starts.items():
        return RedirectResponse(f"{lab.starting_from(game.form(slot).slot, value).link()}#{slot}", status_code=303)
    if not set(request.query_params) <= {
        *lab.fields,
        KEPT,
    }:  # a form sends every field, an address has those that count
        return RedirectResponse(lab.link(), status_code=303)
    figures = known = None
    if not faults:
        figures, known = _jobs(request, lab)
        await figures.wait(PATIENCE)
        await known.wait(GLANCE)
    context = {
        "page": "lab", "game": game, "lab": lab, "faults": faults, "figures": figures, "known": known,
        "saved": _saved(request, lab), "kept": KEPT in request.query_params, "printed": PRINTED, "alone": False,
    }  # fmt: skip
    return render(request, "lab.html", context)


@router.get("/{game}/figures")
async def figures(request: Request, game: OfGame, asked: Typed) -> Response:
    """The figures alone, for rows that change as one types; their link becomes the page's address."""
    lab, faults = _asked(request, game, _without_buttons(asked))
    if faults:
        said = render(request, "lab_faults.html", {"game": game, "lab": lab, "faults": faults})
        said.headers["hx-reswap"] = "none"  # the figures of before stay
        return said
    found = state_of(request).quick.share(LabFigures(game.id, lab.rules, lab.meters[0]))
    await found.wait(LONGER)
    answer = render(request, "lab_figures.html", {"game": game, "lab": lab, "figures": found, "alone": True})
    answer.headers["hx-replace-url"] = lab.link()
    return answer


@router.get("/{game}/known")
async def known(request: Request, game: OfGame, asked: Typed) -> Response:
    """The figures of the known paytables, which go into their columns."""
    lab, faults = _asked(request, game, _without_buttons(asked))
    if faults:
        return Response(status_code=204)  # those of before stay
    _, job = _jobs(request, lab)
    await job.wait(LONGER)
    return render(request, "lab_known.html", {"game": game, "lab": lab, "known": job})


@router.get("/{game}/print")
async def printed(request: Request, game: OfGame, asked: Typed) -> Response:
    """A report or the rack card of the rules in force."""
    lab = _resolved(request, game, [each for each in asked if each[0] != AS])
    kind = dict(asked).get(AS, "")
    if kind not in PRINTED:
        raise Problem(422, f"{AS}={kind[:20]!a}: what is printed is one of {', '.join(PRINTED)}")
    if lab.faults:
        return RedirectResponse(lab.link(), status_code=303)
    if kind == "card":
        return await make(request, documents.RackCard(game.id, lab.rules))
    return await make(request, documents.Report(game.id, lab.rules, lab.meters[0], {}, kind, ""))


@router.get("/{game}/save")
def saving(request: Request, game: OfGame, asked: Typed) -> Response:
    """What the paytables are saved under; with a fault there is nothing to save yet."""
    lab = _resolved(request, game, asked)
    if lab.faults:
        return RedirectResponse(lab.link(), status_code=303)
    under = SaveForm.after(_saved(request, lab))
    return render(request, "lab_save.html", {"page": "lab", "game": game, "lab": lab, "asked": under, "faults": {}})


@router.post("/{game}/save")
def keep(request: Request, game: OfGame, form: Posted) -> Response:
    """Keep the paytables as a Rules Submission."""
    lab = _resolved(request, game, [each for each in form.items() if each[0] not in SaveForm.FIELDS])
    asked = SaveForm.of(form)
    if lab.faults:
        return RedirectResponse(lab.link(), status_code=303)
    faults, owner = dict(asked.faults), owner_here(request)
    if not faults:
        try:
            digest = save(state_of(request).store, lab, asked, owner[0], address_of(request))
        except (Refused, Problem) as refused:
            faults["property"] = str(refused)
        else:
            address = f"/lab/{game.id}?submission={digest}&{KEPT}=on"
            return with_player(request, RedirectResponse(address, status_code=303), owner)
    context = {"page": "lab", "game": game, "lab": lab, "asked": asked, "faults": faults}
    return render(request, "lab_save.html", context, status=422)


@router.get("/{game}/open")
def opening(request: Request, game: OfGame) -> Response:
    """The submissions that are kept here, and a place for the text of another."""
    return opening_page(request, game)


@router.post("/{game}/open")
def opened(request: Request, game: OfGame, form: Posted) -> Response:
    """Open a Rules Submission from its text, which is then kept here."""
    text = form.get(OPENED, "").replace("\r\n", "\n")
    owner = owner_here(request)
    try:
        submission = state_of(request).store.save(text, owner[0], address_of(request))
    except (Refused, Problem) as refused:
        return opening_page(request, game, str(refused).removeprefix("submission: "), text)
    found = game.id if game.id in submission.games else next(iter(submission.games))
    return with_player(
        request, RedirectResponse(f"/lab/{found}?submission={submission.digest}", status_code=303), owner
    )


def _saved(request: Request, lab: Lab) -> Saved | None:
    """The submission that is open, if there is one."""
    digest = lab.fields.get("submission", "")
    return next((each for each in state_of(request).store.saved() if each.digest == digest), None)


def _asked(request: Request, game: Game, asked: Sequence[tuple[str, str]]) -> tuple[Lab, dict[str, str]]:
    """What an address asks, and what is wrong with it."""
    base, wrong = base_rules(request, game, dict(asked).get("submission", ""))
    lab = Lab.of(game, base, asked)
    return lab, {**wrong, **lab.faults}


def _without_buttons(asked: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The fields of the form among what one of its parts is asked with: a browser sends the button that was clicked last, too."""
    return [(name, text) for name, text in asked if not name.startswith(START) and name not in (AS, KEPT)]


def _resolved(request: Request, game: Game, asked: Sequence[tuple[str, str]]) -> Lab:
    """What an address asks; refused where its submission is not there, for the rows would be other rules' than those asked for."""
    lab, faults = _asked(request, game, asked)
    if "submission" in faults:
        raise Problem(422, faults["submission"])
    return lab


def _jobs(request: Request, lab: Lab) -> tuple[Job, Job]:
    """The jobs of the figures, and of those of the known paytables."""
    quick, meters = state_of(request).quick, lab.meters[0]
    return quick.share(LabFigures(lab.game.id, lab.rules, meters)), quick.share(
        KnownFigures(lab.game.id, lab.rules, meters)
    )
