// Blackjack: the edge, the chart, every action with a hand, and practice, under the rules that are chosen. Expects
// exact.js, cards.js, practice.js and blackjack-solver.js before it, and combin.blackjack, which the game's
// blackjack-data.js sets.
"use strict";

(() => {
  const { game, choices, printed, natural, model, settings, solver, changes, entangled, hands, rule,
    insurance, shoe } = combin.blackjack;
  const { make } = combin;
  const [ACE, TEN] = [0, 9];
  const RANKS = [..."A23456789T"];
  const zero = combin.fraction(0n);
  const wide = (...inside) => make("div", { class: "wide" }, make("table", {}, ...inside));
  const row = (cells, given = {}) => make("tr", given, ...cells.map((cell) => make("td", {}, cell)));
  const head = (words) => make("thead", {}, make("tr", {}, ...words.map((word) => make("th", { scope: "col" }, word))));
  const number = (fraction) => Number(combin.decimal(fraction, 15));

  // --- The rules that are chosen --------------------------------------------------------------------

  const chosen = { ...printed };
  const key = () => choices.map(([name]) => chosen[name]).join(" ");
  const elsewhere = () => choices.map(([name]) => name).filter((name) => chosen[name] !== printed[name]);
  const isPrinted = () => !elsewhere().length;
  const known = new Map(settings.map(([made, constant, chance]) => [
    choices.map(([name]) => made[name] || printed[name]).join(" "), [combin.known(constant), combin.known(chance)]]));
  const command = (made, verb, ...words) => [`combin ${verb} ${game}`, ...words,
    ...made.map((name) => `--set ${name}=${chosen[name]}`)].join(" ");
  // Return the rules as the solver takes them, null where it does not know all of them.
  const rules = () => {
    const made = elsewhere();
    const changed = made.map((name) => changes[name][chosen[name]]);
    const isTangled = entangled.some((pair) => pair.every((name) => made.includes(name)));
    return solver && !isTangled && changed.every(Boolean) ? Object.assign({}, solver, ...changed) : null;
  };

  // --- The solver works beside the page; a newer question makes the answers to older ones void ----------

  const startWorker = () => {
    const text = `"use strict"; const solve = (${combin.blackjackSolver})(); onmessage = ({ data }) => postMessage(solve(data));`;
    try {
      return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    } catch {
      return null;
    }
  };
  let [worker, wanted, asked] = [startWorker(), null, null];
  const ask = () => {
    asked = wanted;
    if (worker) worker.postMessage(asked.house);
    else setTimeout(() => answered(combin.blackjackSolver()(asked.house)));
  };
  const answered = (solved) => {
    if (asked !== wanted) return ask();
    wanted = null;
    return asked.use(solved);
  };
  const solve = (house, use) => {
    const isFree = !wanted;
    wanted = { house, use };
    if (isFree) ask();
  };
  if (worker) {
    worker.onmessage = ({ data }) => answered(data);
    worker.onerror = () => {
      worker = null;
      if (wanted) ask();
    };
  }

  // What hands, chart and practice go by: the game as solved, null until it is, under the choices that were made; these
  // are none where the solver does not know the rules.
  const inForce = { solved: null, made: [] };
  const house = () => inForce.solved?.house || solver;
  const code = (text) => make("code", {}, ...text.split(" --").flatMap((words, at) =>
    (at ? [" ", make("span", { class: "option" }, `--${words}`)] : [words])));
  const exactly = (verb, ...words) => make("span", {}, "Exactly: ", code(command(inForce.made, verb, ...words)));

  // --- The edge: constant + chance * the pay of a natural --------------------------------------------

  const pay = make("input", { id: "natural-pay", value: natural, size: 6, inputmode: "text" });
  const edge = make("p", { id: "rules-edge", class: "edge", "aria-live": "polite" });
  const details = make("div", { id: "rules-exact" });
  const usualPay = combin.known(natural);
  const paid = () => {
    const units = combin.parse(pay.value);
    return units && units.n >= 0n ? units : null;
  };
  const isPayPrinted = () => !paid() || !combin.compare(paid(), usualPay);
  const edgeOf = ([constant, chance]) => -(constant + chance * number(paid() || usualPay));
  const whose = (isPlayers) => (isPlayers ? "Player's edge" : "House edge");
  const showEdge = () => {
    pay.setAttribute("aria-invalid", !paid());
    edge.setAttribute("aria-busy", "false");
    const tell = (told, ...more) => {
      edge.replaceChildren(...told);
      details.replaceChildren(...more);
    };
    if (!paid()) return tell([combin.parse(pay.value) ? "A natural pays 0 or more." : combin.unread("the pay of a natural", pay.value)]);
    const named = ` of one bet, model ${chosen.model || model}`;
    const stored = known.get(key());
    if (stored) {
      const lost = combin.minus(zero, combin.plus(stored[0], combin.times(stored[1], paid())));
      const size = lost.n < 0n ? combin.minus(zero, lost) : lost;
      return tell([make("strong", {}, `${whose(lost.n < 0n)} ${combin.percent(size)}`), named],
        make("details", {}, make("summary", {}, "House edge exactly"), " ", make("span", { class: "exact" }, combin.text(lost))));
    }
    const verb = isPayPrinted() ? "solve" : "formula";
    if (!rules()) return tell(["This page does not solve these rules."], "Their edge: ", code(command(elsewhere(), verb)));
    if (!inForce.solved) {
      edge.setAttribute("aria-busy", "true");
      return tell(["Solving these rules …"]);
    }
    const lost = edgeOf(inForce.solved.value);
    return tell([make("strong", {}, `${whose(lost < 0)} ${(100 * Math.abs(lost)).toFixed(4)} %`), named],
      `House edge ${lost.toFixed(10)}, rounded to 10 digits. `, exactly(verb));
  };

  const picks = choices.map(([name, label, meaning, values]) => {
    const select = make("select", { "data-choice": name, onchange: (event) => {
      chosen[name] = event.target.value;
      follow();
    } }, ...values.map(([word, told]) => make("option", { value: word }, told)));
    select.value = printed[name];
    return make("label", { class: "choice", title: meaning }, `${label} `, select);
  });
  pay.addEventListener("input", () => {
    showPrinted();
    showEdge();
    showChart();
    showAsked();
  });
  const naturalPay = make("label", { class: "choice" }, "Blackjack pays, to 1 ", pay);
  document.getElementById("rules-here").append(make("div", { class: "desk" },
    make("div", {}, ...picks, naturalPay), make("div", { class: "result" }, edge, details)));

  // --- The chart: that of the printed rules stands in the report ----------------------------------------

  const MEANINGS = { H: "hit", S: "stand", D: "double or hit", Ds: "double or stand", P: "split",
    Rh: "surrender or hit", Rs: "surrender or stand", Rp: "surrender or split" };
  const chart = document.getElementById("chart-here");
  // Return the rows of a kind; those that follow each other and are played alike are one.
  const merged = (kind) => {
    const groups = [];
    const isLeft = house().hands > 1 && house().aces === "hit"; // two aces, of a split
    for (const [name, letters] of inForce.solved.chart.rows) {
      const [of, total] = name.split(" ");
      if (of !== kind || (name === "soft 12" && !isLeft)) continue;
      const last = groups.at(-1);
      if (last && last.letters.join() === letters.join()) last.totals.push(total);
      else groups.push({ totals: [total], letters });
    }
    const label = ([first, ...more]) => {
      if (kind === "pair") {
        const pairs = [first, ...more].map((rank) => `${rank}-${rank}`.replaceAll("T", "10"));
        return pairs.length > 2 ? `${pairs[0]} to ${pairs.at(-1)}` : pairs.join(", ");
      }
      const last = more.at(-1) || first;
      return last === first ? first : last === "21" ? `${first}+` : `${first}-${last}`;
    };
    return groups.map(({ totals, letters }) => [label(totals), letters]);
  };
  const showChart = () => {
    chart.hidden = !inForce.made.length;
    chart.setAttribute("aria-busy", !inForce.solved);
    if (chart.hidden || !inForce.solved) return;
    const tables = [["Hard", "hard"], ["Soft", "soft"], ["Pairs", "pair"]].map(([title, kind]) => wide(
      head([title, ..."23456789", "10", "A"]), make("tbody", {}, ...merged(kind).map(([label, letters]) =>
        make("tr", {}, make("td", {}, label), ...letters.map((letter) => make("td", { class: `play ${letter}` }, letter)))))));
    const used = new Set(inForce.solved.chart.rows.flatMap(([, letters]) => letters));
    const meant = Object.entries(MEANINGS).filter(([letter]) => used.has(letter)).map(([letter, words]) => `${letter} ${words}`);
    const lost = edgeOf(inForce.solved.chart.value);
    chart.replaceChildren(
      make("p", {}, `The chart for the rules chosen above: one action per total and up card. Its house edge is ${(100 * lost).toFixed(4)} %`
        + ` (model total; ${lost.toFixed(10)}, rounded to 10 digits).`),
      ...tables, make("p", {}, `${meant.join("; ")}.`), make("p", {}, exactly("situations")));
  };
  // Return what the chart says of a hand, given what it may do.
  const charted = (hand, up, offered) => {
    const { lattice, chart: { rows } } = inForce.solved;
    const pair = RANKS.findIndex((_, rank) => lattice.cards[hand * 10 + rank] === 2);
    const name = pair >= 0 && lattice.size[hand] === 2 ? `pair ${RANKS[pair]}`
      : `${lattice.soft[hand] ? "soft" : "hard"} ${lattice.total[hand]}`;
    const letter = new Map(rows).get(name)[(up + 9) % 10];
    return MEANINGS[letter].split(" or ").find((action) => offered.includes(action));
  };

  // --- What the actions are worth: exactly with two cards under the printed rules --------------------------

  const stored = new Map(hands.map(([cards, up, deals, actions]) => [`${cards}/${up}`, { cards, up, deals,
    actions: Object.entries(actions).map(([name, worth]) => {
      const exact = combin.known(worth);
      return { name, exact, worth: number(exact) };
    }).sort((one, other) => combin.compare(other.exact, one.exact)) }]));
  const sorted = (ranks) => [...ranks].sort((one, other) => one - other);
  const keyOf = (ranks, up) => `${sorted(ranks).map((rank) => RANKS[rank]).join("")}/${RANKS[up]}`;
  const ranked = (actions) => Object.entries(actions).map(([name, worth]) => ({ name, worth }))
    .sort((one, other) => other.worth - one.worth);
  const written = (ranks, up) => `"${ranks.map((rank) => RANKS[rank]).join(" ")} / ${RANKS[up]}"`;

  // Return what each action is worth, the best first, or a line that says why none is.
  const advised = (ranks, up) => {
    const held = (rank) => ranks.filter((one) => one === rank).length;
    const { shoe, charlie } = house() || { shoe: [] };
    const short = RANKS.findIndex((_, rank) => held(rank) + (rank === up) > shoe[rank]);
    if (short >= 0) return `The shoe has ${shoe[short]} cards that count ${RANKS[short]}.`;
    const total = ranks.reduce((sum, rank) => sum + rank + 1, 0);
    if (total > 21) return "This hand has bust.";
    if (charlie && ranks.length >= charlie) return `${charlie} cards win: this hand has ended.`;
    if (!inForce.made.length && ranks.length === 2) return stored.get(keyOf(ranks, up)).actions;
    if (!solver) return `${command(inForce.made, "advise", written(ranks, up))} has the values of this hand.`;
    if (!inForce.solved) return "Solving these rules …";
    return ranked(combin.blackjackActions(inForce.solved, combin.blackjackHand(inForce.solved, ranks, up), up));
  };
  const valueOf = ({ worth, exact }) => make("span", { "data-worth": worth }, ...(exact
    ? [`${combin.decimal(exact, 6)} `, make("small", { class: "exact" }, combin.text(exact))] : [worth.toFixed(10)]));
  const below = (one, best) => (one.exact ? combin.decimal(combin.minus(one.exact, best.exact), 6) : (one.worth - best.worth).toFixed(6));
  // Return a natural at the pay that is chosen.
  const naturalAtPay = ({ name, worth, exact }) => {
    const pays = paid() || usualPay;
    if (!exact) return { name, worth: worth * number(pays) };
    const value = usualPay.n ? combin.over(combin.times(exact, pays), usualPay) : zero;
    return { name, worth: number(value), exact: value };
  };
  // Return what insurance of half a bet adds to two cards, null where it is not offered.
  const insuranceAdds = (ranks, up) => {
    if (!insurance || up !== ACE || ranks.length !== 2) return null;
    const left = (house()?.shoe || shoe).map((count, rank) => count - [...ranks, up].filter((one) => one === rank).length);
    const chance = combin.fraction(BigInt(left[TEN]), BigInt(left.reduce((sum, count) => sum + count, 0)));
    const won = combin.times(combin.plus(combin.known(insurance), combin.known("1")), chance);
    return combin.times(combin.minus(won, combin.known("1")), combin.known("1/2"));
  };
  const insured = ({ worth, exact }, adds) => {
    const insure = exact ? { worth: number(combin.plus(exact, adds)), exact: combin.plus(exact, adds) } : { worth: worth + number(adds) };
    return [{ name: "decline insurance", worth, exact }, { name: "insure", ...insure }].sort((one, other) => other.worth - one.worth);
  };
  const answer = (told, ranks, up) => {
    if (typeof told === "string") return [make("p", {}, told)];
    const isNatural = told[0].name === "natural";
    const [only, adds] = [isNatural ? naturalAtPay(told[0]) : told[0], insuranceAdds(ranks, up)];
    const actions = isNatural && adds ? insured(only, adds) : told;
    const [best] = actions;
    if (actions.length === 1) return [make("p", {}, `Nothing to decide: ${only.name}, worth ${only.worth.toFixed(6)} of one bet.`)];
    const looked = !isNatural && house()?.looks === "first" && house().surrender !== "early" && (up === ACE || up === TEN);
    return [...(looked ? [make("p", {}, "The dealer has looked and has no natural.")] : []),
      wide(head(["action", "value, in bets", "against the best"]), make("tbody", {}, ...actions.map((one) =>
        row([one.name, valueOf(one), one === best ? "best" : below(one, best)],
          { class: one === best ? "best" : false, "data-action": one.name })))),
      ...(best.exact ? [] : [make("p", {}, "Values rounded to 10 digits. ", exactly("advise", written(ranks, up)))])];
  };

  // --- Ask about a hand -------------------------------------------------------------------------------

  const spoken = (rank) => (RANKS[rank] === "T" ? "10" : RANKS[rank]);
  const typed = make("input", { id: "hand", value: "8 8 / T", size: 16, autocomplete: "off", spellcheck: "false" });
  const shown = make("div", { id: "asked", "aria-live": "polite" });
  const CARD = /10|[2-9TJQKA]/g;
  const read = (text) => {
    const parts = text.toUpperCase().replaceAll(",", " ").split("/");
    if (parts.length !== 2 || parts.some((part) => part.replace(CARD, "").trim())) return null;
    const [ranks, [up, ...more]] = parts.map((part) => (part.match(CARD) || [])
      .map((card) => RANKS.indexOf(/10|[JQK]/.test(card) ? "T" : card)));
    return up === undefined || more.length || ranks.length < 2 ? null : [ranks, up];
  };
  const showAsked = () => {
    const found = read(typed.value);
    typed.setAttribute("aria-invalid", !found);
    const adds = found && insuranceAdds(...found);
    const told = found && advised(...found);
    const first = adds && Array.isArray(told)
      ? [make("p", {}, `Insurance of half a bet may be taken first; it adds ${combin.decimal(adds, 6)} of one bet (${combin.text(adds)}).`)] : [];
    shown.replaceChildren(...(found ? [...first, ...answer(told, ...found)]
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
    make("p", {}, press("Clear", "clear the cards", () => " / ")), shown);

  // --- Practise: which hand is dealt --------------------------------------------------------------------

  const NOISE = 0.1; // bets: the gap at which errors cost most in all
  const TINY = 1e-12; // what is less is rounding
  const session = combin.practice.session(game);
  const practice = { order: "random", spots: [] };
  // Return the decisions that are dealt: all that the best play comes to, and of a game that is not solved the first.
  const dealt = () => {
    const found = inForce.solved ? combin.blackjackSpots(inForce.solved, rule)
      : [...stored.values()].filter(({ actions }) => actions.length > 1).map(({ cards, up, deals, actions: [one, other] }) => (
        { ranks: [...cards].map((card) => RANKS.indexOf(card)), up: RANKS.indexOf(up), frequency: Number(deals), gap: one.worth - other.worth }));
    const likely = combin.practice.likely(found, NOISE);
    return found.map(({ ranks, up, frequency }, at) => ({ ranks, up, key: keyOf(ranks, up),
      weights: { likely: likely[at], random: ranks.length === 2 ? frequency : 0 } }));
  };
  const next = () => {
    const missed = session.next((asked) => practice.spots.some((spot) => spot.key === asked));
    if (missed) return practice.spots.find((spot) => spot.key === missed);
    const isLikely = practice.order === "likely";
    return practice.spots[combin.practice.pick(practice.spots.map(({ weights, key: spot }) =>
      weights[practice.order] * (isLikely ? session.factor(spot) : 1)))];
  };

  // --- Practise: a hand is played to its end ---------------------------------------------------------------

  const random = (many) => Math.floor(Math.random() * many);
  const faced = (rank) => (rank === TEN ? "TJQK"[random(4)] : RANKS[rank]) + "cdhs"[random(4)];
  const round = { left: [], up: 0, faces: "", hole: null, hands: [], at: 0 };
  const table = make("div", { id: "table" });
  const remark = make("div", { id: "remark", "aria-live": "polite" });
  const score = make("p", { id: "score", "aria-live": "polite" });
  const drawn = () => {
    const rank = combin.practice.pick(round.left);
    round.left[rank] -= 1;
    return rank;
  };
  const give = (hand, rank) => {
    hand.ranks.push(rank);
    hand.faces.push(faced(rank));
  };
  const isNatural = (one, other) => one + other === TEN && (one === ACE || other === ACE);
  const totalOf = (ranks) => {
    const hard = ranks.reduce((sum, rank) => sum + rank + 1, 0);
    return ranks.includes(ACE) && hard <= 11 ? hard + 10 : hard;
  };

  const deal = () => {
    const { ranks, up } = next();
    const hand = { ranks: [], faces: [], wager: 1 };
    ranks.forEach((rank) => give(hand, rank));
    Object.assign(round, { up, hands: [hand], at: 0, faces: faced(up), hole: null });
    if (inForce.solved) {
      round.left = house().shoe.map((count, rank) => count - ranks.filter((one) => one === rank).length - (rank === up));
      const looked = house().looks === "first" && !(house().surrender === "early" && ranks.length === 2);
      const shown = [...round.left];
      do {
        round.left = [...shown];
        round.hole = drawn();
      } while (looked && isNatural(up, round.hole));
    }
    remark.replaceChildren();
    put();
  };
  // Return what may be done with the hand that is played, the best first.
  const offered = () => {
    const { ranks, isSplit } = round.hands[round.at];
    const actions = advised(ranks, round.up);
    if (typeof actions === "string" || !isSplit) return actions;
    const { natural, split, surrender, ...others } = combin.blackjackActions(inForce.solved, combin.blackjackHand(inForce.solved, ranks, round.up), round.up);
    if (!house().afterSplit) delete others.double;
    return ranked(others);
  };
  const put = () => {
    const hand = round.hands[round.at];
    const names = offered().map(({ name }) => name);
    const several = round.hands.length > 1 ? [make("p", {}, `Hand ${round.at + 1} of ${round.hands.length} after the split:`)] : [];
    table.replaceChildren(...several, make("p", {}, combin.faces(`${hand.faces.join(" ")} / ${round.faces}`)),
      make("p", { class: "offered" }, ...["hit", "stand", "double", "split", "surrender"].filter((name) => names.includes(name)).map((name) =>
        make("button", { type: "button", "data-action": name, onclick: () => decide(name) }, name))));
    score.replaceChildren(session.grade());
  };

  const decide = (name) => {
    const hand = round.hands[round.at];
    const actions = offered();
    const [best] = actions;
    const taken = actions.find((action) => action.name === name);
    const gap = best.worth - taken.worth;
    const lost = gap < TINY ? 0 : gap;
    session.answer(hand.isSplit ? null : keyOf(hand.ranks, round.up), lost);
    const said = inForce.solved && !hand.isSplit ? charted(combin.blackjackHand(inForce.solved, hand.ranks, round.up), round.up, actions.map((one) => one.name)) : best.name;
    remark.replaceChildren(make("p", { class: lost ? "wrong" : "best" }, lost
      ? `${best.name} is better: ${name} loses ${lost.toFixed(6)} of one bet.${hand.isSplit ? "" : " The hand comes again."}` : `Right: ${name}.`),
    ...(said === best.name ? [] : [make("p", {}, `The chart says ${said}: these cards are an exception.`)]),
    ...(hand.isSplit ? [make("p", {}, "Hands of a split are valued as the same cards without one.")] : []),
    make("p", {}, combin.faces(`${hand.faces.join(" ")} / ${round.faces}`)),
    ...answer(actions, hand.ranks, round.up));
    if (inForce.solved) act(hand, name);
    if (inForce.solved && goesOn()) put();
    else end();
    table.querySelector("button").focus();
  };
  const act = (hand, name) => {
    if (name === "split") return splitUp(hand);
    if (name === "hit" || name === "double") give(hand, drawn());
    hand.isOver = name !== "hit";
    if (name === "double") hand.wager = 2;
    if (name === "surrender") hand.isGivenUp = true;
    return null;
  };
  const splitUp = ({ ranks: [rank], faces }) => {
    const isClosed = rank === ACE && ["one-card", "resplit"].includes(house().aces);
    const most = rank === ACE && ["one-card", "once"].includes(house().aces) ? 2 : house().hands;
    const one = (face) => ({ ranks: [rank], faces: [face], wager: 1, isSplit: true, isOver: isClosed });
    round.hands = faces.map(one);
    for (let at = 0; at < round.hands.length; at++) {
      const hand = round.hands[at];
      give(hand, drawn());
      while (hand.ranks[1] === rank && round.hands.length < most) {
        hand.ranks.pop();
        round.hands.push(one(hand.faces.pop()));
        give(hand, drawn());
      }
    }
  };
  // Go on to the next hand that is not over; return whether there is one. A dealer who looks ends the round by a natural.
  const goesOn = () => {
    if (house().looks === "first" && isNatural(round.up, round.hole)) return false;
    for (; round.at < round.hands.length; round.at++) {
      const hand = round.hands[round.at];
      const actions = hand.isOver ? [] : offered();
      const isDecided = actions.length < 2 || (totalOf(hand.ranks) === 21 && actions[0].name === "stand");
      if (Array.isArray(actions) && !isDecided) return true;
    }
    return false;
  };
  const end = () => {
    table.replaceChildren(...(inForce.solved ? outcome() : []), make("p", {}, make("button", { type: "button", id: "next", onclick: () => {
      deal();
      table.querySelector("button").focus();
    } }, "Next hand")));
    score.replaceChildren(session.grade());
  };
  // Return how the round ends: the dealer draws where a hand waits for him.
  const outcome = () => {
    const dealer = { ranks: [round.up], faces: [round.faces], wager: 0 };
    give(dealer, round.hole);
    const hasNatural = isNatural(...dealer.ranks);
    const isCharlie = ({ ranks }) => ranks.length === house().charlie;
    const waits = round.hands.some((hand) => !hand.isGivenUp && totalOf(hand.ranks) <= 21 && !isCharlie(hand));
    const mustDraw = () => {
      const total = totalOf(dealer.ranks);
      const isSoft = total > dealer.ranks.reduce((sum, rank) => sum + rank + 1, 0);
      return total < 17 || (total === 17 && isSoft && house().hitsSoft17);
    };
    while (waits && !hasNatural && mustDraw()) give(dealer, drawn());
    const his = totalOf(dealer.ranks);
    const netOf = (hand) => {
      const total = totalOf(hand.ranks);
      if (hand.isGivenUp) return -0.5;
      if (total > 21) return -hand.wager;
      return hand.wager * (isCharlie(hand) || his > 21 ? 1 : Math.sign(total - his));
    };
    const wagered = round.hands.reduce((sum, hand) => sum + hand.wager, 0);
    const isEarly = round.hands[0].isGivenUp && house().surrender === "early";
    const net = hasNatural && !isEarly ? -(house().looks === "never" ? wagered : 1)
      : round.hands.reduce((sum, hand) => sum + netOf(hand), 0);
    const won = net ? `You ${net > 0 ? "win" : "lose"} ${Math.abs(net)} ${Math.abs(net) === 1 ? "bet" : "bets"}.` : "You win and lose nothing.";
    const shownHands = round.hands.map((hand) => make("p", {}, "You: ", combin.faces(hand.faces.join(" ")), ` ${totalOf(hand.ranks)}`));
    return [...shownHands, make("p", {}, "Dealer: ", combin.faces(dealer.faces.join(" ")), ` ${hasNatural ? "a natural" : his}. ${won}`)];
  };

  const begin = () => {
    practice.spots = dealt();
    deal();
  };
  const place = document.getElementById("practise-here");
  const controls = combin.practice.controls(() => {
    session.forget();
    deal();
  }, (asked) => {
    practice.order = asked;
    if (practice.spots.length) deal();
  });
  place.append(controls, table, remark, score);

  // --- Follow the rules that are chosen ----------------------------------------------------------------

  const notes = ["ask", "practise-here"].map((id) => {
    const note = make("p", { class: "followed" });
    document.getElementById(id).prepend(note);
    return note;
  });
  const say = (...words) => notes.forEach((note) => note.replaceChildren(...words.map((word) => word.cloneNode?.(true) || word)));
  const showPrinted = () => {
    combin.printedOnly(isPrinted() && isPayPrinted(), isPrinted() ? "" : command(elsewhere(), "situations"));
    if (rules()) document.querySelectorAll(".other-play").forEach((node) => { node.hidden = true; });
  };
  const show = (isReady) => {
    showPrinted();
    showEdge();
    showChart();
    showAsked();
    if (isReady) begin();
    else [table, remark].forEach((node) => node.replaceChildren());
  };
  function follow() {
    const followed = rules();
    Object.assign(inForce, { solved: null, made: followed ? elsewhere() : [] });
    const told = followed || isPrinted() ? [elsewhere().length ? "At the rules chosen above." : "At the printed rules."]
      : ["This part does not follow these rules: the printed ones hold here. For those that are chosen: ",
        code(command(elsewhere(), "advise", '"8 8 / T"'))];
    say(...(solver ? ["Solving these rules …"] : told));
    show(!solver);
    if (solver) {
      solve(followed || solver, (solved) => {
        inForce.solved = solved;
        say(...told);
        show(true);
      });
    }
  }
  follow();
})();
