// Ask about a hand, and practise: exact values of every action, for the rules as printed. Expects
// exact.js and cards.js before it, and combin.hands, which the game's hands-data.js sets.
"use strict";

(() => {
  const { deck, letters, copies, streets, rules, settings, sampled, columns, wager } = combin.hands;
  const first = sampled ? streets.length - 1 : 0; // the decision with which practice begins

  // --- What is paid, by the setting and the pays that stand above ------------------------------

  let [ways, outcomes, nets, scale, worthOf] = [];
  const pay = (number, pays) => {
    ({ ways, outcomes } = rules[number]);
    const net = ([below, fixed, ...terms]) => {
      let sum = combin.fraction(BigInt(fixed));
      for (let at = 0; at < terms.length; at += 2) {
        sum = combin.plus(sum, combin.times(pays[terms[at]], combin.fraction(BigInt(terms[at + 1]))));
      }
      return combin.over(sum, combin.fraction(BigInt(below)));
    };
    nets = outcomes.map(([, forms]) => forms.map(net).reduce((most, one) => (combin.compare(one, most) > 0 ? one : most)));
    scale = combin.common(nets);
    worthOf = nets.map((one) => one.n * (scale / one.d));
  };
  const printed = Object.values(combin.hands.pays).map(combin.known);
  pay(0, printed);

  // --- What hands are worth ------------------------------------------------------------------

  const classes = streets.map((street) => street.classes.map(([known, deals, counts]) => ({
    known, deals: BigInt(deals), counts: pairs(counts),
  })));
  function pairs(listed) {
    const found = [];
    for (let at = 0; at < listed.length; at += 2) found.push([listed[at], BigInt(listed[at + 1])]);
    return found;
  }

  const streetOf = (history) => (history ? history.split("/").length : 0);
  const offered = (history, place) => (ways[history] || []).filter(([, , , where]) =>
    !where.length || where[classes[streetOf(history)][place].known]);
  // An action without a name is taken where the rules leave nothing to decide.
  const decided = (history, place) => offered(history, place).some(([action]) => action);

  // Yield how many deals end in each outcome, or go on to each class, after an action in a class.
  const following = (way, street, one) => {
    const [, , leadsOn, , ends] = way;
    if (leadsOn) return one.counts;
    if (street + 1 === streets.length) {
      return one.counts.map(([column, count]) => [ends[one.known * columns + column], count]);
    }
    return [[ends[one.known], one.deals]];
  };

  const memory = new Map();
  // Return the actions open to a class after a history, each with its worth times deals and scale.
  const valued = (history, place) => {
    const key = `${history}|${place}`;
    if (!memory.has(key)) {
      const street = streetOf(history);
      const one = classes[street][place];
      const found = offered(history, place).map((way) => {
        let worth = 0n;
        for (const [next, count] of following(way, street, one)) {
          worth += count * (way[2] ? best(way[1], next).worth : worthOf[next]);
        }
        return { way, worth };
      });
      memory.set(key, found);
    }
    return memory.get(key);
  };

  // Return the best action; of equals the first, which stakes least.
  const best = (history, place) => valued(history, place)
    .reduce((one, other) => (other.worth > one.worth ? other : one));

  const unit = (history, place) => classes[streetOf(history)][place].deals * scale;

  // Return how many deals end in each outcome when the best play follows on an action.
  const law = (way, history, place) => {
    const found = new Map();
    const add = (action, before, at, times) => {
      const street = streetOf(before);
      for (const [next, count] of following(action, street, classes[street][at])) {
        if (action[2]) add(best(action[1], next).way, action[1], next, times * count);
        else found.set(next, (found.get(next) || 0n) + times * count);
      }
    };
    add(way, history, place, 1n);
    return found;
  };

  // --- Which class a hand is -----------------------------------------------------------------

  const suits = [..."cdhs"];
  const shuffled = (rest) => (rest.length < 2 ? [rest]
    : rest.flatMap((suit, at) => shuffled([...rest.slice(0, at), ...rest.slice(at + 1)])
      .map((others) => [suit, ...others])));
  const relabellings = shuffled(suits);
  const letterOf = new Map(deck.map((card, at) => [card, letters[at]]));

  const lookups = streets.map(() => null);
  const lookup = (street) => {
    if (!lookups[street]) {
      const { zones, roles, hands } = streets[street];
      const size = roles.flat().reduce((sum, zone) => sum + sizeOf(zone), 0);
      lookups[street] = new Map();
      hands.forEach((byDeals, place) => {
        for (const written of Object.values(byDeals)) {
          for (let at = 0; at < written.length; at += size) {
            lookups[street].set(written.slice(at, at + size), place);
          }
        }
      });
    }
    return lookups[street];
  };
  const dealt = streets.flatMap((street, number) =>
    street.zones.map(([zone, note, cards]) => ({ zone, note, cards, street: number })));
  const sizeOf = (zone) => dealt.find((one) => one.zone === zone).cards;
  const seenBy = streets.map((_, number) =>
    dealt.filter((one) => one.street <= number).reduce((sum, one) => sum + one.cards, 0));

  // Return the class of some cards, given in the order of the deal.
  const classOf = (cards, street) => {
    const zones = {};
    let at = 0;
    for (const one of dealt) {
      if (one.street > street) break;
      zones[one.zone] = cards.slice(at, at += one.cards);
    }
    const known = lookup(street);
    for (const names of relabellings) {
      const renamed = (card) =>
        (card === "Jk" ? card : card[0] + names[suits.indexOf(card[1])]);
      const key = streets[street].roles.map((role) => role.flatMap((zone) => zones[zone])
        .map((card) => letterOf.get(renamed(card))).sort((a, b) => letters.indexOf(a) - letters.indexOf(b))
        .join("")).join("");
      if (known.has(key)) return known.get(key);
    }
    throw new Error(`no class has ${cards.join(" ")}`);
  };

  const ranks = [..."23456789TJQKA"];
  const height = (card) => (card === "Jk" ? ranks.length : ranks.indexOf(card[0]));
  const higher = (a, b) => height(b) - height(a) || suits.indexOf(b[1]) - suits.indexOf(a[1]);
  const zonesText = (cards) => {
    const parts = [];
    let at = 0;
    for (const one of dealt) {
      if (at < cards.length) parts.push(cards.slice(at, at += one.cards).sort(higher).join(" "));
    }
    return parts.join(" / ");
  };

  const left = (card, taken) =>
    copies[deck.indexOf(card)] - taken.filter((one) => one === card).length;

  // --- Parts of a page -----------------------------------------------------------------------

  const make = combin.make;
  const value = (worth, history, place) => combin.fraction(worth, unit(history, place));
  const capital = (words) => words[0].toUpperCase() + words.slice(1);
  const said = (history) => (history ? `after ${history.replaceAll("/", ", ")}` : "");

  const answer = (history, place) => {
    const top = best(history, place);
    const rows = valued(history, place).map(({ way, worth }) => {
      const exact = value(worth, history, place);
      return make("tr", { class: way === top.way ? "best" : false }, make("td", {}, way[0]),
        make("td", {}, `${combin.decimal(exact, 6)} `, make("small", { class: "exact" }, combin.text(exact))),
        make("td", {}, way === top.way ? "best" : combin.decimal(value(worth - top.worth, history, place), 6)));
    });
    const heads = ["action", `worth, in units of one ${wager}`, "against the best"]
      .map((head) => make("th", { scope: "col" }, head));
    const laws = valued(history, place).map(({ way }) => {
      const counts = [...law(way, history, place)].sort(([a], [b]) => combin.compare(nets[b], nets[a]));
      const whole = classes[streetOf(history)][place].deals;
      const lines = counts.map(([outcome, count]) => make("tr", {},
        make("td", {}, outcomes[outcome][0] || "settled"), make("td", {}, combin.plain(nets[outcome])),
        make("td", {}, combin.percent(combin.fraction(count, whole))),
        make("td", { class: "exact" }, combin.text(combin.fraction(count, whole)))));
      return make("details", {}, make("summary", {}, `What follows on ${way[0]}`),
        make("div", { class: "wide" }, make("table", {}, make("thead", {}, make("tr", {},
          ...["outcome", "net, units", "probability", "exact"].map((head) => make("th", { scope: "col" }, head)))),
        make("tbody", {}, ...lines))));
    });
    return [...(history ? [make("h3", {}, capital(said(history)))] : []),
      make("div", { class: "wide" }, make("table", { class: "worth" },
        make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))), ...laws];
  };

  // --- Ask -----------------------------------------------------------------------------------

  const ask = document.getElementById("ask");
  let picked = [];

  const wanted = () => {
    let at = 0;
    for (const one of dealt) {
      at += one.cards;
      if (picked.length < at) return `Next: ${one.zone}${one.note ? `, ${one.note}` : ""}`;
    }
    return "All cards are chosen.";
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
    if (!ask) return;
    grid.press(picked);
    hand.replaceChildren(...(picked.length ? [combin.faces(zonesText(picked)), " "] : []), wanted());
    const street = seenBy.indexOf(picked.length);
    if (street < 0 || !picked.length) {
      result.replaceChildren();
      return;
    }
    const place = classOf(picked, street);
    const histories = Object.keys(ways).filter((history) =>
      streetOf(history) === street && decided(history, place));
    result.replaceChildren(make("h3", {}, capital(streets[street].decision)),
      ...histories.flatMap((history) => answer(history, place)),
      ...(histories.length ? [] : [make("p", {}, "With these cards nothing is decided.")]));
  };
  if (ask) ask.append(grid.node, hand, make("p", {}, make("button", { type: "button",
    onclick: () => { picked = []; showAsked(); } }, "Clear the cards")), result);
  showAsked();

  // --- Practise ------------------------------------------------------------------------------

  const AGAIN = 3; // hands later a hand that was missed comes again
  const again = [];
  const zero = combin.fraction(0n);
  const played = { rounds: 0, decisions: 0, errors: 0, cost: zero };
  const place = document.getElementById("practise-here");
  const score = make("p", { id: "score", "aria-live": "polite" });
  const table = make("div", { id: "table" });
  const remark = make("div", { id: "remark", "aria-live": "polite" });

  // Chance decides here which hands are dealt, and no figure.
  const random = (many) => Math.floor(Math.random() * many);
  const drawnFrom = (rest, many) => {
    const left = [...rest];
    return Array.from({ length: many }, () => left.splice(random(left.length), 1)[0]);
  };
  const deal = (cards, street) => [...cards, ...drawnFrom(
    deck.flatMap((card) => Array(left(card, cards)).fill(card)), seenBy[street] - cards.length)];

  // The histories with which practice begins.
  let beginnings = [""];
  const begins = () => {
    if (sampled) beginnings = Object.keys(ways).filter((history) => streetOf(history) === first);
  };
  begins();

  // What a mistake at each hand of the first decision costs, times its deals: for drawing alone.
  let weighed = null;
  const costly = () => {
    if (!weighed) {
      weighed = [];
      const [history] = beginnings;
      streets[first].hands.forEach((byDeals, at) => {
        if (!decided(history, at)) return;
        const top = best(history, at).worth;
        const worse = valued(history, at).filter((one) => one.worth < top);
        if (!worse.length && mode === "costly") return;
        const gap = mode === "costly" ? Math.min(...worse.map((one) => Number(top - one.worth))) : Number(classes[first][at].deals);
        // Mistakes that cost much are no puzzle: of the hands on the edge the dearest come most.
        const per = gap / Number(classes[first][at].deals);
        const size = streets[first].roles.flat().reduce((sum, zone) => sum + sizeOf(zone), 0);
        for (const [deals, written] of Object.entries(byDeals)) {
          for (let from = 0; from < written.length; from += size) {
            weighed.push([written.slice(from, from + size), Number(deals) * per]);
          }
        }
      });
    }
    let rest = Math.random() * weighed.reduce((sum, [, weight]) => sum + weight, 0);
    const [written] = weighed.find(([, weight]) => (rest -= weight) < 0) || weighed[0];
    const cards = [];
    for (const letter of written) {
      const alike = deck.filter((card, at) => letters[at] === letter && left(card, cards));
      cards.push(alike[random(alike.length)]);
    }
    // The hand is written role by role, and dealt zone by zone.
    const zones = {};
    let at = 0;
    for (const zone of streets[first].roles.flat()) zones[zone] = cards.slice(at, at += sizeOf(zone));
    return dealt.filter((one) => one.street <= first).flatMap((one) => zones[one.zone]);
  };

  const round = { cards: [], first: [], history: "", waits: false };
  let mode = "costly";
  const next = () => {
    begin();
    table.querySelector("button").focus();
  };
  const begin = () => {
    const due = again.findIndex((one) => one.at <= played.rounds);
    if (due >= 0) round.cards = again.splice(due, 1)[0].cards;
    else do round.cards = mode === "random" && !sampled ? deal([], 0) : costly();
    while (!decided(beginnings[0], classOf(round.cards, first)));
    round.first = round.cards;
    round.history = beginnings[random(beginnings.length)];
    played.rounds += 1;
    remark.replaceChildren();
    put();
  };

  const put = () => {
    const street = streetOf(round.history);
    const at = classOf(round.cards, street);
    round.waits = true;
    const actions = offered(round.history, at).map((way) =>
      make("button", { type: "button", "data-action": way[0], onclick: () => decide(way, at) }, way[0]));
    table.replaceChildren(make("p", {}, combin.faces(zonesText(round.cards))),
      make("p", {}, `${capital([streets[street].decision, said(round.history)].filter(Boolean).join(" "))}: `, ...actions));
    tell();
  };

  const decide = (way, at) => {
    const top = best(round.history, at);
    const mine = valued(round.history, at).find((one) => one.way === way);
    const lost = value(top.worth - mine.worth, round.history, at);
    played.decisions += 1;
    round.waits = false;
    if (lost.n) {
      if (again.every((one) => one.cards !== round.first)) again.push({ at: played.rounds + AGAIN, cards: round.first });
      played.errors += 1;
      played.cost = combin.plus(played.cost, lost);
    }
    remark.replaceChildren(make("p", { class: lost.n ? "wrong" : "best" }, lost.n
      ? `${top.way[0]} is better: ${way[0]} loses ${combin.decimal(lost, 6)}, exactly ${combin.text(lost)} of one ${wager}. The hand comes again.`
      : `Right: ${way[0]}${mine === top ? "" : `, worth as much as ${top.way[0]}`}.`),
    make("p", {}, combin.faces(zonesText(round.cards))), ...answer(round.history, at));
    if (way[2]) {
      round.history = way[1];
      round.cards = deal(round.cards, streetOf(way[1]));
      if (ways[round.history] && decided(round.history, classOf(round.cards, streetOf(way[1])))) {
        put();
        table.querySelector("button").focus();
        return;
      }
    }
    table.replaceChildren(make("p", {}, make("button", { type: "button", onclick: next }, "Next hand")));
    tell();
    table.querySelector("button").focus();
  };

  const tell = () => {
    const counted = (many, noun) => `${many} ${noun}${many === 1 ? "" : "s"}`;
    score.textContent = `${counted(played.rounds, "hand")}, ${counted(played.decisions, "decision")}, `
      + `${counted(played.errors, "error")}, together ${combin.decimal(played.cost, 6)}, exactly ${combin.text(played.cost)} of one ${wager}${
        again.length ? `; ${again.length} to come again.` : "."}`;
  };

  const modes = [["costly", "by how much the decision is worth"], ["random", "as they are dealt"]];
  place.append(make("label", {}, "Hands ", make("select", {
    id: "practise-mode", onchange: (event) => { mode = event.target.value; weighed = null; begin(); },
  }, ...modes.map(([word, text]) => make("option", { value: word }, text)))), table, remark, score);
  begin();

  // --- Follow what is edited ---------------------------------------------------------------------

  const notes = [ask, place].filter(Boolean).map((part) => {
    const note = make("p", { class: "followed" });
    part.prepend(note);
    return note;
  });
  const follow = () => {
    const { bet, setting, value, pays, usual } = combin.edited;
    const isMine = bet === combin.hands.bet && value;
    const fits = isMine && settings[setting] >= 0;
    const units = new Map(fits ? value.pays.map((address, at) => [address, pays[at]]) : []);
    pay(fits ? settings[setting] : 0, fits ? Object.keys(combin.hands.pays).map((address, at) => units.get(address) || printed[at]) : printed);
    memory.clear();
    weighed = null;
    begins();
    const words = usual || !isMine ? "At the printed rules and pays." : "At the rules and pays set above.";
    notes.forEach((note) => note.replaceChildren(fits || !isMine ? words
      : "The rules set above deal other hands: here the printed rules hold. combin advise answers for others, with --set."));
    showAsked();
    if (!round.waits) return;
    if (ways[round.history] && decided(round.history, classOf(round.cards, streetOf(round.history)))) put();
    else {
      played.rounds -= 1;
      begin();
    }
  };
  if (combin.edited) follow();
  addEventListener("edited", follow);
})();
