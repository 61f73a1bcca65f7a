// Searches the headings and the text of all pages; every word must be there. They are loaded when the field is entered.
"use strict";

(() => {
  const MOST = 12;
  const [input, list] = [document.getElementById("search"), document.getElementById("found")];
  const root = document.body.dataset.root;

  const matches = (words) => {
    const found = [];
    for (const [path, title, heading, text] of combinPages) {
      const named = `${title} ${heading}`.toLowerCase();
      const all = `${named} ${text.toLowerCase()}`;
      if (!words.every((word) => all.includes(word))) continue;
      const weight = words.filter((word) => named.includes(word)).length;
      found.push({ path, title, heading, text, weight });
    }
    return found.sort((a, b) => b.weight - a.weight).slice(0, MOST);
  };

  const around = (text, word) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 30);
    return text.slice(at, at + 90);
  };

  const load = () => {
    const script = document.createElement("script");
    script.src = `${root}search-data.js`;
    script.addEventListener("load", search);
    document.head.append(script);
  };
  const search = () => {
    if (!globalThis.combinPages) return;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length ? matches(words) : [];
    list.replaceChildren(...found.map(({ path, title, heading, text }) => {
      const link = document.createElement("a");
      link.href = root + path;
      link.textContent = heading === title ? title : `${title}: ${heading}`;
      const line = document.createElement("small");
      line.textContent = around(text, words[0]);
      const item = document.createElement("li");
      item.append(link, line);
      return item;
    }));
    if (words.length && !found.length) {
      const none = document.createElement("li");
      none.textContent = "No page has all these words.";
      list.append(none);
    }
  };
  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", search);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && list.children.length) {
      input.value = "";
      list.replaceChildren();
    }
  });
})();
