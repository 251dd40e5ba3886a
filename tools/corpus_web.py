"""The workbench, visited: every page and every route of the API for a game, asked in this process, as a browser and as a program ask.

Forms are filled from the pages themselves; an answer that is still being computed is asked for again until it is there.
"""

from __future__ import annotations

import json
import re
import shlex
import time
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import urlencode

import corpus_world as world
from corpus_scene import Desk, shown
from starlette.testclient import TestClient

API = "/api/v1"
MEDIA = {"application/pdf": ".pdf", "spreadsheetml": ".xlsx", "image/png": ".png"}
LATER = 'hx-trigger="load'
"""What a part of a page says that is not there yet."""
TOKEN = "a-token-of-many-signs"
HOUSE = 'property = "Bay & Co"\nversion = "3"\neffective = 2026-12-01\n'


class Browser:
    """A browser at a workbench, or a program: each answer is written to the desk."""

    def __init__(self, desk: Desk, client: TestClient, base: str) -> None:
        self.desk, self.client, self.base = desk, client, base
        self.asked: dict[str, int] = {}

    def ask(self, method: str, address: str, name: str = "", *, again: bool = True, **more: Any) -> Any:
        """Ask once, or until the answer is whole, and write it; ``name``: what it is called, where the address has a random id."""
        said = name or address
        body = json.dumps(more["json"]) if "json" in more else more.get("content", "")
        body = "" if "form_token" in str(body) else str(body)
        line = f"{method} {said} {body}".strip()
        for _ in range(400):
            world.named(line + str(self.asked.get(line, "")))
            answer = self.client.request(method, address, **more)
            if not (again and method == "GET" and waits(address, answer.text)):
                break
            time.sleep(0.05)
        self.asked[line] = self.asked.get(line, 0) + 1
        headers = sorted(f"{key}: {value}" for key, value in answer.headers.items())
        self.desk.write(line, "\n".join([f"> {line}", str(answer.status_code), *headers, "", self.body(answer)]))
        return answer

    def get(self, address: str, name: str = "", **more: Any) -> Any:
        """A page, or what a program reads."""
        return self.ask("GET", address, name, **more)

    def post(self, address: str, body: Any, name: str = "", **headers: str) -> Any:
        """A body of JSON sent to the API, whose answer may be waited for."""
        return self.ask("POST", API + address, name and API + name, json=body, headers={"prefer": "wait=60", **headers})

    def send(self, address: str, fields: Mapping[str, str | list[str]], name: str = "") -> Any:
        """A form sent, as a browser does."""
        kind = {"content-type": "application/x-www-form-urlencoded"}
        typed = urlencode({key: value for key, value in fields.items() if key not in HIDDEN}, doseq=True)
        return self.ask(
            "POST", address, f"{name or address} {typed}", content=urlencode(fields, doseq=True), headers=kind
        )

    def body(self, answer: Any) -> str:
        """What an answer holds, as text."""
        kind = answer.headers.get("content-type", "")
        for part, ending in MEDIA.items():
            if part in kind:
                file = self.desk.folder / ".kept" / f"answer{ending}"
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(answer.content)
                return shown(file)
        return str(answer.text)

    def made(self, address: str, name: str) -> None:
        """A file that a page makes, however long that takes."""
        answer = self.client.get(address)
        for _ in range(400):
            if answer.status_code == 200:
                break
            time.sleep(0.1)
            world.named(name)
            answer = self.client.get(address)
        headers = [f"{key}: {answer.headers.get(key)}" for key in ("content-type", "content-disposition")]
        self.desk.write(name, "\n".join([f"> {name}", str(answer.status_code), *headers, "", self.body(answer)]))


def waits(address: str, html: str) -> bool:
    """Whether a page has a part that is still being computed: a table has its coach asked for, and a lab with a fault has no figures."""
    if 'aria-invalid="true"' in html or '<h2>Figures</h2>\n<p class="fault">' in html:
        return False
    return LATER in html and (not address.startswith("/play/") or "coach" in address.partition("?")[0])


HIDDEN = ("form_token", "key", "commitment", "at", "id")
"""Fields that a page fills with what is random, or long."""


