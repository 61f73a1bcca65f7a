// What scrolls sideways on its own is reached by keys, as long as it is wider than its place; folded parts open by links.
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

  // A link into a folded part opens it; on paper all parts are open.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURI(location.hash.slice(1)));
    const part = target && target.closest("details");
    if (!part || part.open) return;
    part.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("main details:not([open])")];
    folded.forEach((part) => { part.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((part) => { part.open = false; }));
})();
