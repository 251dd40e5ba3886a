// The clock of a question, and a form that is sent once.  The server counts the time by itself.
"use strict";

(() => {
  const clock = document.querySelector(".clock");
  const shown = clock?.querySelector("b");
  const ends = performance.now() + 1000 * Number(clock?.dataset.left ?? 0);

  function tick() {
    const left = Math.max(Math.ceil((ends - performance.now()) / 1000), 0);
    shown.textContent = left;
    clock.classList.toggle("short", left <= 10);
    if (!left) {
      clock.classList.add("over");
      document.getElementById("over").textContent = "The time is over; answer all the same.";
      clearInterval(ticking);
    }
  }

  const ticking = clock ? setInterval(tick, 250) : 0;

  // An amount that is typed means that it is paid.
  for (const sum of document.querySelectorAll(".pay .sum")) {
    sum.addEventListener("input", () => {
      const pay = sum.closest(".pay").querySelector("input[value='pay']");
      if (sum.value.trim()) pay.checked = true;
    });
  }

  for (const form of document.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "yes";
    });
  }
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-once]")) delete form.dataset.sent;
  });
})();