def hidden(html: str, action: str) -> dict[str, str]:
    """The hidden fields of the form of a page that is sent to an address ending so; none where there is no such form."""
    form = re.search(rf'<form[^>]* action="[^"]*{re.escape(action)}".*?</form>', html, re.DOTALL)
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form[0]) if form else []
    return {name: unescape(value) for name, value in found}


def choices(html: str, *, last: bool = False) -> dict[str, str]:
    """The first, or the last, choice of each question of a page."""
    found: dict[str, str] = {}
    for name, value in re.findall(r'<input type="radio"[^>]*? name="([^"]*)" value="([^"]*)"', html):
        if last or name not in found:
            found[name] = unescape(value)
    return found


def visit(desk: Desk, game: str, values: Mapping[str, str]) -> None:
    """Everything that is asked of a game; of no game what is asked of the workbench."""
    from tablegames.web.app import create_app
    from tablegames.web.settings import Most, Settings

    (desk.folder / ".kept").mkdir(exist_ok=True)
    database = desk.folder / ".kept" / "store.sqlite"
    generous = Most(sessions_of_address=10_000, players_of_address=10_000)
    settings = Settings(database=str(database), rate=10_000, burst=10_000, most=generous)
    base = "http://127.0.0.1"
    world.named(f"the workbench {game}")
    with TestClient(create_app(settings), base_url=base, follow_redirects=False) as client:
        browser = Browser(desk, client, base)
        if not game:
            whole(browser)
        else:
            digest = house(browser, game)
            pages(browser, game, values, digest)
            lab(browser, game, values, digest)
            train(browser, game, digest)
            test(browser, game, digest)
            table(browser, game, digest)
            program(browser, game, values, digest)
            session(browser, game, digest)
            digests = re.findall(r"[0-9a-f]{64}", client.get(f"{API}/submissions").text)
    if not game:
        guarded(desk, Settings(token=TOKEN, rate=10_000, burst=10_000))
    else:
        stored(desk, digests)


def whole(browser: Browser) -> None:
    """What is of no game: the first page, the API's description, what is static, and what is refused at the door."""
    for address in (
        "/",
        "/api",
        f"{API}/openapi.json",
        f"{API}/games",
        f"{API}/submissions",
        "/login",
        "/nothing",
        "/favicon.ico",
    ):
        browser.get(address)
    names = sorted(set(re.findall(r'"(/static/[^"]+)"', browser.client.get("/judge/high-card-flush").text)))
    for page in ("lab", "strategy", "law", "train", "play"):
        names += re.findall(r'"(/static/[^"]+)"', browser.client.get(f"/{page}/high-card-flush").text)
    for address in sorted(set(names)):
        browser.get(address)
    for page in ("judge", "lab", "strategy", "law", "train", "play"):
        browser.get(f"/{page}/poker")
        browser.get(f"/{page}")
    for address in (
        "/openapi.json",
        "/docs",
        f"{API}/nothing",
        f"{API}/jobs/none",
        f"{API}/submissions/{'0' * 64}",
        f"{API}/sessions",
    ):
        browser.get(address)
    browser.get("/", "/ of another host", headers={"host": "rebound.example"})
    browser.get("/judge/high-card-flush?" + "s1=A" * 3000, "a long query")
    browser.ask(
        "POST",
        f"{API}/games/high-card-flush/rank",
        "another origin",
        json={},
        headers={"origin": "http://evil.example"},
    )
    browser.ask("POST", f"{API}/games/high-card-flush/rank", "a large body", content="x" * 300_000)
    for number, content in enumerate((b"{", b"\xff", b"[" * 100_000, b'{"hand": "As", "hand": 1e999}', b"null", b"")):
        kind = {"content-type": "application/json"}
        browser.ask(
            "POST",
            f"{API}/games/high-card-flush/rank",
            f"a body that is no object {number}",
            content=content,
            headers=kind,
        )
    browser.ask("POST", "/play/high-card-flush", "a form without its token", content="bankroll=5")
    browser.ask("DELETE", "/")


