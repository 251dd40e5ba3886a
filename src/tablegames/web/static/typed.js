// What was typed before the scripts were there, or was put back by the browser, is asked for like what is typed now.
"use strict";

addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[hx-get]")) {
    const changed = [...form.elements].find((field) => field.value !== field.defaultValue && field.matches("input:not([type=radio], [type=checkbox])"));
    changed?.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
