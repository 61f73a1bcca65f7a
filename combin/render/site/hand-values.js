// What hands are worth at any pays: exact values of every action, and the outcomes that follow. Expects exact.js and
// counting.js before it. A hand is known by its class: the joint number of the facts `known`, its `deals`, and `counts`:
// at the last decision the deals of each column, before it how often each class follows.
"use strict";

combin.handValues = (data) => {
  const { deck, letters, copies, streets, rules, columns, counting } = data;

  // --- What is paid -----------------------------------------------------------------------------

  const values = { isPrinted: true, pay, printed: Object.values(data.pays).map(combin.known) };
  let [ways, outcomes, nets, scale, worthOf] = [];
  // Take the rules of a number, and pays in the order of those of the page.
  function pay(number, pays) {
    ({ ways, outcomes } = rules[number]);
    ({ nets, scale, worthOf } = combin.netsOf(outcomes, pays));
    valuedAt = new WeakMap();
    values.isPrinted = number === 0 && pays.every((one, at) => !combin.compare(one, values.printed[at]));
  }

  // --- What hands are worth ---------------------------------------------------------------------

  const streetOf = (history) => (history ? history.split("/").length : 0);
  const offered = (history, one) => (ways[history] || []).filter(([action, , , where]) =>
    (one.starts ? action in one.starts : !where.length || where[one.known]));
  // An action without a name is taken where the rules leave nothing to decide.
  const isDecided = (history, one) => offered(history, one).some(([action]) => action);

  // Return how many deals end in each outcome, or go on to each class, after an action.
  const following = (way, street, one) => {
    const [, , leadsOn, , ends] = way;
    if (leadsOn) return one.counts;
    if (street + 1 === streets.length) return one.counts.map(([column, count]) => [ends[one.known * columns + column], count]);
    return [[ends[one.known], one.deals]];
  };

  let valuedAt = new WeakMap();
  // Return the actions open to a class after a history, each with its worth times deals and scale.
  const valued = (history, one) => {
    if (!valuedAt.has(one)) valuedAt.set(one, new Map());
    const known = valuedAt.get(one);
    if (!known.has(history)) {
      const street = streetOf(history);
      known.set(history, offered(history, one).map((way) => {
        if (one.starts) return { way, worth: one.starts[way[0]] };
        let worth = 0n;
        for (const [next, count] of following(way, street, one)) {
          worth += count * (way[2] ? best(way[1], next).worth : worthOf[next]);
        }
        return { way, worth };
      }));
    }
    return known.get(history);
  };

  // Return the best action; of equals the first, which stakes least.
  const best = (history, one) => valued(history, one)
    .reduce((top, other) => (other.worth > top.worth ? other : top));

  const value = (worth, one) => combin.fraction(worth, one.below ?? one.deals * scale);

  // Return how many deals end in each outcome when the best play follows on an action; none for a class of which only
  // the values are known.
  const law = (way, history, one) => {
    const found = new Map();
    const add = (action, before, hand, times) => {
      for (const [next, count] of following(action, streetOf(before), hand)) {
        if (action[2]) add(best(action[1], next).way, action[1], next, times * count);
        else found.set(next, (found.get(next) || 0n) + times * count);
      }
    };
    if (!one.starts) add(way, history, one, 1n);
    return combin.lawOf(found, one.deals, outcomes, nets);
  };

  // --- Cards in the order of the deal -------------------------------------------------------------

  const dealt = streets.flatMap((street, number) =>
    street.zones.map(([zone, note, cards]) => ({ zone, note, cards, street: number })));
  const seenBy = streets.map((_, number) =>
    dealt.filter((one) => one.street <= number).reduce((sum, one) => sum + one.cards, 0));
  const byZone = (cards, street) => {
    let at = 0;
    return Object.fromEntries(dealt.filter((one) => one.street <= street)
      .map((one) => [one.zone, cards.slice(at, at += one.cards)]));
  };

  // --- Which class a hand is: one that the page has, or one that is counted -------------------------

  const suits = [..."cdhs"];
  const shuffled = (rest) => (rest.length < 2 ? [rest]
    : rest.flatMap((suit, at) => shuffled([...rest.slice(0, at), ...rest.slice(at + 1)])
      .map((others) => [suit, ...others])));
  const relabellings = shuffled(suits);
  const letterOf = new Map(deck.map((card, at) => [card, letters[at]]));
  const sizeOf = (zone) => dealt.find((one) => one.zone === zone).cards;

  // Return the classes that the page has, by the letters of their hands, street by street.
  const carried = () => {
    const found = [];
    let after = null;
    for (const { classes, hands, roles } of [...streets].reverse()) {
      const size = roles.flat().reduce((sum, zone) => sum + sizeOf(zone), 0);
      const follows = after;
      const here = classes.map(([known, deals, counts]) => ({
        known, deals: BigInt(deals),
        counts: pairs(counts).map(([next, count]) => [follows ? follows[next] : next, BigInt(count)]),
      }));
      const lookup = new Map();
      hands.forEach((byDeals, place) => {
        for (const written of Object.values(byDeals)) {
          for (let at = 0; at < written.length; at += size) lookup.set(written.slice(at, at + size), here[place]);
        }
      });
      found.unshift(lookup);
      after = here;
    }
    return found;
  };
  const pairs = (listed) => Array.from({ length: listed.length / 2 }, (_, at) => [listed[2 * at], listed[2 * at + 1]]);

  const found = (known, zones, roles) => {
    for (const names of relabellings) {
      const renamed = (card) => (card === "Jk" ? card : card[0] + names[suits.indexOf(card[1])]);
      const key = roles.map((role) => role.flatMap((zone) => zones[zone])
        .map((card) => letterOf.get(renamed(card))).sort((a, b) => letters.indexOf(a) - letters.indexOf(b))
        .join("")).join("");
      if (known.has(key)) return known.get(key);
    }
    throw new Error(`no class has ${JSON.stringify(zones)}`);
  };

  const RANKS = "23456789TJQKA";
  // Return the first two cards as a table of starting hands has them: AA, AKs, AKo.
  const startOf = ([one, other]) => {
    const [high, low] = RANKS.indexOf(one[0]) < RANKS.indexOf(other[0]) ? [other, one] : [one, other];
    return high[0] + low[0] + (high[0] === low[0] ? "" : high[1] === low[1] ? "s" : "o");
  };
  const starting = (cards) => {
    const { below, worth } = counting.starts;
    const starts = Object.entries(worth[startOf(cards)]).map(([action, times]) => [action, BigInt(times)]);
    return { known: 0, starts: Object.fromEntries(starts), below: BigInt(below) };
  };

  const KEPT = 20; // counted classes at hand
  const memory = new Map();
  let [classes, count] = [null, null];
  // Return the class of some cards, given in the order of the deal.
  const classOf = (cards, street) => {
    const zones = byZone(cards, street);
    if (!counting) {
      classes ??= carried();
      return found(classes[street], zones, streets[street].roles);
    }
    if (!street && counting.starts) return starting(cards);
    const key = Object.values(zones).map((some) => [...some].sort().join("")).join("/");
    if (!memory.has(key)) {
      count ??= combin.counter(data);
      if (memory.size >= KEPT) memory.delete(memory.keys().next().value);
      memory.set(key, count(zones, street));
    }
    return memory.get(key);
  };

  const left = (card, taken) => copies[deck.indexOf(card)] - taken.filter((one) => one === card).length;

  pay(0, values.printed);
  return Object.assign(values, {
    best, classOf, dealt, isDecided, law, left, offered, seenBy, streetOf, value, valued,
    // The histories after which something is decided.
    histories: (street) => Object.keys(ways).filter((history) =>
      streetOf(history) === street && ways[history].some(([action]) => action)),
  });
};