def guarded(desk: Desk, settings: Any) -> None:
    """A workbench that asks for a token."""
    from tablegames.web.app import create_app

    world.named("the guarded workbench")
    with TestClient(create_app(settings), base_url="http://127.0.0.1", follow_redirects=False) as client:
        browser = Browser(desk, client, "http://127.0.0.1")
        browser.get("/judge/high-card-flush?s1=As", "guarded /judge/high-card-flush?s1=As")
        browser.get(f"{API}/games", "guarded games")
        browser.get(f"{API}/games", "guarded games with a token", headers={"authorization": f"Bearer {TOKEN}"})
        browser.get(f"{API}/games", "guarded games with another token", headers={"authorization": "Bearer nothing"})
        page = browser.get("/login?next=/law/high-card-flush", "guarded login").text
        for token in ("wrong", TOKEN):
            browser.send(
                "/login", {**hidden(page, "/login"), "next": "/law/high-card-flush", "token": token}, "guarded login"
            )
        browser.get("/", "guarded lobby, admitted")


def house(browser: Browser, game: str) -> str:
    """The house's submission, saved; its digest."""
    kind = {"content-type": "application/toml"}
    text = (browser.desk.folder / "house.toml").read_text()
    saved = browser.ask("POST", f"{API}/submissions", "submissions house.toml", content=text, headers=kind)
    for name in ("wrong.toml", "broken.toml", "one-game.toml"):
        text = (browser.desk.folder / name).read_text()
        browser.ask("POST", f"{API}/submissions", f"submissions {name}", content=text, headers=kind)
    digest = str(saved.json()["digest"])
    browser.get(f"{API}/submissions")
    browser.get(f"{API}/submissions/{digest}")
    browser.get(f"{API}/submissions/{digest}/toml")
    return digest


def bets_of(text: str) -> dict[str, str]:
    """The bets of some options of the command line, by wager."""
    words = shlex.split(text)
    return dict(word.split("=") for word in words if "=" in word)


def laid(values: Mapping[str, str], *, sides: bool = False) -> dict[str, str]:
    """The fields of a judged table."""
    bets = bets_of(values["BETS"]) | bets_of(values["RAISED"]) | (bets_of(values["SIDES"]) if sides else {})
    fields = {
        "s1": values["HAND"],
        **{f"s1.{wager}": amount for wager, amount in bets.items()},
        "dealer": values["OTHER"],
    }
    if values["BOARD"]:
        fields["board"] = values["BOARD"]
    if sides:
        fields |= {f"paytable.{slot}": table for slot, table in bets_of(values["TABLES"]).items()}
        fields |= {f"meter.{meter}": amount for meter, amount in bets_of(values["METER"]).items()}
    return fields


def pages(browser: Browser, game: str, values: Mapping[str, str], digest: str) -> None:
    """Judge, strategy and law."""
    plain, full = laid(values), laid(values, sides=True)
    reading = dict(("reading." + values["READING"]).split("=") for _ in "1")
    folded = {name: text for name, text in full.items() if name not in ("s1.raise", "s1.play")} | {"s1.fold": "on"}
    two = {
        **plain,
        "seats": "2",
        "s2": values["LOW"],
        **{f"s2.{wager}": amount for wager, amount in bets_of(values["BETS"]).items()},
    }
    judged: list[dict[str, str]] = [
        {}, plain, full, folded, two, {**plain, **reading}, {**full, "submission": digest}, {**plain, "submission": "0" * 64},
        {**plain, f"s1.paid.{values['SIDE']}": "3", "s1.paid.ante": "-10"}, {"s1": values["HAND"]}, {**plain, "s1.ante": "x"},
        {**plain, "s1": "As As"}, {**plain, "s1.ante": "10.001"}, {"s1": values["HAND"], "colour": "red"}, {"seats": "99"},
        {**plain, "show": "1"}, {**plain, "sit": "3"}, {"s1": "As", "add": "Ks", "to": "s1"}, {"s1": "AsKs", "take": "As"}, {**plain, "s1.fold": "yes"},
        {"s1": "", "dealer": ""}, {"s1": "<script>", "s1.ante": '"<b>'},
    ]  # fmt: skip
    for asked in judged:
        query = f"?{urlencode(asked)}" if asked else ""
        browser.get(f"/judge/{game}{query}")
        if not {"show", "sit", "add", "take"} & set(asked):
            browser.get(f"/judge/{game}/ruling{query}")
    for seats in (1, 3):
        leads_to = browser.get(f"/judge/{game}/deal?seats={seats}").headers["location"]
        browser.get(leads_to)
    stands: list[dict[str, str]] = [
        {}, {"hand": values["HAND"]}, {"hand": values["LOW"]}, {"hand": values["LOW"], "dead": values["DEAD"]},
        {"hand": values["HAND"], **reading}, {"hand": values["HAND"], "submission": digest}, {"hand": values["HAND"], "submission": "0" * 64},
        {"hand": "As"}, {"hand": "Zz"}, {"hand": values["HAND"], "colour": "red"}, {"hand": "As", "add": "Ks", "to": "hand"}, {"hand": "AsKs", "take": "As"},
    ]  # fmt: skip
    if values["BOARD"]:
        stands += [{"hand": "Kc 7d", "board": board} for board in ("2s 3s", "2s 3s 4s", "2s 3s 4s 5h 9d")]
    for asked in stands:
        query = f"?{urlencode(asked)}" if asked else ""
        browser.get(f"/strategy/{game}{query}")
        if not {"add", "take"} & set(asked):
            browser.get(f"/strategy/{game}/values{query}")
            browser.get(f"/strategy/{game}/play{query}")
    browser.get(browser.get(f"/strategy/{game}/deal").headers["location"])
    for query in (
        "",
        "?q=straight",
        "?q=+Straight++CONSECUTIVE+",
        "?q=joker",
        "?q=%3Cb%3Enowhere",
        "?q=" + "x" * 300,
        "?p=1",
    ):
        browser.get(f"/law/{game}{query}")


