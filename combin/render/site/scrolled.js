// What scrolls sideways on its own is reached by keys, as long as it is wider than its place.
"use strict";

(() => {
  const mark = () => document.querySelectorAll(".wide, pre").forEach((node) => {
    const scrolls = node.scrollWidth > node.clientWidth;
    if (!scrolls) return ["tabindex", "role", "aria-label"].forEach((name) => node.removeAttribute(name));
    node.tabIndex = 0;
    node.setAttribute("role", "group");
    node.setAttribute("aria-label", "scrolls sideways");
  });
  new ResizeObserver(mark).observe(document.getElementById("main"));
  addEventListener("toggle", mark, true); // parts that are folded up
})();
