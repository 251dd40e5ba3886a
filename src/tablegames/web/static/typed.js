// What was typed or chosen before the scripts were there, or was put back by the browser, is asked for like what comes now.
"use strict";

(() => {
  function differs(field) {
    if (field.type === "select-one") {
      const chosen = [...field.options].findIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(chosen, 0);
    }
    if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
    return field.matches("input, textarea") && field.value !== field.defaultValue;
  }

  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[hx-get]")) {
      [...form.elements].find(differs)?.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
})();