def lab(browser: Browser, game: str, values: Mapping[str, str], digest: str) -> None:
    """The lab: figures of changed rows, a submission saved, opened, deleted and brought back, and what is printed."""
    slot, row, awards = re.split(r"[:=]", values["ROW"])
    field = f"{slot}.{row.replace(' ', '-')}"
    number = re.findall(r"\d+", awards)[0]
    meter = {f"meter.{name}": amount for name, amount in bets_of(values["METER"]).items()}
    tables = {f"from.{name}": table for name, table in bets_of(values["TABLES"]).items()} | meter
    reading = dict(("reading." + values["READING"]).split("=") for _ in "1")
    labs: list[dict[str, str]] = [
        {}, tables, {**tables, field: f"{number} to 1"}, {**tables, field: "x"}, {**tables, field: "900000 to 1"}, {**reading}, {"raise_limit": "1"}, {"raise_limit": "9"},
        {"submission": digest, **meter}, {"submission": "0" * 64}, {"colour": "red"}, {f"from.{slot}": "-"}, {f"from.{slot}": "Z"},
        {**tables, field: f"{number} to 1", f"name.{slot}": "Our own <b>"},
    ]  # fmt: skip
    for asked in labs:
        query = f"?{urlencode(asked)}" if asked else ""
        for part in ("", "/figures", "/known", "/save"):
            browser.get(f"/lab/{game}{part}{query}")
    browser.get(f"/lab/{game}?start.{slot}={values['PAYTABLE'].partition('=')[2]}")
    changed = urlencode({**tables, field: f"{number} to 1"})
    page = browser.get(f"/lab/{game}/save?{changed}").text
    form = hidden(page, "/save")
    for typed in (
        {},
        {"property": "Bay", "version": "1", "effective": "1.12.2026"},
        {"property": "Bay", "version": "1", "effective": "2026-12-01"},
    ):
        saved = browser.send(f"/lab/{game}/save", {**form, **typed})
    address = saved.headers["location"]
    browser.get(address)
    own = re.findall(r"[0-9a-f]{64}", address)[0]
    browser.get(f"{API}/submissions/{own}/toml")
    page = browser.get(f"/lab/{game}/open").text
    for text in (HOUSE + f"[games.{game}]\n", HOUSE, "nonsense", ""):
        browser.send(f"/lab/{game}/open", {**hidden(page, "/open"), "toml": text})
    token = hidden(page, "/open")["form_token"]
    for what in ("delete", "restore"):
        browser.send(f"/lab/{game}/{what}", {"form_token": token, "submission": own})
        browser.get(f"/lab/{game}/open", f"/lab/{game}/open after {what}")
    for kind in ("pdf", "card"):
        query = urlencode({**tables, "as": kind})
        browser.made(f"/lab/{game}/print?{query}", f"GET /lab/{game}/print?{query}")
    browser.get(f"/lab/{game}/print?as=docx")


