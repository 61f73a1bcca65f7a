// Copies the file of a game; where the browser does not let it, the text is selected instead.
"use strict";

(() => {
  const [button, text, told] = ["copy", "game-text", "copied"].map((id) => document.getElementById(id));
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      told.textContent = "Copied.";
    } catch {
      text.closest("details").open = true;
      getSelection().selectAllChildren(text);
      told.textContent = "Selected: press Ctrl+C, or ⌘C on a Mac.";
    }
  });
})();
