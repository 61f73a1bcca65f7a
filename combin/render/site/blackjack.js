// Blackjack and its kin: what the rules are worth, every action's exact value with a hand, and
// practice, for the rules as printed. Expects exact.js and cards.js before it, and combin.countUp,
// which the game's blackjack-data.js sets.
"use strict";

(() => {
  const { choices, settings, printed, natural, game } = combin.countUp;
  const others = combin.countUp.others = [combin.countUp]; // hands under other rules, by their number
  const make = combin.make;
  const RANKS = [..."A23456789T"];
  const zero = combin.fraction(0n);
  const one = combin.fraction(1n);
  const negative = (number) => combin.minus(zero, number);
  const wide = (...inside) => make("div", { class: "wide" }, make("table", {}, ...inside));
  const row = (cells, given = {}) => make("tr", given, ...cells.map((cell) => make("td", {}, cell)));
  const head = (words) => make("thead", {}, make("tr", {},
    ...words.map((word) => make("th", { scope: "col" }, word))));

  // --- What the rules are worth: the value is constant + chance * the pay of a natural ---------

  const place = document.getElementById("rules-here");
  const key = (chosen) => choices.map(([name]) => chosen[name]).join(" ");
  const known = new Map(settings.map(([chosen, constant, chance], number) => [
    key({ ...printed, ...chosen }), [combin.known(constant), combin.known(chance), number]]));

  const chosen = { ...printed };
  const pay = make("input", { id: "natural-pay", value: natural, size: 6, inputmode: "text" });
  const edge = make("p", { id: "rules-edge", class: "edge", "aria-live": "polite" });
  const value = () => {
    const found = known.get(key(chosen));
    const paid = combin.parse(pay.value);
    if (!found || !paid || paid.n < 0n) return null;
    return combin.plus(found[0], combin.times(found[1], paid));
  };
  const elsewhere = () => choices.map(([name]) => name).filter((name) => chosen[name] !== printed[name]);
  const command = (verb, ...words) => [`combin ${verb} ${game}`, ...words,
    ...elsewhere().map((name) => `--set ${name}=${chosen[name]}`)].join(" ");
  const usualPay = combin.known(natural);
  const paid = () => {
    const units = combin.parse(pay.value);
    return units && units.n >= 0n ? units : usualPay;
  };
  const isPayPrinted = () => !combin.compare(paid(), usualPay);
  const showEdge = () => {
    const paid = combin.parse(pay.value);
    pay.setAttribute("aria-invalid", !paid || paid.n < 0n);
    if (!paid) return edge.replaceChildren(combin.unread("the pay of a natural", pay.value));
    if (paid.n < 0n) return edge.replaceChildren("A natural pays 0 or more.");
    const worth = value();
    if (!worth) {
      return edge.replaceChildren("This page does not have this set of rules: ", make("code", {}, command(isPayPrinted() ? "solve" : "formula")),
        " finds their edge.");
    }
    const [whose, size] = worth.n > 0n ? ["Player's edge", worth] : ["House edge", negative(worth)];
    return edge.replaceChildren(make("strong", {}, `${whose} ${combin.percent(size)}`),
      ` of one bet, model ${chosen.model || combin.countUp.house.model}; house edge exactly `,
      make("span", { class: "exact" }, combin.text(negative(worth))));
  };
  const picks = choices.map(([name, meaning, values]) => {
    const select = make("select", { "data-choice": name, onchange: (event) => {
      chosen[name] = event.target.value;
      showEdge();
      follow();
    } }, ...values.map(([word, told]) => make("option", { value: word }, told)));
    select.value = printed[name];
    return make("label", { class: "choice" }, `${meaning[0].toUpperCase()}${meaning.slice(1)} `, select);
  });
  pay.addEventListener("input", () => {
    showEdge();
    follow();
  });
  const naturalPay = make("label", { class: "choice" }, "What a natural pays, to 1 ", pay);
  place.append(make("div", { class: "desk" }, make("div", {}, ...picks, naturalPay), make("div", { class: "result" }, edge)));
  showEdge();

  // --- A hand of two cards, from the data; one of more, worked out ------------------------------

  // What is known under the rules in force: the house, the hands, and the chart for the printed rules.
  let [inForce, house, bySpot, chart] = [];
  const take = (data) => {
    inForce = data;
    ({ house, chart = {} } = data);
    bySpot = new Map(data.hands.map(([cards, up, deals, actions]) => [`${cards}/${up}`, {
      cards, up, deals, actions: Object.entries(actions).map(([name, worth]) => ({ name, worth: combin.known(worth) })),
    }]));
  };
  take(combin.countUp);
  const twoCards = (cards, up) => bySpot.get(
    [...cards].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("") + `/${up}`);

  const total = (counts) => {
    const hard = counts.reduce((sum, many, rank) => sum + many * (rank + 1), 0);
    return counts[0] && hard <= 11 ? [hard + 10, true] : [hard, false];
  };
  const falling = (cards, factors) => {
    let product = 1n;
    for (let left = cards; left > Math.max(cards - factors, 1); left--) product *= BigInt(left);
    return product;
  };
  const draws = (counts) => {
    const [sum, soft] = total(counts);
    return sum < 17 || (soft && sum === 17 && house.hitsSoft17);
  };

  // Return how the dealer's hand ends: cards drawn, his total, and in how many orders.
  const finished = new Map();
  const finishes = (up) => {
    if (!finished.has(up)) {
      const found = new Map();
      const draw = (counts, drawn, many) => {
        if (many && !draws(counts)) {
          const [sum, soft] = total(counts);
          const natural = many === 1 && soft && sum === 21;
          const at = `${drawn.join()}|${natural}`;
          if (!found.has(at)) found.set(at, { drawn: [...drawn], many, sum, natural, orders: 0n });
          found.get(at).orders += 1n;
          return;
        }
        for (let rank = 0; rank < 10; rank++) {
          counts[rank] += 1;
          drawn[rank] += 1;
          draw(counts, drawn, many + 1);
          counts[rank] -= 1;
          drawn[rank] -= 1;
        }
      };
      const counts = Array(10).fill(0);
      counts[up] = 1;
      draw(counts, Array(10).fill(0), 0);
      finished.set(up, [...found.values()].map((end) => ({ ...end,
        drawn: end.drawn.map((many, rank) => [rank, many]).filter(([, many]) => many) })));
    }
    return finished.get(up);
  };

  // Every value is a whole number over one scale for hands of a size, so a hit divides nothing.
  const DEEP = 34;
  const further = (cards, up) => {
    const counts = Array(10).fill(0);
    cards.forEach((rank) => { counts[rank] += 1; });
    const shoe = house.shoe.map((many, rank) => many - (rank === up ? 1 : 0));
    const looked = house.looks === "first" && !house.early;
    const memory = new Map();
    const size = (held) => held.reduce((sum, many) => sum + many, 0);
    const left = (held) => shoe.map((many, rank) => many - held[rank]);
    const other = up === 0 ? 9 : up === 9 ? 0 : null;

    const scaleOf = (held) => falling(size(left(held)), DEEP - size(held));
    const naturals = (held) => (other === null ? 0n
      : BigInt(left(held)[other]) * falling(size(left(held)) - 1, DEEP - size(held) - 1));
    // Return the part of a value that a dealer's natural decides: nothing where he has looked.
    const beaten = (held) => (looked ? 0n : -naturals(held));
    const stand = (held) => {
      const unseen = left(held);
      const [many, [sum]] = [size(unseen), total(held)];
      if (size(held) === house.charlie) return scaleOf(held) - naturals(held) + beaten(held);
      let worth = beaten(held);
      for (const end of finishes(up)) {
        if (end.natural) continue;
        const better = end.sum > 21 || end.sum < sum ? 1n : end.sum > sum ? -1n : 0n;
        if (!better) continue;
        let orders = end.orders * better;
        for (const [rank, drawn] of end.drawn) {
          for (let at = 0; at < drawn; at++) orders *= BigInt(Math.max(unseen[rank] - at, 0));
        }
        if (orders) worth += orders * falling(many - end.many, DEEP - size(held) - end.many);
      }
      return worth;
    };
    const hit = (held) => {
      let worth = 0n;
      left(held).forEach((many, rank) => {
        if (many <= 0) return;
        held[rank] += 1;
        worth += BigInt(many) * best(held);
        held[rank] -= 1;
      });
      return worth;
    };
    const best = (held) => {
      const [sum] = total(held);
      if (sum > 21) return beaten(held) + naturals(held) - scaleOf(held);
      const at = held.join();
      if (!memory.has(at)) {
        const standing = stand(held);
        const drawing = size(held) === house.charlie ? null : hit(held);
        memory.set(at, drawing !== null && drawing > standing ? drawing : standing);
      }
      return memory.get(at);
    };
    const counted = looked ? scaleOf(counts) - naturals(counts) : scaleOf(counts);
    const found = { stand: stand(counts), hit: hit(counts) };
    return Object.entries(found).map(([name, worth]) => ({ name, worth: combin.fraction(worth, counted) }));
  };

  // Return what each action is worth, the best first, or a line that says why none is.
  const advised = (cards, up) => {
    const counts = Array(10).fill(0);
    cards.forEach((rank) => { counts[rank] += 1; });
    const short = RANKS.find((_, rank) => counts[rank] + (rank === up ? 1 : 0) > house.shoe[rank]);
    if (short) return `The shoe has ${house.shoe[RANKS.indexOf(short)]} cards that count ${short}.`;
    if (total(counts)[0] > 21) return "This hand has bust.";
    if (cards.length >= house.charlie) return `${house.charlie} cards win: this hand has ended.`;
    if (cards.length > 2 && !house.workedOut) {
      return `${command("advise", `"${cards.map((rank) => RANKS[rank]).join(" ")} / ${RANKS[up]}"`)} has the values of this hand.`;
    }
    const actions = cards.length === 2
      ? twoCards(cards.map((rank) => RANKS[rank]), RANKS[up]).actions : further(cards, up);
    return [...actions].sort((a, b) => combin.compare(b.worth, a.worth));
  };

  const valueOf = (worth) =>
    make("span", {}, `${combin.decimal(worth, 6)} `, make("small", { class: "exact" }, combin.text(worth)));
  const answer = (cards, up) => {
    const actions = advised(cards, up);
    if (typeof actions === "string") return [make("p", {}, actions)];
    if (actions.length === 1) {
      const [{ name, worth }] = actions;
      const asPaid = name === "natural" && known.has(key(chosen)) && usualPay.n
        ? combin.times(worth, combin.over(paid(), usualPay)) : worth;
      return [make("p", {}, `Nothing to decide: ${name}, worth ${combin.decimal(asPaid, 6)} of one bet.`)];
    }
    const [top] = actions;
    const looked = house.looks === "first" && !house.early && (up === 0 || up === 9);
    return [...(looked ? [make("p", {}, "The dealer has looked and has no natural.")] : []),
      wide(head(["action", "value, in bets", "against the best"]),
        make("tbody", {}, ...actions.map(({ name, worth }) => row([name, valueOf(worth),
          combin.compare(worth, top.worth) ? combin.decimal(combin.minus(worth, top.worth), 6) : "best"],
        { class: combin.compare(worth, top.worth) ? false : "best", "data-action": name }))))];
  };

  // --- Ask about a hand ---------------------------------------------------------------------------

  const spoken = (rank) => (RANKS[rank] === "T" ? "10" : RANKS[rank]);
  const typed = make("input", { id: "hand", value: "8 8 / T", size: 16, autocomplete: "off", spellcheck: "false" });
  const asked = make("div", { id: "asked", "aria-live": "polite" });
  const CARD = /10|[2-9TJQKA]/g;
  const read = (text) => {
    const parts = text.toUpperCase().replaceAll(",", " ").split("/");
    if (parts.length !== 2 || parts.some((part) => part.replace(CARD, "").trim())) return null;
    const [cards, [up, ...more]] = parts.map((part) => (part.match(CARD) || [])
      .map((card) => RANKS.indexOf(/10|[JQK]/.test(card) ? "T" : card)));
    return up === undefined || more.length || cards.length < 2 ? null : [cards, up];
  };
  const showAsked = () => {
    const found = read(typed.value);
    typed.setAttribute("aria-invalid", !found);
    asked.replaceChildren(...(found ? answer(...found)
      : [make("p", {}, "Two cards or more, a slash, the dealer's card: 8 8 / T")]));
  };
  typed.addEventListener("input", showAsked);
  const press = (words, label, change) => make("button", { type: "button", "aria-label": label, onclick: () => {
    typed.value = change(typed.value);
    showAsked();
  } }, words);
  const order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
  const mine = (text) => text.split("/")[0].trim();
  const his = (text) => (text.split("/")[1] || "").trim();
  document.getElementById("ask").append(
    make("label", {}, "Hand ", typed),
    make("p", { class: "ranks" }, make("span", {}, "Yours "), ...order.map((rank) => press(spoken(rank), `${spoken(rank)} to your hand`,
      (text) => `${mine(text)} ${RANKS[rank]} / ${his(text)}`.trim()))),
    make("p", { class: "ranks" }, make("span", {}, "Dealer "), ...order.map((rank) => press(spoken(rank), `${spoken(rank)} for the dealer`,
      (text) => `${mine(text)} / ${RANKS[rank]}`))),
    make("p", {}, press("Clear", "clear the cards", () => " / ")), asked);
  showAsked();

  // --- Practise: the first decision; a hand that was missed comes again ------------------------------

  const AGAIN = 3; // hands later
  const decided = () => [...bySpot.values()].filter((spot) => spot.actions.length > 1).map((spot) => {
    const sorted = [...spot.actions].sort((a, b) => combin.compare(b.worth, a.worth));
    const gap = combin.minus(sorted[0].worth, sorted[1].worth);
    return { ...spot, sorted, often: spot.deals, worth: spot.deals * Number(combin.decimal(gap, 9)) };
  });
  let decisions = decided();
  const played = { hands: 0, errors: 0, cost: zero };
  const again = [];
  let mode = "costly";
  let now = null;
  const table = make("div", { id: "table" });
  const remark = make("div", { id: "remark", "aria-live": "polite" });
  const score = make("p", { id: "score", "aria-live": "polite" });

  // Chance decides here which hands are dealt, and no figure. Mistakes that cost much are no puzzle:
  // what a hand is dealt by is how much it costs to take the second best, times how often it comes.
  const drawn = () => {
    const weight = (spot) => (mode === "costly" ? spot.worth : spot.often);
    let left = Math.random() * decisions.reduce((sum, spot) => sum + weight(spot), 0);
    return decisions.find((spot) => (left -= weight(spot)) < 0) || decisions[0];
  };
  const faced = (rank) => {
    const suit = "cdhs"[Math.floor(Math.random() * 4)];
    return (rank === "T" ? "TJQK"[Math.floor(Math.random() * 4)] : rank) + suit;
  };
  const deal = () => {
    const due = again.findIndex((one) => one.at <= played.hands);
    now = due >= 0 ? again.splice(due, 1)[0].spot : drawn();
    const shown = `${[...now.cards].map(faced).join(" ")} / ${faced(now.up)}`;
    const offered = ["hit", "stand", "double", "split", "surrender"].filter((name) =>
      now.actions.some((action) => action.name === name));
    table.replaceChildren(make("p", {}, combin.faces(shown)), make("p", { class: "offered" }, ...offered.map((name) =>
      make("button", { type: "button", "data-action": name, onclick: () => decide(name, shown) }, name))));
    remark.replaceChildren();
    tell();
  };
  const decide = (name, shown) => {
    const [top] = now.sorted;
    const mine = now.sorted.find((action) => action.name === name);
    const lost = combin.minus(top.worth, mine.worth);
    played.hands += 1;
    if (lost.n) {
      played.errors += 1;
      played.cost = combin.plus(played.cost, lost);
      again.push({ at: played.hands + AGAIN, spot: now });
    }
    const letter = chart[`${now.cards}/${now.up}`];
    const excepted = letter && letter !== top.name ? ` The chart says ${letter}: these cards are an exception.` : "";
    remark.replaceChildren(make("p", { class: lost.n ? "wrong" : "best" }, lost.n
      ? `${top.name} is better: ${name} loses ${combin.decimal(lost, 6)} of one bet. The hand comes again.`
      : `Right: ${name}.`), ...(excepted ? [make("p", {}, excepted.trim())] : []),
    ...answer([...now.cards].map((rank) => RANKS.indexOf(rank)), RANKS.indexOf(now.up)));
    table.replaceChildren(make("p", {}, combin.faces(shown)),
      make("p", {}, make("button", { type: "button", id: "next", onclick: () => {
        deal();
        table.querySelector("button").focus();
      } }, "Next hand")));
    tell();
    table.querySelector("button").focus();
  };
  const tell = () => {
    const counted = (many, noun) => `${many} ${noun}${many === 1 ? "" : "s"}`;
    const waiting = again.length ? `; ${again.length} to come again.` : ".";
    score.replaceChildren(`${counted(played.hands, "hand")}, ${counted(played.errors, "error")}, together `
      + `${combin.decimal(played.cost, 6)} bets, exactly `,
    make("span", { class: "exact" }, combin.text(played.cost)), waiting);
  };
  const modes = [["costly", "by how much the decision is worth"], ["random", "as they are dealt"]];
  document.getElementById("practise-here").append(make("label", {}, "Hands ", make("select", {
    id: "practise-mode", onchange: (event) => { mode = event.target.value; deal(); },
  }, ...modes.map(([word, text]) => make("option", { value: word }, text)))), table, remark, score);
  deal();

  // --- Follow the rules that are chosen; the hands of each are read when they are first asked for ------

  const notes = ["ask", "practise-here"].map((id) => {
    const note = make("p", { class: "followed" });
    document.getElementById(id).prepend(note);
    return note;
  });
  const say = (words) => notes.forEach((note) => note.replaceChildren(words));
  function follow() {
    const [asked, isKnown] = [key(chosen), known.has(key(chosen))];
    const number = isKnown ? known.get(asked)[2] : 0;
    const isPrinted = !elsewhere().length;
    combin.printedOnly(isPrinted && isPayPrinted(), isPrinted ? "" : command("situations"));
    const use = (data, words) => {
      if (key(chosen) !== asked) return; // the rules have changed since
      if (data !== inForce) {
        take(data);
        finished.clear();
        again.length = 0;
        decisions = decided();
        deal();
      }
      say(words);
      showAsked();
    };
    const told = isPrinted && isPayPrinted() ? "At the printed rules." : "At the rules chosen above.";
    if (!isKnown) use(combin.countUp, "The page does not have the hands of these rules: here the printed rules hold.");
    else if (others[number]) use(others[number], told);
    else {
      say("The hands of these rules are being read.");
      document.body.append(make("script", { src: `hands-${number}.js`, onload: () => use(others[number], told),
        onerror: () => use(combin.countUp, "The hands of these rules cannot be read: here the printed rules hold.") }));
    }
  }
  follow();
})();
