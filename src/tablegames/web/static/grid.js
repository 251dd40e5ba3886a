// One stop of the tab key for the whole grid of starting hands; the arrows move within it.
"use strict";

(() => {
  const play = document.getElementById("play");

  function rove() {
    const cells = [...play.querySelectorAll(".grid a")];
    const stop = cells.find((cell) => cell.hasAttribute("aria-current")) ?? cells[0];
    for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
  }

  play.addEventListener("keydown", (event) => {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    const row = cell.parentElement.parentElement.rows[cell.parentElement.rowIndex + step[0]];
    const next = row?.cells[cell.cellIndex + step[1]]?.querySelector("a");
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  document.body.addEventListener("htmx:afterSwap", rove);
  rove();
})();
