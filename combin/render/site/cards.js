// Parts of a page; cards in pictures: "Kh Qh / 3c" becomes faces, a group for each zone.
"use strict";

combin.SUITS = { c: ["\u2663", "clubs"], d: ["\u2666", "diamonds"], h: ["\u2665", "hearts"], s: ["\u2660", "spades"] };

combin.face = (card) => {
  const node = document.createElement("span");
  const [sign, name] = combin.SUITS[card[1]] || ["", "joker"];
  node.className = `face ${card === "Jk" ? "joker" : name}`;
  node.textContent = card === "Jk" ? "Joker" : card[0].replace("T", "10") + sign;
  return node;
};

combin.faces = (cards) => {
  const hand = document.createElement("span");
  hand.className = "hand";
  cards.split(" / ").forEach((zone, number) => {
    if (number) hand.append(" ");
    const group = document.createElement("span");
    group.className = "zone";
    group.append(...zone.split(" ").map(combin.face));
    hand.append(group);
  });
  return hand;
};

// Make a part of a page: attributes, what listens (onclick and so on), and what is inside.
combin.make = (tag, given = {}, ...inside) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...inside);
  return node;
};

// Mark what does not follow the rules and pays that are set; play: what prints the play of other rules, where these
// are chosen. Then that of the printed ones is hidden.
combin.printedOnly = (isPrinted, play) => {
  const hide = (kind, hidden) => document.querySelectorAll(kind).forEach((node) => { node.hidden = hidden; });
  hide(".for-printed", isPrinted);
  hide(".printed-play", Boolean(play));
  hide(".other-play", !play);
  document.querySelectorAll(".other-play code").forEach((code) => { code.textContent = play; });
};

// A card that is pressed or not.
combin.cardButton = (card, onclick) => {
  const face = combin.face(card);
  const text = card === "Jk" ? "Jk" : face.textContent;
  return combin.make("button", { type: "button", "aria-pressed": "false", class: face.className, "data-card": card, onclick }, text);
};

// All cards of a deck to press, suit by suit; `press` shows which are pressed.
combin.deck = (cards, toggle) => {
  const suits = [..."cdhs"];
  const sorted = cards.filter((card) => card !== "Jk").sort((a, b) =>
    suits.indexOf(b[1]) - suits.indexOf(a[1]) || cards.indexOf(b) - cards.indexOf(a));
  const buttons = new Map((cards.includes("Jk") ? [...sorted, "Jk"] : sorted)
    .map((card) => [card, combin.cardButton(card, () => toggle(card))]));
  return {
    node: combin.make("div", { class: "deck" }, ...buttons.values()),
    press: (pressed) => buttons.forEach((button, card) => button.setAttribute("aria-pressed", pressed.includes(card))),
  };
};