def train(browser: Browser, game: str, digest: str) -> None:
    """The drills: a question of each kind at each level, answered with nothing, with what stands first, and with what cannot be read."""
    browser.get(f"/train/{game}")
    browser.get(f"/train/{game}?submission={digest}")
    for kind in ("rank", "compare", "settle", "mistake"):
        for level in ("1", "2", "3"):
            for how in ("nothing", "first", "last"):
                name = f"/train/{game}/{kind} {level} {how}"
                house_ = f"&submission={digest}" if how == "last" else ""
                address = browser.get(f"/train/{game}/{kind}?level={level}{house_}", f"{name} begun").headers[
                    "location"
                ]
                page = browser.get(address, f"{name} asked").text
                answers = {"nothing": {}, "first": choices(page), "last": choices(page, last=True)}[how]
                amounts = re.findall(r'<input type="text"[^>]* name="([^"]*)"', page) if how != "nothing" else []
                fields = {**hidden(page, f"/{kind}"), **answers, **dict.fromkeys(amounts, "10")}
                sent = browser.send(f"/train/{game}/{kind}", fields, f"{name} sent")
                if sent.status_code != 303:
                    sent = browser.send(f"/train/{game}/{kind}", hidden(page, f"/{kind}"), f"{name} sent again")
                marked = browser.get(sent.headers["location"], f"{name} marked").text
                onward = re.search(r'href="(/train/[^"]*/next\?[^"]*)"', marked)
                if onward and how == "first":
                    browser.get(
                        browser.get(unescape(onward[1]), f"{name} next").headers["location"], f"{name} next asked"
                    )
    for address in (
        f"/train/{game}/rank?level=9",
        f"/train/{game}/rank?at=x",
        f"/train/{game}/dance",
        f"/train/{game}/rank?submission={'0' * 64}",
    ):
        browser.get(address)


def test(browser: Browser, game: str, digest: str) -> None:
    """The table test, from its beginning to its record."""
    address = f"/train/{game}/test"
    page = browser.get(address).text
    form = hidden(page, "/test")
    for typed in ({"candidate": "", "level": "2", "questions": "4"}, {"candidate": "Ada", "level": "7", "questions": "4"}, {"candidate": "Ada", "level": "2", "questions": "5"}, {"candidate": "Ada", "level": "2", "questions": "4", "pass_mark": "200"}):  # fmt: skip
        browser.send(address, {**form, **typed})
    typed = {"candidate": "Ada <b>", "level": "2", "questions": "4", "pass_mark": "60", "submission": digest}
    begun = browser.send(address, {**form, **typed}).headers["location"]
    for number in range(1, 5):
        page = browser.get(begun, f"{address} question {number}").text
        answers = {} if number == 3 else choices(page, last=number == 2)
        name = begun.rpartition("/")[2]
        sent = browser.send(begun, {**hidden(page, name), **answers}, f"{address} answer {number}")
        if sent.status_code != 303 or "unanswered" in sent.headers.get("location", ""):
            browser.get(sent.headers.get("location", begun), f"{address} question {number} again")
            browser.send(begun, {**hidden(page, name), "unanswered": "yes"}, f"{address} answer {number} none")
    browser.get(begun, f"{address} record")
    browser.get(address, f"{address} after")


