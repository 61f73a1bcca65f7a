// Edit the felt: any pay and any choice of a bet, the exact edge, what of the best play changes, and
// where. Expects exact.js before it and combin.felt, which the game's felt-data.js sets.
"use strict";

(() => {
  const place = document.getElementById("felt");
  const MOST = 8; // examples of changed play that are shown
  const SOME = 2; // of hands of which other cards are held
  const STEPS = 12; // of a curve whose corners are not found
  const POINTS = 30; // breakpoints that have a button
  const PAUSE = 600; // milliseconds without an edit before a curve is computed step by step
  const DOTS = 200; // corners that are dotted
  const state = { bet: null, setting: null, pays: [], moved: 0 };

  const make = combin.make;
  const counted = (many, noun) => `${many.toLocaleString("en")} ${noun}${many === 1 ? "" : "s"}`;

  // --- What is edited ------------------------------------------------------------------------

  const bet = () => combin.felt.bets[state.bet];
  const once = (find) => {
    const known = new Map();
    return (key) => {
      if (!known.has(key)) known.set(key, find(key));
      return known.get(key);
    };
  };
  const settingsOf = once(combin.settings);
  const valuesOf = once((bet) => once((number) => combin.prepared(bet, number)));
  const setting = () => settingsOf(bet())[state.setting];
  const value = () => valuesOf(bet())(setting().value);
  const printed = () => setting().pays.map(combin.known);

  const choose = (wanted) => {
    const fits = (one) => Object.entries(wanted).filter(([name, word]) => one.choices[name] === word).length;
    const listed = settingsOf(bet());
    const most = Math.max(...listed.map(fits));
    state.setting = listed.findIndex((one) => fits(one) === most);
    state.pays = printed();
    if (state.moved >= state.pays.length) state.moved = Math.max(0, value().tabled.indexOf(1));
  };

  // Return why a pay cannot be set to a number, or nothing; text: what was typed, where it was.
  const refused = (number, pay, text) => {
    if (!number) return combin.unread(`pay ${value().pays[pay]}`, text);
    const least = combin.known(value().least[pay]);
    if (combin.compare(number, least) < 0) return `no less than ${combin.plain(least)} can be paid`;
    if (value().fits && !value().fits(state.pays.with(pay, number))) return `too long a number for this page; use ${command(pay, number)}`;
    const bounds = value().bounds;
    if (!bounds) return "";
    const [low, high] = bounds[pay].map(combin.known);
    if (combin.compare(number, low) >= 0 && combin.compare(number, high) <= 0) return "";
    return combin.compare(low, high)
      ? `this page covers ${combin.plain(low)} to ${combin.plain(high)}; beyond, use ${command(pay, number)}`
      : `this page covers ${combin.plain(low)} alone; otherwise use ${command(pay, number)}`;
  };

  // Return the words of a command that make the choices.
  const chosen = () => {
    const usual = settingsOf(bet())[0].choices;
    return Object.entries(setting().choices).filter(([name, word]) => word && word !== usual[name])
      .map(([name, word]) => `--set ${name}=${word}`);
  };
  // Return the command that solves the bet as it stands, with a pay set to a number.
  const command = (moved = -1, units = null) => {
    const before = printed();
    const pays = state.pays.with(moved, units ?? state.pays.at(moved));
    return [`combin solve ${combin.felt.game} --bet ${state.bet}`, ...chosen(), ...pays.flatMap((pay, number) =>
      (combin.compare(pay, before[number]) ? [`--pay ${value().pays[number]}=${combin.text(pay)}`] : []))].join(" ");
  };

  // --- The link ------------------------------------------------------------------------------

  const written = () => {
    const words = [["bet", state.bet], ...Object.entries(setting().choices)];
    const before = printed();
    state.pays.forEach((pay, number) => {
      if (combin.compare(pay, before[number])) words.push([value().pays[number], combin.text(pay)]);
    });
    return `#${words.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
  };

  // Return the name and the value that a word of the link gives, or nothing.
  const pairOf = (word) => {
    try {
      const pair = word.split("=").map(decodeURIComponent);
      return pair.length === 2 && pair[0] ? pair : null;
    } catch {
      return null; // a % with no number of a letter behind it
    }
  };

  // Set what a link says, and return a line for each of its words that cannot be read; what has no = leads to a heading.
  const read = (hash) => {
    const wrong = [];
    const words = new Map();
    const refuse = (word, why) => wrong.push(`${word}: ${why}`);
    (hash.includes("=") ? hash.slice(1).split("&").filter(Boolean) : []).forEach((word) => {
      const pair = pairOf(word);
      if (!pair || words.has(pair[0])) refuse(word, "not read; a link has each NAME=VALUE once");
      else words.set(...pair);
    });
    const known = Object.keys(combin.felt.bets);
    state.bet = known.includes(words.get("bet")) ? words.get("bet") : known[0];
    if (words.has("bet") && words.get("bet") !== state.bet) refuse(`bet=${words.get("bet")}`, "there is no such bet");
    if (bet().refused) return wrong;
    state.moved = Infinity;
    choose(Object.fromEntries(words));
    words.forEach((word, name) => {
      if (name === "bet" || value().pays.includes(name)) return;
      const here = setting().choices[name];
      if (here === undefined) refuse(`${name}=${word}`, "there is no such choice or pay");
      else if (here && here !== word) refuse(`${name}=${word}`, `the page has no such setting, and shows ${name}=${here}`);
    });
    value().pays.forEach((pay, number) => {
      if (!words.has(pay)) return;
      const units = combin.parse(words.get(pay));
      const why = refused(units, number, words.get(pay));
      if (why) refuse(`${pay}=${words.get(pay)}`, why);
      else state.pays[number] = units;
    });
    return wrong;
  };

  // --- The answer ----------------------------------------------------------------------------

  const edge = (net) => combin.minus({ n: 0n, d: 1n }, net);

  const edgeWords = (net, id = false) => {
    const loss = edge(net);
    const whose = loss.n < 0n ? "Player's edge" : "House edge";
    const size = loss.n < 0n ? net : loss;
    const exact = loss.n < 0n ? "exact house edge" : "exactly";
    const returned = value().worthOf ? [`Return ${combin.percent(combin.plus(net, combin.fraction(1n)))}, `] : [];
    return [...returned, make("strong", {}, `${whose} ${combin.percent(size)}`), ` of one ${bet().wager}, ${exact} `,
      make("span", { class: "exact", id }, combin.text(loss))];
  };

  const changed = (now, before) => {
    if (value().changes) return value().changes(now, before);
    const { reached } = combin.form(value(), now.taken);
    const { reached: usual } = combin.form(value(), before.taken);
    const groups = new Map();
    value().choices.forEach((choice, number) => {
      const [from, to] = [before.taken[number], now.taken[number]];
      if (from === to || !choice.decision || !(reached[number] || usual[number])) return;
      const words = `${choice.decision}: ${choice.actions[to]}, not ${choice.actions[from]}`;
      const group = groups.get(words) || { sets: 0, examples: [] };
      group.sets += choice.sets;
      if (choice.cards) group.examples.push([choice.cards, choice.sets]);
      groups.set(words, group);
    });
    return groups;
  };

  const flips = (groups, isPrinted) => {
    if (!value().decides) return [];
    if (value().kept) {
      return isPrinted ? [] : [make("p", {}, "That is the edge of the play that is best at the printed pays. With the best play for "
        + `these pays it is as high or lower; ${command()} finds it.`)];
    }
    if (!groups.size) return [make("p", {}, "Optimal play is the same as with the printed paytable.")];
    const listed = [...groups].map(([words, { sets, examples }]) => {
      if (value().changes) {
        const held = (cards) => (cards ? combin.faces(cards) : "nothing");
        const shown = examples.slice(0, SOME).map(([, hand, to, from]) =>
          make("li", {}, combin.faces(hand), " hold ", held(to), " not ", held(from)));
        return make("li", {}, `${words}: ${counted(sets, "hand")} of ${value().hands.toLocaleString("en")}, such as`,
          make("ul", { class: "held" }, ...shown));
      }
      const shown = examples.slice(0, MOST).map(([cards]) => make("li", {}, combin.faces(cards)));
      return make("li", {}, `${words}, in ${counted(sets, "situation")}, such as`,
        make("ul", { class: "hands" }, ...shown));
    });
    return [make("p", {}, "Optimal play changes:"), make("ul", { class: "flips" }, ...listed)];
  };

  // --- One pay -------------------------------------------------------------------------------

  const reach = () => {
    const bounds = value().bounds;
    if (bounds) return bounds[state.moved].map(combin.known);
    const today = printed()[state.moved];
    const least = combin.known(value().least[state.moved]);
    const zero = { n: 0n, d: 1n };
    const twice = combin.times(today, { n: 2n, d: 1n });
    const high = combin.compare(twice, { n: 5n, d: 1n }) < 0 ? { n: 5n, d: 1n } : twice;
    return [today.n < 0n ? least : zero, high];
  };

  // What one pay does does not depend on where it stands: found once while the others stay.
  const swept = { key: "", corners: [] };
  const corners = () => {
    const others = state.pays.map((pay, number) => (number === state.moved ? "" : combin.text(pay)));
    const key = JSON.stringify([state.bet, state.setting, state.moved, others]);
    if (swept.key !== key) {
      swept.key = key;
      swept.corners = combin.corners(value(), state.pays, state.moved, ...reach());
    }
    return swept.corners;
  };

  // The points nearest to where a pay stands, in order.
  const nearest = (points) => {
    const here = state.pays[state.moved];
    const away = (point) => Math.abs(drawn(combin.minus(point.at, here)));
    const near = [...points].sort((a, b) => away(a) - away(b)).slice(0, POINTS);
    return near.sort((a, b) => combin.compare(a.at, b.at));
  };

  // Numbers for drawing alone are approximate; no figure is made of them.
  const drawn = (number) => Number(combin.decimal(number, 9));

  // The scale beside a curve: its ends, which are exact.
  const scale = (corners) => make("p", { class: "across" }, ...[corners[0], corners.at(-1)].map((point) =>
    make("span", {}, `pays ${combin.plain(point.at)}: ${combin.percent(edge(point.net))}`)));

  const curve = (corners) => make("figure", { class: "curve" },
    make("figcaption", {}, `House edge against the pay of ${value().words[state.moved]}${value().tangent ? ", exact at the dots" : ""}`), picture(corners), scale(corners));

  const picture = (corners) => {
    const [width, height] = [600, 120];
    const across = corners.map((point) => drawn(point.at));
    const up = corners.map((point) => drawn(edge(point.net)));
    const [left, right] = [across[0], across.at(-1)];
    const [low, high] = [Math.min(...up), Math.max(...up)];
    const x = (at) => ((at - left) / (right - left || 1)) * width;
    const y = (loss) => height - ((loss - low) / (high - low || 1)) * height;
    const svg = (tag, given) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, text] of Object.entries(given)) node.setAttribute(name, text);
      return node;
    };
    const frame = svg("svg", { viewBox: `-4 -4 ${width + 8} ${height + 8}`, class: "sweep", role: "img",
      preserveAspectRatio: "none",
      "aria-label": `House edge against the pay of ${value().words[state.moved]}` });
    frame.append(svg("polyline", { points: corners.map((_, n) => `${x(across[n])},${y(up[n])}`).join(" ") }));
    if (across.length < DOTS) across.slice(1, -1).forEach((at, n) =>
      frame.append(svg("circle", { cx: x(at), cy: y(up[n + 1]), r: 3 })));
    const here = drawn(state.pays[state.moved]);
    if (here >= left && here <= right) {
      frame.append(svg("line", { x1: x(here), x2: x(here), y1: -4, y2: height + 4 }));
    }
    return frame;
  };

  const slider = () => {
    const [low, high] = reach();
    if (!combin.compare(low, high)) return [make("p", {}, "This page cannot change this pay.")];
    const inner = value().tangent ? [] : corners().slice(1, -1);
    const set = (number) => {
      state.pays[state.moved] = number;
      inputs.pays[state.moved].value = combin.plain(number);
      show();
    };
    const range = make("input", {
      type: "range", min: drawn(low), max: drawn(high), step: drawn(combin.minus(high, low)) > 40 ? "1" : "0.05",
      value: drawn(state.pays[state.moved]), "aria-label": value().words[state.moved],
      oninput: (event) => { set(combin.parse(event.target.value)); },
    });
    if (!value().decides || value().kept) return [range, curve(corners())];
    const marks = nearest(inner).map((point) => make("button", { type: "button", onclick: () => set(point.at) },
      `${combin.text(point.at)}`));
    if (value().tangent) return [range, stepped(low, high)];
    const said = inner.length
      ? [`From ${combin.plain(low)} to ${combin.plain(high)} optimal play changes at ${counted(inner.length, "point")}${
        inner.length > POINTS ? `, the nearest ${POINTS} of them` : ""}: `, ...marks]
      : [`From ${combin.plain(low)} to ${combin.plain(high)} optimal play does not change.`];
    return [range, curve(corners()), make("p", { class: "marks" }, ...said)];
  };

  // The edge at equal steps of one pay, found one after the other while nobody edits.
  const stepping = { key: "", points: [], figure: null, timer: 0 };
  const stepped = (low, high) => {
    const others = state.pays.map((pay, number) => (number === state.moved ? "" : combin.text(pay)));
    const key = JSON.stringify([state.bet, state.setting, state.moved, others]);
    if (stepping.key === key) {
      const old = stepping.figure;
      stepping.figure = steps();
      old.replaceWith(stepping.figure);
      return stepping.figure;
    }
    clearTimeout(stepping.timer);
    stepping.key = key;
    stepping.points = [];
    stepping.figure = make("p", { class: "curve" }, "The curve is being computed.");
    const [one, pays, moved] = [value(), state.pays, state.moved];
    const step = combin.over(combin.minus(high, low), combin.fraction(BigInt(STEPS)));
    const next = () => {
      const at = combin.plus(low, combin.times(step, combin.fraction(BigInt(stepping.points.length))));
      stepping.points.push({ at, net: one.solve(pays.with(moved, at)).net });
      if (stepping.points.length <= STEPS) {
        stepping.timer = setTimeout(next, 0);
        return;
      }
      const old = stepping.figure;
      stepping.figure = steps();
      old.replaceWith(stepping.figure);
    };
    stepping.timer = setTimeout(next, PAUSE);
    return stepping.figure;
  };
  const steps = () => (stepping.points.length > STEPS ? curve(stepping.points) : stepping.figure);

  const aim = (text) => {
    const typed = text.trim().replace(/%$/, "");
    const asked = combin.parse(typed);
    if (!asked) return combin.unread("the edge, before its %,", typed);
    const net = edge(combin.over(asked, { n: 100n, d: 1n }));
    const words = value().words[state.moved];
    const most = value().bounds ? combin.known(value().bounds[state.moved][1]) : { n: 1000000000n, d: 1n };
    const at = combin.target(value(), state.pays, state.moved, net, most);
    const why = at ? refused(at, state.moved) : "no pay gives that edge";
    if (why) return `${words}: ${why}`;
    state.pays[state.moved] = at;
    inputs.pays[state.moved].value = combin.plain(at);
    show();
    return `${words} must pay ${combin.text(at)}${value().kept ? " if the play is kept" : ""}`
      + (at.d === 1n ? "" : `, about ${combin.decimal(at, 4)}`);
  };

  // --- The form ------------------------------------------------------------------------------

  const inputs = { pays: [] };

  const reached = (number) => {
    if (!value().bounds) return "";
    const [low, high] = value().bounds[number].map(combin.known).map(combin.plain);
    return low === high ? ", fixed" : `, ${low} to ${high}`;
  };

  const payRow = (number) => {
    const [name, note] = [`pay-${number}`, `note-${number}`];
    const bounds = value().bounds;
    const fixed = bounds && bounds[number][0] === bounds[number][1];
    const input = make("input", {
      id: name, value: combin.plain(state.pays[number]), inputmode: "decimal", autocomplete: "off",
      "aria-describedby": note, disabled: fixed ? "" : false, "data-pay": value().pays[number],
      onclick: () => { if (state.moved !== number) { state.moved = number; show(); } },
      oninput: (event) => {
        const units = combin.parse(event.target.value);
        const why = refused(units, number, event.target.value);
        event.target.setAttribute("aria-invalid", why ? "true" : "false");
        remark.textContent = why;
        if (why) return;
        state.pays[number] = units;
        state.moved = number;
        show();
      },
    });
    const remark = make("small", { id: note, role: "status" });
    inputs.pays[number] = input;
    return make("div", { class: "pay" }, make("label", { for: name }, value().words[number]), input,
      make("small", { class: "printed" }, `printed ${combin.plain(printed()[number])}${reached(number)}`), remark);
  };

  // The pays of the paytables; what else is won, lost or pushed is folded up below, if nobody changed it.
  const payRows = () => {
    const rows = state.pays.map((_, number) => payRow(number));
    const listed = (kept) => make("div", { class: "pays" }, ...rows.filter((_, number) => kept(number)));
    const tabled = (number) => value().tabled[number];
    if (rows.every((_, number) => !tabled(number))) return [listed(() => true)];
    const others = [...rows.keys()].filter((number) => !tabled(number));
    if (!others.length) return [listed(tabled)];
    const before = printed();
    const touched = others.some((number) => combin.compare(state.pays[number], before[number]));
    return [listed(tabled), make("details", { open: touched ? "" : false },
      make("summary", {}, "Other results"), listed((number) => !tabled(number)))];
  };

  const select = (label, values, here, changed) => {
    const options = values.map(([word, meaning]) =>
      make("option", { value: word, selected: word === here ? "" : false }, meaning));
    const choose = (event) => {
      changed(event.target.value);
      place.querySelector(`select[name="${label}"]`).focus();
    };
    return make("label", { class: "choice" }, `${label} `, make("select", { name: label, onchange: choose }, ...options));
  };

  const choiceRows = () => Object.entries(bet().choices).map(([name, { label, values }]) =>
    select(label, values, setting().choices[name], (word) => {
      choose({ ...setting().choices, [name]: word });
      build();
    }));

  const build = (wrong = []) => {
    const bets = Object.entries(combin.felt.bets).map(([key, one]) => [key, one.title]);
    const which = bets.length > 1
      ? [select("Bet", bets, state.bet, (key) => { state.bet = key; start(`#bet=${key}`); })] : [];
    const unread = wrong.map((why) => make("p", { class: "wrong" }, why));
    if (bet().refused) {
      place.replaceChildren(...which, ...unread, make("p", {}, bet().refused));
      tell({ bet: state.bet, usual: true });
      return;
    }
    inputs.pays = [];
    inputs.edge = make("p", { class: "edge", "aria-live": "polite" });
    inputs.answer = make("div", { id: "felt-answer", "aria-live": "polite" });
    inputs.slider = make("div", { id: "felt-slider" });
    inputs.aimed = make("output", { id: "felt-aimed" });
    const asked = make("input", { id: "felt-aim", inputmode: "decimal", size: 6, value: "5" });
    const isVaried = inputs.varied ? inputs.varied.open : matchMedia("(min-width: 56rem)").matches;
    inputs.varied = make("details", { class: "varied", open: isVaried ? "" : false }, make("summary", {}, "Vary one pay, or find the pay for an edge"),
      make("label", { class: "move" }, "Vary ", inputs.moved = whichPay()), inputs.slider,
      make("form", { onsubmit: (event) => { event.preventDefault(); inputs.aimed.textContent = aim(asked.value); } },
        make("label", { for: "felt-aim" }, "What must ", inputs.name = make("b", { id: "felt-name" }), " pay for a house edge of "),
        asked, " % ", make("button", {}, "Find it"), " ", inputs.aimed));
    const bounds = value().bounds
      ? [make("p", { class: "bounds" }, "The page is exact for pays within the limits beside them; for others it "
          + "says the command.")] : [];
    const kept = value().kept
      ? [make("p", { class: "bounds" }, `The play stays the best one for the printed pays, for ${value().kept}. The edge is exact for that play.`)] : [];
    const left = bet().left
      ? [make("p", {}, `${counted(bet().left, "other setting")} of its choices cannot be edited here; combin edges ${combin.felt.game} lists their edges.`)] : [];
    place.replaceChildren(
      ...which, ...choiceRows(), ...kept, ...left, ...unread,
      make("div", { class: "desk" }, make("div", {}, ...payRows(), ...bounds),
        make("div", { class: "result" }, inputs.edge, inputs.answer, inputs.varied)),
      make("p", {}, make("button", { type: "button", id: "felt-printed", onclick: asPrinted }, "Reset"), " ",
        make("button", { type: "button", onclick: printCard }, "Print the card"), " ",
        inputs.link = make("a", { href: written() }, "A link to this setting")),
    );
    show();
  };

  const whichPay = () => make("select", {
    id: "felt-moved", onchange: (event) => { state.moved = Number(event.target.value); show(); },
  }, ...value().words.map((words, number) => make("option", { value: number }, words)));

  const asPrinted = () => {
    state.pays = printed();
    build();
    document.getElementById("felt-printed").focus();
  };

  const show = () => {
    const [now, before] = [combin.solve(value(), state.pays), combin.solve(value(), printed())];
    const difference = combin.minus(edge(now.net), edge(before.net));
    const change = difference.n
      ? `${difference.n > 0n ? "+" : ""}${combin.percent(difference)} (${combin.text(difference)}) against the printed paytable.`
      : "The same as with the printed paytable.";
    const groups = changed(now, before);
    inputs.edge.replaceChildren(...edgeWords(now.net, "felt-edge"));
    const isPrinted = state.pays.every((pay, number) => !combin.compare(pay, printed()[number]));
    inputs.answer.replaceChildren(make("p", {}, change), ...flips(groups, isPrinted));
    inputs.name.textContent = value().words[state.moved];
    inputs.moved.value = state.moved;
    if (inputs.slider.contains(document.activeElement)) {
      inputs.slider.querySelector(".curve")?.replaceWith(value().tangent ? stepped(...reach()) : curve(corners()));
    } else {
      inputs.slider.replaceChildren(...slider());
    }
    const link = written();
    inputs.link.href = link;
    history.replaceState(null, "", link);
    card(now, groups);
    tell({ bet: state.bet, value: value(), pays: state.pays, setting: state.setting, usual: !state.setting && isPrinted });
  };

  // Tell the other parts of the page what is set; the strategy that stands there is that of the main game.
  const tell = (edited) => {
    const isMain = state.bet === Object.keys(combin.felt.bets)[0];
    const isOther = isMain && edited.setting && settingsOf(bet())[0].lines.length;
    combin.printedOnly(edited.usual, isOther ? [`combin strategy ${combin.felt.game}`, ...chosen()].join(" ") : "");
    combin.edited = edited;
    dispatchEvent(new Event("edited"));
  };

  // --- The card that is printed --------------------------------------------------------------

  const card = (now, groups) => {
    // What is lost or pushed, as printed, needs no line on a card.
    const told = [...value().pays.keys()].filter((number) => state.pays[number].n > 0n
      || combin.compare(state.pays[number], printed()[number]));
    const rows = told.map((number) =>
      make("tr", {}, make("td", {}, value().words[number]), make("td", {}, combin.plain(state.pays[number]))));
    const chosen = Object.entries(setting().choices).map((pair) => pair.join("=")).join(", ");
    const play = setting().lines.flatMap(([decision, ...lines]) => [make("h3", {}, decision),
      make("ol", {}, ...lines.map((line) => make("li", {}, line)))]);
    const but = [...groups].map(([words, { sets }]) =>
      make("li", {}, `${words}, in ${counted(sets, value().changes ? "hand" : "situation")}`));
    document.getElementById("felt-card").replaceChildren(
      make("h2", {}, `${combin.felt.title}: ${bet().title}`), ...(chosen ? [make("p", {}, chosen)] : []),
      ...play, ...(but.length ? [make("p", {}, "These lines are for the printed pays. At these pays:"), make("ul", {}, ...but)] : []),
      make("table", {}, ...rows), make("p", {}, ...edgeWords(now.net)));
  };

  const printCard = () => {
    document.body.classList.add("card-only");
    print();
  };
  addEventListener("afterprint", () => document.body.classList.remove("card-only"));

  const start = (hash) => build(read(hash));
  addEventListener("hashchange", () => { if (!location.hash || location.hash.includes("=")) start(location.hash); });
  start(location.hash);
})();
