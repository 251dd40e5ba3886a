// A file is opened by putting its text where it could be typed; without this, it is pasted.
"use strict";

(() => {
  const file = document.getElementById("file");
  file.parentElement.hidden = false;
  file.addEventListener("change", async () => {
    const chosen = file.files[0];
    if (chosen) document.getElementById("toml").value = await chosen.text();
  });
})();