def table(browser: Browser, game: str, digest: str) -> None:
    """Play: tables opened, rounds bet on and played by the first and by the last choice, recalled, coached and recorded."""
    lobby = browser.get(f"/play/{game}").text
    form = hidden(lobby, f"/play/{game}")
    browser.send(f"/play/{game}", {**form, "bankroll": "much"})
    for number, typed in enumerate(
        ({"coach": "before"}, {"coach": "after", "submission": digest, "seats": "2"}), start=1
    ):
        name = f"/play/{game} {number}"
        page = browser.get(f"/play/{game}", f"{name} lobby").text
        address = browser.send(
            f"/play/{game}", {**hidden(page, f"/play/{game}"), "bankroll": "1000", **typed}, name
        ).headers["location"]
        at = address.partition("?")[0]
        seats = int(typed.get("seats", "1"))
        for round_ in (1, 2, 3):
            page = browser.get(f"{at}?seats={seats}&coach={typed['coach']}", f"{name} round {round_} bets").text
            wagers = {f"s{seat}.ante": "10" for seat in range(1, seats + 1)}
            usual = {
                unescape(field): unescape(value)
                for field, value in re.findall(
                    r'id="((?:s\d|table)\.[^"]*)" name="(?:s\d|table)\.[^"]*" value="([^"]*)"', page
                )
            }
            if round_ == 1:
                browser.send(f"{at}/bet", {**hidden(page, "/bet"), "s1.ante": "1e3"}, f"{name} round {round_} wrong")
            bets = {field: value for field, value in usual.items() if round_ == 2 or value} | wagers
            if "table.pot" in usual and number == 2:
                bets["table.pot"] = "5"
            browser.send(
                f"{at}/bet", {**hidden(page, "/bet"), **bets, "coach": typed["coach"]}, f"{name} round {round_} bet"
            )
            for step in range(1, 20):
                page = browser.get(
                    f"{at}?seats={seats}&coach={typed['coach']}", f"{name} round {round_} step {step}"
                ).text
                actions = [unescape(each) for each in re.findall(r'name="action" value="([^"]*)"', page)]
                if not actions:
                    break
                browser.get(f"{at}/coach", f"{name} round {round_} coach {step}", headers={"hx-request": "true"})
                fields = {**hidden(page, "/act"), "action": actions[-1 if round_ == 1 else 0]}
                if step == 1:
                    browser.send(f"{at}/act", {**fields, "action": "dance"}, f"{name} round {round_} wrong act")
                browser.send(f"{at}/act", fields, f"{name} round {round_} act {step}")
                browser.send(f"{at}/act", {**fields, "key": "another-key"}, f"{name} round {round_} late {step}")
            browser.get(f"{at}/rounds/{round_}/coach", f"{name} round {round_} review")
        for path in (
            "rounds",
            "rounds?verify=yes",
            "record.jsonl",
            "coach",
            "bet",
            "act",
            "rounds/9",
            "rounds/1?at=999",
            *(f"rounds/2?at={n}" for n in range(0, 16, 3)),
        ):
            browser.get(f"{at}/{path}", f"{name} {path}")
    browser.get(f"/play/{game}", f"/play/{game} lobby after")
    browser.get(f"/play/{game}/none")


