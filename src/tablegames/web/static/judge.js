// Judge without a journey to the server for each card: the deck's cards go where the next one belongs, and a typed card
// greys out in the deck.  Everything here has its counterpart on the server, so the page works without it.
"use strict";

(() => {
  const form = document.getElementById("table");
  const deck = form.querySelector(".deck");
  const next = document.getElementById("next");
  const TOKEN = /(10|[2-9tjqka])([cdhs♣♦♥♠])|joker|jk/gi;
  const SIGNS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  const ofDeck = new Map([...deck.querySelectorAll("button")].map((button) => [button.value, button]));

  const places = [...form.querySelectorAll(".place")].map((element) => ({
    element,
    field: element.dataset.place,
    name: element.querySelector("legend").textContent,
    needed: Number(element.dataset.needed),
    more: element.hasAttribute("data-more"), // takes cards while it is aimed at, and needs none
    input: document.getElementById(element.dataset.place),
    slots: element.querySelector(".slots"),
    aim: element.querySelector(".aim input"),
  }));
  // The order of dealing: the seats, the board, the dealer.
  const order = [...places].sort((one, other) => turn(one) - turn(other));

  function turn(place) {
    return ["board", "dealer"].indexOf(place.field) + 1;
  }

  function cardsOf(text) {
    return [...text.matchAll(TOKEN)].map(([, rank, suit]) => {
      if (!rank) return "Jk";
      const letter = SIGNS[suit] ?? suit.toLowerCase();
      return (rank === "10" ? "T" : rank.toUpperCase()) + letter;
    });
  }

  function cards(place) {
    return cardsOf(place.input.value).filter((card) => ofDeck.has(card));
  }

  function aimed() {
    return places.find((place) => place.aim.checked) ?? order[0];
  }

  function full(place) {
    return place.more ? !place.aim.checked : cards(place).length >= place.needed;
  }

  // The slots show what is typed; a card that lies somewhere cannot be taken from the deck.
  function refresh() {
    const used = new Set();
    for (const place of places) {
      const held = cards(place);
      held.forEach((card) => used.add(card));
      place.slots.replaceChildren(
        ...held.map((card) => {
          const button = ofDeck.get(card).cloneNode(true);
          button.name = "take";
          button.disabled = false;
          button.tabIndex = 0;
          return button;
        }),
        ...Array.from({ length: Math.max(place.needed - held.length, 0) }, () => {
          const slot = document.createElement("span");
          slot.className = "slot";
          return slot;
        }),
      );
    }
    for (const [card, button] of ofDeck) button.disabled = used.has(card);
    rove(document.activeElement);
    sayNext();
  }

  // Where the next card goes is said by the deck too: the place itself may be out of sight.
  function sayNext() {
    const place = nextPlace();
    const which = place?.needed ? ` ${cards(place).length + 1} of ${place.needed}` : "";
    next.querySelector("b").textContent = place ? place.name + which : "no place is free";
    next.querySelector("button").hidden = !places.some((each) => each !== place && (each.more || !full(each)));
  }

  function aimElsewhere() {
    const from = order.indexOf(nextPlace());
    const others = [...order.slice(from + 1), ...order.slice(0, from)];
    others.find((place) => place.more || !full(place)).aim.checked = true;
    sayNext();
  }

  function placed() {
    refresh();
    form.dispatchEvent(new Event("placed"));
  }

  function nextPlace() {
    const start = order.indexOf(aimed());
    return [...order.slice(start), ...order.slice(0, start)].find((place) => !full(place));
  }

  function aimOnward() {
    const place = nextPlace();
    if (place) place.aim.checked = true;
    return place;
  }

  function add(card) {
    const place = aimOnward();
    if (!place) return;
    place.input.value = `${place.input.value.trim()} ${card}`.trim();
    const complete = !aimOnward();
    placed();
    if (complete) showRuling();
  }

  function take(place, card, byKey) {
    place.input.value = cards(place).filter((other) => other !== card).join(" ");
    place.aim.checked = true;
    placed();
    if (byKey) place.input.focus(); // the card that had the focus is gone; a tap needs no keyboard
  }

  function showRuling() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById("ruling").scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }

  // One stop of the tab key for the whole deck; the arrows move within it.
  function rove(current) {
    const open = [...ofDeck.values()].filter((button) => !button.disabled);
    const stop = open.includes(current) ? current : open[0];
    for (const button of ofDeck.values()) button.tabIndex = button === stop ? 0 : -1;
  }

  deck.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
    if (!step) return;
    const all = [...ofDeck.values()];
    let at = all.indexOf(document.activeElement) + step;
    while (all[at]?.disabled) at += Math.sign(step);
    if (!all[at]) return;
    event.preventDefault();
    rove(all[at]);
    all[at].focus();
  });

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button.card");
    if (!button) return;
    event.preventDefault();
    if (button.name === "take") {
      take(places.find((place) => place.element.contains(button)), button.value, event.detail === 0);
      return;
    }
    const focused = button === document.activeElement;
    add(button.value);
    if (focused) [...ofDeck.values()].find((each) => each.tabIndex === 0)?.focus({ preventScroll: true });
  });

  for (const place of places) {
    place.input.addEventListener("input", refresh);
    place.input.addEventListener("focus", () => { place.aim.checked = true; sayNext(); });
    place.aim.addEventListener("change", (event) => { event.stopPropagation(); sayNext(); });
  }
  next.querySelector("button").addEventListener("click", aimElsewhere);

  for (const change of ["input", "change", "placed"]) {
    form.addEventListener(change, () => document.querySelector(".glance")?.remove(), { once: true });
  }

  refresh();
})();
