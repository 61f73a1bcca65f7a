// Ask about a hand, and practise, at the rules and pays that stand above. Expects exact.js, cards.js, practice.js,
// counting.js and hand-values.js before it, and combin.hands, which the game's hands-data.js sets.
"use strict";

(() => {
  const { bet, deck, pays, settings, streets, wager } = combin.hands;
  const values = combin.handValues(combin.hands);
  const { classOf, dealt, isDecided, left, seenBy, streetOf, valued } = values;
  const make = combin.make;
  const capital = (words) => words[0].toUpperCase() + words.slice(1);
  // Return a history in words where others lead to the same decision.
  const after = (history) => (values.histories(streetOf(history)).length > 1
    ? `after ${history.replaceAll("/", ", ")}` : "");
  const sorted = (history, one) => [...valued(history, one)].sort((a, b) => (a.worth < b.worth ? 1 : a.worth > b.worth ? -1 : 0));

  const SUITS = "cdhs";
  const RANKS = "23456789TJQKA";
  const height = (card) => (card === "Jk" ? RANKS.length : RANKS.indexOf(card[0]));
  const higher = (a, b) => height(b) - height(a) || SUITS.indexOf(b[1]) - SUITS.indexOf(a[1]);
  const zonesText = (cards) => {
    let at = 0;
    return dealt.filter((one) => (at += one.cards) - one.cards < cards.length)
      .map((one, number, all) => {
        const from = all.slice(0, number).reduce((sum, { cards: many }) => sum + many, 0);
        return cards.slice(from, from + one.cards).sort(higher).join(" ");
      }).join(" / ");
  };

  const MOST_LAWS = 5;
  const noted = (way, one) => (values.noteOf?.(way, one) ? [" ", make("small", {}, values.noteOf(way, one))] : []);
  // Return the table of what every action is worth after a history, the best first, and what follows on each.
  const answer = (history, one) => {
    const top = values.best(history, one);
    const ways = sorted(history, one);
    const rows = ways.map(({ way, worth }) => {
      const exact = values.value(worth, one);
      return make("tr", { class: worth === top.worth ? "best" : false }, make("td", {}, way[0], ...noted(way, one)),
        make("td", {}, `${combin.decimal(exact, 6)} `, make("small", { class: "exact" }, combin.text(exact))),
        make("td", {}, worth === top.worth ? "best" : combin.decimal(values.value(worth - top.worth, one), 6)));
    });
    const heads = ["action", `value, in units of one ${wager}`, "against the best"]
      .map((head) => make("th", { scope: "col" }, head));
    const laws = ways.slice(0, MOST_LAWS).map(({ way }) => [way, values.law(way, history, one)]).filter(([, law]) => law.length)
      .map(([way, law]) => {
        const lines = law.map(({ name, net, probability }) => make("tr", {},
          make("td", {}, name), make("td", {}, combin.plain(net)), make("td", {}, combin.percent(probability)),
          make("td", { class: "exact" }, combin.text(probability))));
        return make("details", {}, make("summary", {}, `Outcomes after ${way[0]}`),
          make("div", { class: "wide" }, make("table", {}, make("thead", {}, make("tr", {},
            ...["outcome", "net, units", "probability", "exact"].map((head) => make("th", { scope: "col" }, head)))),
          make("tbody", {}, ...lines))));
      });
    const isFixed = one.starts && !values.isPrinted;
    return [...(after(history) ? [make("h3", {}, capital(after(history)))] : []),
      ...(isFixed ? [make("p", { class: "followed" }, "These values are for the printed rules and pays; later decisions follow the edited ones.")] : []),
      make("div", { class: "wide" }, make("table", { class: "worth" },
        make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))), ...laws];
  };

  // --- Ask -----------------------------------------------------------------------------------

  const ask = document.getElementById("ask");
  let picked = [];

  const wanted = () => {
    let at = 0;
    const next = dealt.find((one) => picked.length < (at += one.cards));
    return next ? `Next: ${next.zone}${next.note ? `, ${next.note}` : ""}` : "All cards are chosen.";
  };
  const toggle = (card) => {
    if (left(card, picked) && picked.length < seenBy.at(-1)) picked = [...picked, card];
    else picked = picked.filter((one) => one !== card);
    showAsked();
  };
  const grid = combin.deck(deck, toggle);
  const result = make("div", { id: "asked", "aria-live": "polite" });
  const hand = make("p", { class: "asked" });
  const showAsked = () => {
    grid.press(picked);
    hand.replaceChildren(...(picked.length ? [combin.faces(zonesText(picked)), " "] : []), wanted());
    const street = seenBy.indexOf(picked.length);
    if (street < 0 || !picked.length) {
      result.replaceChildren();
      return;
    }
    const one = classOf(picked, street);
    const histories = values.histories(street).filter((history) => isDecided(history, one));
    result.replaceChildren(make("h3", {}, capital(streets[street].decision)),
      ...histories.flatMap((history) => answer(history, one)),
      ...(histories.length ? [] : [make("p", {}, "Nothing to decide.")]));
  };
  ask.append(grid.node, hand, make("p", {}, make("button", { type: "button",
    onclick: () => { picked = []; showAsked(); } }, "Clear the cards")), result);
  showAsked();

  // --- Practise: which hand is dealt ------------------------------------------------------------

  const NOISE = 0.15; // units: the gap at which errors cost most in all
  const MOST = 40; // hands among which the likeliest error is dealt where none is taken by chance
  const session = combin.practice.session(document.title, wager);
  const chosen = { order: "random", street: 0 };

  // Chance decides here which hands are dealt, and no figure.
  const deal = (cards, street) => {
    const rest = deck.flatMap((card) => Array(left(card, cards)).fill(card));
    return [...cards, ...Array.from({ length: seenBy[street] - cards.length }, () =>
      rest.splice(Math.floor(Math.random() * rest.length), 1)[0])];
  };
  // Return the history by which the best play comes to a decision with some cards, or null.
  const reaching = (cards) => {
    let history = "";
    for (let street = 0; street < chosen.street; street++) {
      const one = classOf(cards.slice(0, seenBy[street]), street);
      const { way } = values.best(history, one);
      if (!way[2]) return null;
      [, history] = way;
    }
    return isDecided(history, classOf(cards, chosen.street)) ? history : null;
  };
  const spot = () => {
    const cards = deal([], chosen.street);
    const history = reaching(cards);
    return history === null ? null : { cards, history };
  };
  const keyOf = ({ cards, history }) => `${cards.join(" ")}|${history}`;
  const spotOf = (key) => {
    const [cards, history] = key.split("|");
    return { cards: cards.split(" "), history };
  };
  const isOffered = (key) => {
    const { cards, history } = spotOf(key);
    const street = streetOf(history);
    return street >= chosen.street && values.histories(street).includes(history) && cards.length === seenBy[street]
      && cards.every((card, at) => deck.includes(card) && left(card, cards.slice(0, at)) > 0)
      && isDecided(history, classOf(cards, street));
  };
  const errorWeight = ({ cards, history }) => {
    const one = classOf(cards, streetOf(history));
    const [top, ...others] = sorted(history, one);
    const second = others.find(({ worth }) => worth < top.worth) || top;
    const gap = Number(combin.decimal(values.value(top.worth - second.worth, one), 9));
    return combin.practice.errorWeight(gap, NOISE) * session.factor(keyOf({ cards, history }));
  };

  // Deal a hand, and then begin with it; other parts of the page work between two hands that are weighed.
  let dealing = 0;
  const next = (focus) => {
    const missed = session.next(isOffered);
    clearTimeout(dealing);
    remark.replaceChildren();
    if (missed) begin(spotOf(missed), focus);
    else search(focus, 0, null);
  };
  const search = (focus, tries, likeliest) => {
    let found = spot();
    while (!found) found = spot();
    const weight = chosen.order === "random" ? 1 : errorWeight(found);
    const best = likeliest && likeliest.weight >= weight ? likeliest : { found, weight };
    if (Math.random() < weight) begin(found, focus);
    else if (tries === MOST) begin(best.found, focus);
    else {
      table.replaceChildren(make("p", {}, "Dealing …"));
      dealing = setTimeout(() => search(focus, tries + 1, best));
    }
  };

  // --- Practise: the hand that is played --------------------------------------------------------

  const place = document.getElementById("practise-here");
  const score = make("p", { id: "score", "aria-live": "polite" });
  const table = make("div", { id: "table" });
  const remark = make("div", { id: "remark", "aria-live": "polite" });
  const round = { cards: [], history: "", waits: false };
  const show = (focus, ...parts) => {
    table.replaceChildren(...parts);
    score.textContent = session.grade();
    if (focus) table.querySelector("button").focus();
  };

  const begin = ({ cards, history }, focus) => {
    Object.assign(round, { cards, history, waits: true });
    const street = streetOf(history);
    const actions = values.offered(history, classOf(cards, street)).map((way) =>
      make("button", { type: "button", "data-action": way[0], onclick: () => decide(way) }, way[0]));
    show(focus, make("p", {}, combin.faces(zonesText(cards))), make("p", { class: "offered" },
      `${capital([streets[street].decision, after(history)].filter(Boolean).join(" "))}: `, ...actions));
  };

  const decide = (way) => {
    const { cards, history } = round;
    const one = classOf(cards, streetOf(history));
    const top = values.best(history, one);
    const mine = valued(history, one).find((other) => other.way === way);
    const lost = values.value(top.worth - mine.worth, one);
    round.waits = false;
    const key = keyOf(round); // of a hand that was right and was never missed nothing is kept: few come twice
    session.answer(lost.n || session.factor(key) !== 1 ? key : null, Number(combin.decimal(lost, 9)));
    const tie = mine === top ? "" : `, worth as much as ${top.way[0]}`;
    remark.replaceChildren(make("p", { class: lost.n ? "wrong" : "best" }, lost.n
      ? `${top.way[0]} is better: ${way[0]} loses ${combin.decimal(lost, 6)}, exactly ${combin.text(lost)} of one ${wager}. The hand comes again.`
      : `Right: ${way[0]}${tie}.`),
    make("p", {}, combin.faces(zonesText(cards))), ...answer(history, one));
    const goesOn = way[2] && chosen.order === "random";
    const seen = goesOn ? deal(cards, streetOf(way[1])) : [];
    if (goesOn && isDecided(way[1], classOf(seen, streetOf(way[1])))) begin({ cards: seen, history: way[1] }, true);
    else show(true, make("p", {}, make("button", { type: "button", onclick: () => next(true) }, "Next hand")));
  };

  const restart = () => {
    clearTimeout(dealing);
    if (values.takesLong) dealing = setTimeout(next);
    else next(false);
  };
  const controls = combin.practice.controls(() => { session.forget(); restart(); }, (order) => {
    chosen.order = order;
    if (place.contains(table)) restart(); // the order of an earlier visit is told before anything is shown
  });
  if (streets.length > 1) {
    controls.prepend(make("label", {}, "From ", make("select", { id: "practise-street",
      onchange: (event) => { chosen.street = Number(event.target.value); restart(); } },
    ...streets.map(({ decision }, at) => make("option", { value: at }, decision)))), " ");
  }
  place.append(controls, table, remark, score);
  restart();

  // --- Follow what is edited ---------------------------------------------------------------------

  const notes = [ask, place].map((part) => {
    const note = make("p", { class: "followed" });
    part.prepend(note);
    return note;
  });
  const follow = () => {
    const { edited } = combin;
    const isMine = edited.bet === bet && edited.value;
    const fits = isMine && settings[edited.setting] >= 0;
    const units = new Map(fits ? edited.value.pays.map((address, at) => [address, edited.pays[at]]) : []);
    values.pay(fits ? settings[edited.setting] : 0, Object.keys(pays).map((address, at) => units.get(address) || values.printed[at]));
    const words = edited.usual || !isMine ? "At the printed rules and pays." : "At the rules and pays set above.";
    notes.forEach((note) => note.replaceChildren(fits || !isMine ? words
      : "The rules set above deal other hands: here the printed rules hold. combin advise answers for others, with --set."));
    showAsked();
    if (!round.waits) return;
    if (isDecided(round.history, classOf(round.cards, streetOf(round.history)))) begin(round, false);
    else next(false);
  };
  if (combin.edited) follow();
  addEventListener("edited", follow);
})();
