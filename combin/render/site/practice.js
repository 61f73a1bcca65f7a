// Practice of decisions, in any game: which spot comes next, the errors that are kept, and the grade.
// Chance decides which hands are dealt, and no figure. Expects exact.js and cards.js before it.
"use strict";

combin.practice = (() => {
  const AGAIN = 3; // hands later a missed spot comes again
  const ORDERS = [["random", "random hands"], ["likely", "costly decisions first"]];

  // A player who weighs two actions with some noise takes the worse one with a chance of about
  // exp(-gap / noise), and then loses the gap. This is what he loses, 1 at its most, where the gap is the noise.
  const errorWeight = (gap, noise) => gap / noise * Math.exp(1 - gap / noise);

  const shares = (weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return total ? weights.map((weight) => weight / total) : weights;
  };

  // Return the weight of each spot where costly decisions come first. A spot has its frequency, its gap (the cost of
  // the second-best action) and, where a rule of thumb is known, loss: what that costs there. Half of the
  // weight is then where the rule errs. noise: the gap at which errors cost most in all.
  const likely = (spots, noise) => {
    const near = shares(spots.map(({ frequency, gap }) => frequency * errorWeight(gap, noise)));
    const ruled = shares(spots.map(({ frequency, loss = 0 }) => frequency * loss));
    return ruled.some(Boolean) ? near.map((weight, at) => (weight + ruled[at]) / 2) : near;
  };

  // Return the place of a weight, each as likely as it is large.
  const pick = (weights, random = Math.random) => {
    let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => (left -= weight) < 0);
    return found < 0 ? weights.findLastIndex(Boolean) : found;
  };

  // --- What is kept of a learner's answers ------------------------------------------------------

  // A browser may refuse to keep anything; practice then lasts as long as the page.
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`combin practice ${name}`));
    } catch {
      return null;
    }
  };
  const write = (name, kept) => {
    try {
      localStorage.setItem(`combin practice ${name}`, JSON.stringify(kept));
    } catch { /* refused, or full */ }
  };

  // A session of practice. name: of the game, under which its answers are kept; unit: a bet, an ante. A spot is
  // known by a key. Its level rises with each error and falls with each right answer; above 0 it comes again.
  const session = (name, unit = "bet") => {
    const levels = new Map(Object.entries(read(name) || {}).filter(([, level]) => Number.isInteger(level)));
    const keep = () => write(name, Object.fromEntries(levels));
    const due = new Map();
    const missed = () => [...levels].filter(([, level]) => level > 0).map(([key]) => key);
    missed().forEach((key, at) => due.set(key, at * AGAIN));
    const played = { hands: 0, decisions: 0, errors: 0, cost: 0 };
    let isAgain = false;
    return {
      played,
      // Begin a hand: return the key of the missed spot that has been due longest, or null; isOffered: whether it can
      // be dealt. However many are missed, every other hand is a new one.
      next(isOffered) {
        const waiting = isAgain ? [] : missed().filter((key) => due.get(key) <= played.hands && isOffered(key));
        const [again = null] = waiting.sort((one, other) => due.get(one) - due.get(other));
        isAgain = again !== null;
        played.hands += 1;
        if (isAgain) due.set(again, played.hands + AGAIN);
        return again;
      },
      // Take note of an answer; lost: what it costs, 0 if it is right; key: null where the spot cannot come again.
      answer(key, lost) {
        played.decisions += 1;
        if (lost > 0) {
          played.errors += 1;
          played.cost += lost;
          due.set(key, played.hands + AGAIN);
        }
        if (key === null) return;
        const level = levels.get(key) || 0;
        levels.set(key, lost > 0 ? Math.max(level, 0) + 1 : level - 1);
        keep();
      },
      // Return by how much more, or less, a spot is dealt than its weight says.
      factor: (key) => 2 ** (levels.get(key) || 0),
      forget() {
        levels.clear();
        due.clear();
        keep();
      },
      // Return the grade in words.
      grade() {
        const { decisions, errors, cost } = played;
        const again = missed().length;
        const waiting = again ? ` Missed before, and to come again: ${again}.` : "";
        if (!decisions) return `No hands yet.${waiting}`;
        const right = decisions - errors;
        return `${right} of ${decisions} right (${Math.round(100 * right / decisions)} %); `
          + `errors cost ${cost.toFixed(4)} ${unit}s, ${(cost / decisions).toFixed(4)} a decision.${waiting}`;
      },
    };
  };

  // Return the choice of an order, and the button that forgets all errors; changed: is told the order, one that was
  // chosen on an earlier visit at once.
  const controls = (forget, changed) => {
    const options = ORDERS.map(([order, words]) => combin.make("option", { value: order }, words));
    const select = combin.make("select", { id: "practise-mode", onchange: () => {
      write("order", select.value);
      changed(select.value);
    } }, ...options);
    const kept = read("order");
    if (ORDERS.slice(1).some(([order]) => order === kept)) {
      select.value = kept;
      changed(kept);
    }
    return combin.make("p", {}, combin.make("label", {}, "Order ", select), " ",
      combin.make("button", { type: "button", id: "forget", onclick: forget }, "Forget my errors"));
  };

  return { errorWeight, likely, pick, session, controls };
})();
