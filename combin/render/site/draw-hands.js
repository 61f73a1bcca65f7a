// Ask about five cards, and practise what to hold, at the pays that stand above. Expects exact.js,
// cards.js, practice.js, draw.js and felt.js before it.
"use strict";

(() => {
  const make = combin.make;
  const SIZE = 5;
  const NOISE = 0.15; // units: the gap at which errors cost most in all
  const SHOWN = 5; // holds that are listed
  const counted = (many, noun) => `${many} ${noun}${many === 1 ? "" : "s"}`;
  const wager = Object.values(combin.felt.bets)[0].wager;
  let edited = combin.edited;
  const value = () => edited.value;
  const solution = () => value().solve(edited.pays);
  const holding = (cards, hold) => (hold ? combin.faces(value().written(value().held(cards, hold))) : "nothing");

  // What comes back for one coin in, the stake inside, as machines pay.
  const returned = (worth) => combin.plus(worth, combin.fraction(1n));

  // The holds of a hand, the best first; of equals the one that holds most.
  const ranked = (cards) => value().worthOf(solution(), cards)
    .map((worth, hold) => ({ hold, worth })).reverse().sort((a, b) => combin.compare(b.worth, a.worth));

  const answer = (cards, mine = null) => {
    const all = ranked(cards);
    const [top] = all;
    const shown = all.filter(({ hold }, at) => at < SHOWN || hold === mine);
    const rows = shown.map(({ hold, worth }) => {
      const lost = combin.minus(worth, top.worth);
      return make("tr", { class: lost.n ? false : "best" }, make("td", {}, holding(cards, hold)),
        make("td", {}, `${combin.decimal(returned(worth), 6)} `, make("small", { class: "exact" }, combin.text(returned(worth)))),
        make("td", {}, lost.n ? combin.decimal(lost, 6) : "best"));
    });
    const heads = ["hold", `return, for one ${wager}`, "against the best"];
    return make("div", { class: "wide" }, make("table", { class: "worth" },
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows)));
  };

  // --- Ask -------------------------------------------------------------------------------------

  const asked = { cards: [], result: make("div", { id: "asked", "aria-live": "polite" }), hand: make("p", { class: "asked" }) };
  const numbers = Array.from({ length: value().deck }, (_, card) => card);
  const deck = combin.deck(numbers.map((card) => value().text(card)), (card) => {
    const number = value().number(card);
    if (asked.cards.includes(number)) asked.cards = asked.cards.filter((one) => one !== number);
    else if (asked.cards.length < SIZE) asked.cards = [...asked.cards, number];
    showAsked();
  });
  const showAsked = () => {
    const { cards } = asked;
    deck.press(cards.map((card) => value().text(card)));
    asked.hand.replaceChildren(...(cards.length ? [combin.faces(value().written(cards)), " "] : []),
      cards.length < SIZE ? `Next: ${counted(SIZE - cards.length, "card")} of your hand` : "All cards are chosen.");
    asked.result.replaceChildren(...(cards.length === SIZE ? [answer([...cards].sort((a, b) => a - b))] : []));
  };
  document.getElementById("ask").append(deck.node, asked.hand, make("p", {}, make("button", { type: "button",
    onclick: () => { asked.cards = []; showAsked(); } }, "Clear the cards")), asked.result);
  showAsked();

  // --- Practise --------------------------------------------------------------------------------

  const session = combin.practice.session(document.title, wager);
  const table = make("div", { id: "table" });
  const remark = make("div", { id: "remark", "aria-live": "polite" });
  const score = make("p", { id: "score", "aria-live": "polite" });
  const pays = make("p", { id: "practise-pays" });
  let order = "random";
  let now = null; // the hand that is played
  let done = false; // whether it has been decided

  // Chance decides here which hands are dealt, and no figure: as often as they come, or as errors cost there.
  const weighed = { of: null, sums: null };
  const place = () => {
    const weights = value().weights();
    const { gap, unit } = solution();
    const of = order === "likely" ? gap : null;
    if (!weighed.sums || weighed.of !== of) {
      let total = 0;
      weighed.of = of;
      weighed.sums = Float64Array.from(weights, (many, at) =>
        total += many * (of ? combin.practice.errorWeight(of[at] / Number(unit), NOISE) : 1));
    }
    const { sums } = weighed;
    const drawn = Math.random() * sums.at(-1);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = low + high >> 1;
      if (sums[middle] > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const shuffled = (listed) => {
    const rest = [...listed];
    return listed.map(() => rest.splice(Math.floor(Math.random() * rest.length), 1)[0]);
  };
  const suited = (cards) => {
    const suits = shuffled([0, 1, 2, 3]);
    const joker = 4 * Math.floor(value().deck / 4);
    return cards.map((card) => (card === joker ? card : card - card % 4 + suits[card % 4]));
  };

  const deal = () => {
    const missed = session.next((key) => key.split(" ").every((card) => Number(card) < value().deck));
    const cards = missed ? missed.split(" ").map(Number) : shuffled(suited(value().handAt(place())));
    now = { cards, held: new Set() };
    done = false;
    remark.replaceChildren();
    const toggles = cards.map((card, at) => {
      const button = combin.cardButton(value().text(card), () => {
        if (done) return;
        if (!now.held.delete(at)) now.held.add(at);
        button.setAttribute("aria-pressed", now.held.has(at));
      });
      button.classList.add("large");
      return button;
    });
    table.replaceChildren(make("p", { class: "dealt-hand", role: "group", "aria-label": "Your hand: press the cards to hold" }, ...toggles),
      make("p", { class: "offered" }, make("button", { type: "button", "data-action": "draw", onclick: decide }, "Draw")));
    tell();
  };

  const decide = () => {
    const sorted = [...now.cards].sort((a, b) => a - b);
    const kept = new Set([...now.held].map((at) => now.cards[at]));
    const mine = sorted.reduce((hold, card, at) => hold | (kept.has(card) ? 1 << at : 0), 0);
    const all = ranked(sorted);
    const [top] = all;
    const lost = combin.minus(top.worth, all.find(({ hold }) => hold === mine).worth);
    done = true;
    session.answer(now.cards.join(" "), Number(combin.decimal(lost, 9)));
    remark.replaceChildren(make("p", { class: lost.n ? "wrong" : "best" }, ...(lost.n
      ? ["Better: hold ", holding(sorted, top.hold), `. Your hold loses ${combin.decimal(lost, 6)}, exactly ${combin.text(lost)} of one ${wager}. The hand comes again.`]
      : ["Right: hold ", holding(sorted, mine), "."])), answer(sorted, mine));
    table.querySelector(".offered").replaceChildren(make("button", { type: "button", onclick: () => {
      deal();
      table.querySelector("button").focus();
    } }, "Next hand"));
    tell();
    table.querySelector(".offered button").focus();
  };

  const tell = () => {
    score.textContent = session.grade();
    pays.textContent = edited.usual ? "At the printed rules and pays." : "At the rules and pays set above.";
  };

  document.getElementById("practise-here").append(pays, combin.practice.controls(
    () => { session.forget(); deal(); }, (chosen) => { order = chosen; if (now) deal(); }), table, remark, score);
  deal();
  addEventListener("edited", () => {
    if (!combin.edited.value?.worthOf) return;
    edited = combin.edited;
    showAsked();
    tell();
  });
})();