def program(browser: Browser, game: str, values: Mapping[str, str], digest: str) -> None:
    """The API's routes of a game."""
    at = f"/games/{game}"
    for path in ("", "/paytables", "/law/paragraphs", "/law/readings", "/law/coverage", "/rank", "/nothing"):
        browser.get(API + at + path)
    board = {"board": values["BOARD"]} if values["BOARD"] else {}
    bets = bets_of(values["BETS"]) | bets_of(values["RAISED"])
    stakes, sides = bets_of(values["STAKES"]), bets_of(values["SIDES"])
    tables, meters = {"paytables": bets_of(values["TABLES"])}, {"meters": bets_of(values["METER"])}
    reading = {"readings": bets_of(values["READING"])}
    chosen = {"paytables": bets_of(values["PAYTABLE"])}
    house_ = {"submission": digest}
    slot, row, awards = re.split(r"[:=]", values["ROW"])
    hand = {"hand": values["HAND"]}
    laid_ = {"player": values["HAND"], "dealer": values["OTHER"], **board, "bets": bets}
    asks: list[tuple[str, Any]] = [
        ("rank", {**hand, **board}), ("rank", {"hand": values["HAND"].split(), **board, **reading}), ("rank", {**hand, **house_}), ("rank", {"hand": "As 1s"}),
        ("rank", {"hand": 5, "hnad": "As"}), ("rank", {**hand, "submission": "0" * 64}), ("rank", {**hand, "submission": ""}), ("rank", {}),
        ("compare", {"first": values["HAND"], "second": values["OTHER"], **board}), ("compare", {"first": values["LOW"], "second": values["TIE"], **board, **reading}), ("compare", {"first": "As"}),
        ("settle", laid_), ("settle", {**laid_, "bets": {**bets, **sides}, **tables, **meters}), ("settle", {**laid_, "paid": {"ante": "10"}}), ("settle", {**laid_, **house_}),
        ("settle", {"player": values["HAND"], "bets": bets_of(values["BETS"]), "fold": True}), ("settle", {**laid_, "bets": {"ante": 10}}), ("settle", {**laid_, "seats": []}), ("settle", {**laid_, "bets": {"ante": "0"}}),
        ("settle", {"dealer": values["OTHER"], **board, "seats": [{"player": values["HAND"], "bets": bets}, {"player": values["LOW"], "bets": bets_of(values["BETS"]) | bets_of(values["RAISED"])}]}),
        ("analyze", {}), ("analyze", {**tables, **meters, "bets": {**stakes, **sides}}), ("analyze", {**chosen}), ("analyze", {**reading}), ("analyze", {**house_, **({"meters": {"progressive": "5000"}} if values["METER"] else {})}),
        ("analyze", {"bets": {"raise": "10"}}), ("analyze", {"raise_limit": "1"}), ("analyze", {"paytables": {slot: "Z"}}), ("analyze", {"paytables": {slot: {"name": "mine", "rows": {row: "1 to 1"}}}}),
        ("advise", {**hand}), ("advise", {"hand": values["LOW"], "dead": values["DEAD"]}), ("advise", {**hand, "bets": {**stakes, **sides}, **tables, **meters}), ("advise", {**hand, "bets": stakes, **house_}), ("advise", {"hand": "As"}),
        ("strategy", {}), ("strategy", {**reading}), ("strategy", {**house_}), ("strategy", {"plan": {"flush": "T-8-6"}}), ("strategy", {"plan": {"preflop": "33+, A2+", "river": "hidden pair, outs<21"}}), ("strategy", {"plan": {"flush": "X"}}),
        ("sweep", {"rows": {slot: {row: awards}}, "sort": "table"}), ("sweep", {"published": [values["SLOT"]], "pareto": "house", "edge": "..30"}), ("sweep", {}), ("sweep", {"published": ["jackpot"]}), ("sweep", {"published": [values["SLOT"]], "sort": "colour"}),
        ("simulate", {"rounds": 10000, "seed": 1}), ("simulate", {"rounds": 10000, "seed": 2, "seats": 2, "bets": stakes, "session": 100, "bankroll": "200", "hours": "8", "rounds_per_hour": "40", "level": "99"}),
        ("simulate", {"rounds": 10000, "seed": 1, "play": "always-raise"}), ("simulate", {"rounds": 10000, "seed": 1, "bets": stakes, **house_}), ("simulate", {"rounds": 0, "seed": 1}), ("simulate", {"rounds": 10, "seed": 1, "play": "wild"}),
        *(("report", {"format": kind, "date": "2026-12-01", "bets": stakes, **tables, **meters}) for kind in ("json", "md", "xlsx")), ("report", {"format": "docx"}), ("report", {"format": "json", "date": "soon"}),
        ("rack-card", {**tables}), ("rack-card", {**house_}), ("dealer-test", {"questions": 6, "seed": 7, **tables}), ("dealer-test", {"questions": 1}),
    ]  # fmt: skip
    for what, body in asks:
        browser.post(f"{at}/{what}", body)
    browser.ask("POST", f"{API}{at}/rank", content=b"hand=As", headers={"content-type": "text/plain"})
    later = browser.client.post(
        f"{API}{at}/strategy",
        json={"raise_limit": "1"} if "r" in values["RAISED"] else chosen,
        headers={"prefer": "respond-async"},
    )
    if later.status_code == 202:
        job = later.headers["location"]
        while browser.client.get(job).json()["state"] in ("waiting", "running"):
            time.sleep(0.05)
        world.named("a job that is over")
        answer = browser.client.get(job).json()
        browser.desk.write("a job that is over", json.dumps({**answer, "job": "JOB"}, indent=1))
        events = browser.client.get(f"{job}/events").text.replace(answer["job"], "JOB").strip()
        browser.desk.write("the last event of a job that is over", events.split("\n\n")[-1])
        browser.ask("DELETE", job, "a job that is over")
        browser.get(f"{job}/file", "the file of a job that has none")


