// What is wrong stands beside its field, also where an answer comes while one types: it lists each field with its sentence.
"use strict";

(() => {
  let shown = new Set();

  function showFaults() {
    const items = [...document.querySelectorAll("#faults li")];
    const faulty = new Set(items.map((item) => item.dataset.field));
    for (const field of shown) if (!faulty.has(field)) set(field, "");
    for (const item of items) set(item.dataset.field, item.textContent);
    shown = faulty;
  }

  function set(field, sentence) {
    const place = document.getElementById(`fault-${field}`);
    if (place) place.textContent = sentence;
    if (sentence) place?.closest("details")?.setAttribute("open", "");
    const input = document.getElementById(field);
    if (sentence) input?.setAttribute("aria-invalid", "true");
    else input?.removeAttribute("aria-invalid");
  }

  document.body.addEventListener("htmx:afterSwap", showFaults);
  document.body.addEventListener("htmx:oobAfterSwap", showFaults);
  showFaults();
})();
