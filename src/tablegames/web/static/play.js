// Chips by a click; what is wrong is shown although the answer is not "done".  Every form works without this.
"use strict";

(() => {
  const SETTLES = 350;  // milliseconds in which the second click of a double click falls, which is meant for what was there before

  function hold() {
    const forms = document.querySelectorAll(".decide, .betting");
    for (const form of forms) form.inert = true;
    setTimeout(() => {
      for (const form of forms) form.inert = false;
      document.querySelector("#table [autofocus]")?.focus();
    }, SETTLES);
  }

  // The coach's best is marked among the choices once he has said it.
  function marked() {
    const best = [...document.querySelectorAll(".decide ~ .advice .best")].map((row) => row.dataset.action);
    for (const button of document.querySelectorAll(".choices button")) {
      button.classList.toggle("best", best.includes(button.value));
    }
  }

  function ready() {
    const rack = document.querySelector(".rack");
    if (!rack) return;
    rack.hidden = false;
    for (const button of document.querySelectorAll(".add")) button.hidden = false;
  }

  document.body.addEventListener("click", (event) => {
    const button = event.target.closest(".add");
    if (!button) return;
    const field = document.getElementById(button.dataset.for);
    const chip = Number(document.querySelector(".rack input:checked").value);
    field.value = ((Math.round(Number(field.value || 0) * 100) || 0) / 100 + chip).toFixed(2);
  });

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status === 422) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
  for (const failed of ["htmx:responseError", "htmx:sendError"]) {
    document.body.addEventListener(failed, (event) => {
      if (event.target.matches(".advice")) event.target.textContent = "The coach does not answer. Reload the page to ask again.";
    });
  }
  document.body.addEventListener("htmx:afterSwap", (event) => {
    marked();
    if (event.target.id !== "table") return;
    ready();
    hold();
  });
  ready();
})();