def session(browser: Browser, game: str, digest: str) -> None:
    """Rounds over HTTP: a session opened, played, recalled and verified."""
    for number, more in enumerate(({}, {"submission": digest, "bankroll": "500"}), start=1):
        name, said = f"/sessions {number}", {"game": game, **more}
        opened = browser.post("/sessions", said, name, **{"idempotency-key": f"open-{number}"}).json()
        at = f"/sessions/{opened['session']}"
        rules = dict.fromkeys(("odds", "blind"), "10")
        wagers = {
            "ante": "10",
            **(
                {
                    k: v
                    for k, v in rules.items()
                    if (k, game) in {("odds", "heads-up-holdem"), ("blind", "ultimate-texas-holdem")}
                }
            ),
        }
        if game == "saigon-5-card" and number == 2:
            wagers["pot"] = "5"
        for round_ in (1, 2):
            bets = {str(seat): wagers for seat in range(1, number + round_)}
            key = {"idempotency-key": f"round-{number}-{round_}"}
            seen = browser.post(f"{at}/rounds", {"bets": bets}, f"{name} round {round_}", **key).json()
            for step in range(1, 30):
                turn = (seen.get("round") or {}).get("turn")
                if not turn:
                    break
                act = {
                    "seat": turn["seat"],
                    "action": turn["actions"][-1 if round_ == 1 else 0],
                    "after": seen["events"],
                }
                key = {"idempotency-key": f"act-{number}-{round_}-{step}"}
                seen = browser.post(
                    f"{at}/rounds/{round_}/acts", act, f"{name} round {round_} act {step}", **key
                ).json()
        browser.post(f"{at}/rounds/1/acts", {"seat": 1, "action": "x"}, f"{name} late", **{"idempotency-key": "late"})
        browser.post(f"{at}/rounds", {"bets": {"1": {"ante": "x"}}}, f"{name} wrong", **{"idempotency-key": "wrong"})
        browser.post(f"{at}/rounds", {"bets": {}}, f"{name} no bets", **{"idempotency-key": "none"})
        head = browser.client.get(f"{API}{at}").json().get("head", "")
        for path in ("", "/rounds", "/rounds?last=1", "/rounds/1", "/rounds/9", "/transcript", "/verification"):
            browser.get(API + at + path, f"{name} {path}")
        browser.get(f"{API}{at}/verification?head={head}", f"{name} /verification of the head")
        browser.get(f"{API}{at}/verification?head={'0' * 64}", f"{name} /verification of another head")
    browser.get(f"{API}/sessions")
    browser.get(f"{API}/sessions/none")
    browser.post("/sessions", {"game": "poker"}, "/sessions of poker", **{"idempotency-key": "poker"})
    browser.post("/sessions", {"game": game}, "/sessions without a key")


def stored(desk: Desk, digests: list[str]) -> None:
    """The commands on the store that this visit has left."""
    db = "sqlite:///.kept/store.sqlite"
    for form in ("text", "json"):
        desk.run(["store", "verify", "--db", db, "--format", form])
        desk.run(["store", "prune", "--older-than", "1", "--dry-run", "--db", db, "--format", form])
    world.later(40)
    for form in ("text", "json"):
        found = desk.run(["store", "prune", "--older-than", "30", "--dry-run", "--db", db, "--format", form])
    old = json.loads(found)
    names = [each["session"] for each in (*old["removed"], *old["left_open"])]
    for number, name in enumerate(names):
        desk.run(["store", "export", name, "-o", f"out{number}.jsonl", "--db", db])
        desk.run(["round", "verify", f"out{number}.jsonl"])
    desk.run(["store", "export", names[0], "-o", "out0.jsonl", "--db", db])
    desk.run(["store", "export", "none", "-o", "none.jsonl", "--db", db, "--format", "json"])
    for what in ("delete", "delete", "restore", "restore"):
        for digest in [*digests, "0" * 64]:
            desk.run(["store", what, digest, "--db", db])
    world.later(80)
    desk.run(["store", "prune", "--older-than", "30", "--keep-tests", "--db", db])
    desk.run(["store", "prune", "--older-than", "30", "--db", db, "--format", "json"])
    desk.run(["store", "verify", "--db", db])
