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
