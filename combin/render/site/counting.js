// Counts what can follow on some cards where a page does not carry the hands: every deal of the cards to come, by the
// facts that settle the bet. Expects exact.js before it.
"use strict";

(() => {
  const RANKS = "23456789TJQKA";
  const SUITS = "cdhs";
  const SETS = 1 << RANKS.length; // of ranks
  const FAMILY = 20; // the bits below are the ranks of a hand, as in the strengths of combin's rankings
  const LACKING = -(2 ** 30); // the place of a family that a ranking does not have

  // --- Cards: two whole numbers, the ranks of two suits in each -----------------------------------

  const bitsOf = (card) => {
    const [rank, suit] = [RANKS.indexOf(card[0]), SUITS.indexOf(card[1])];
    const bit = 1 << rank + RANKS.length * (suit & 1);
    return suit < 2 ? [bit, 0] : [0, bit];
  };
  const suitsOf = (low, high) => [low & SETS - 1, low >>> RANKS.length, high & SETS - 1, high >>> RANKS.length];

  const MANY = new Uint8Array(SETS); // how many ranks a set has
  const TOP = new Int32Array(SETS); // its five highest, four bits each
  for (let set = 1; set < SETS; set++) {
    const high = 31 - Math.clz32(set);
    const rest = set ^ 1 << high;
    MANY[set] = MANY[rest] + 1;
    TOP[set] = high << 16 | TOP[rest] >> 4;
  }
  const KEPT = [0, 0xf0000, 0xff000, 0xfff00, 0xffff0, 0xfffff]; // so many ranks of five
  const firstOf = (set) => TOP[set] >> 16;
  combin.rankSets = { RANKS, SUITS, SETS, FAMILY, MANY, TOP, KEPT, firstOf };

  // --- What a hand is worth in its ranking: a higher number is a better hand ----------------------

  // Return what values the best `size` cards of a hand.
  const ofFamilies = ({ size, families, straights }) => {
    const place = (name) => (name in families ? families[name] << FAMILY : LACKING);
    const [pair, twoPair, three, straight, flush, full, four, run] = ["pair", "two-pair", "three-of-a-kind",
      "straight", "flush", "full-house", "four-of-a-kind", "straight-flush"].map(place);
    const royal = Math.max(place("royal-flush"), place("suited-ace-king-queen"));
    const runs = new Int8Array(SETS).fill(-1); // the highest rank of the best straight of a set
    for (const [ranks, high] of straights) {
      for (let set = 0; set < SETS; set++) if ((set & ranks) === ranks && high > runs[set]) runs[set] = high;
    }
    const suited = Int32Array.from({ length: SETS }, (_, set) => {
      if (MANY[set] < size) return LACKING;
      const high = runs[set];
      const made = flush | TOP[set] & KEPT[size];
      return high < 0 ? made : Math.max(made, run | high << 16, high === RANKS.length - 1 ? royal : LACKING);
    });
    // What lies beside one rank, or two: of so many cards.
    const beside = (cards) => KEPT[Math.max(0, size - cards)];
    const [twoAway, threeAway, fourAway] = [beside(2), beside(3), beside(4)];
    return (low, high) => {
      const [a, b, c, d] = [low & SETS - 1, low >>> RANKS.length, high & SETS - 1, high >>> RANKS.length];
      const any = a | b | c | d;
      let best = Math.max(suited[a], suited[b], suited[c], suited[d]);
      if (runs[any] >= 0) best = Math.max(best, straight | runs[any] << 16);
      const [ab, cd] = [a & b, c & d];
      const twice = ab | cd | (a | b) & (c | d);
      if (!twice) return Math.max(best, TOP[any] & KEPT[size]);
      const one = firstOf(twice);
      const others = twice ^ 1 << one;
      const thrice = ab & (c | d) | cd & (a | b);
      if (!thrice) {
        if (!others || twoPair < 0) return Math.max(best, pair | one << 16 | (TOP[any ^ 1 << one] & twoAway) >> 4);
        const other = firstOf(others);
        return Math.max(best, twoPair | one << 16 | other << 12 | (TOP[any ^ 1 << one ^ 1 << other] & fourAway) >> 8);
      }
      const most = firstOf(thrice);
      best = Math.max(best, three | most << 16 | (TOP[any ^ 1 << most] & threeAway) >> 4);
      const under = twice ^ 1 << most;
      if (under && full >= 0) best = Math.max(best, full | most << 16 | firstOf(under) << 12);
      const all = ab & cd;
      return all ? Math.max(best, four | firstOf(all) << 16 | (TOP[any ^ 1 << firstOf(all)] & fourAway) >> 4) : best;
    };
  };

  // Return what values the longest flush of a hand: its number of cards, then their ranks. A wild card takes the highest
  // rank that is missing in a suit.
  const ofLongestFlush = ({ wild }) => {
    const wilds = [...wild].reduce((set, rank) => set | 1 << RANKS.indexOf(rank), 0);
    const filled = (more) => Int32Array.from({ length: SETS }, (_, set) => {
      let made = set & ~wilds;
      for (let left = more; left && made !== SETS - 1; left--) made |= 1 << 31 - Math.clz32(SETS - 1 & ~made);
      return MANY[made] - 1 << FAMILY | made;
    });
    const flushes = Array.from({ length: 1 + SUITS.length * wild.length }, (_, more) => filled(more));
    const wildOf = (low, high) => suitsOf(low, high).reduce((many, suit) => many + MANY[suit & wilds], 0);
    const value = (low, high) => {
      const flush = flushes[wildOf(low, high)];
      return Math.max(...suitsOf(low, high).map((suit) => flush[suit]));
    };
    return Object.assign(value, { flushes, wilds, wildOf });
  };

  // --- Sets of cards ---------------------------------------------------------------------------------

  // Call `visit` with the bits of each set of so many cards.
  const eachSet = (cards, many, visit, from = 0, low = 0, high = 0) => {
    for (let at = from; at <= cards.length - many; at++) {
      const nextLow = low | cards[at][0];
      const nextHigh = high | cards[at][1];
      if (many > 1) eachSet(cards, many - 1, visit, at + 1, nextLow, nextHigh);
      else visit(nextLow, nextHigh);
    }
  };
  const without = (cards, low, high) => cards.filter(([l, h]) => !(l & low || h & high));

  const choose = (n, k) => (k ? choose(n, k - 1) * (n - k + 1) / k : 1);

  // Return in which interval between some cuts a number lies.
  const interval = (cuts, number) => {
    let at = 0;
    while (at < cuts.length && cuts[at] <= number) at++;
    return at;
  };

  // Return how many sets of so many cards, with those that a hand has, make it worth a number in each interval.
  const spread = (value, low, high, cards, many, cuts) => {
    if (value.flushes) return spreadOfFlush(value, low, high, cards, many, cuts);
    const found = Array(cuts.length + 1).fill(0);
    const walk = (left, from, l, h) => { // as `eachSet`, a third faster without calls
      for (let at = from; at <= cards.length - left; at++) {
        const nextLow = l | cards[at][0];
        const nextHigh = h | cards[at][1];
        if (left > 1) walk(left - 1, at + 1, nextLow, nextHigh);
        else found[interval(cuts, value(nextLow, nextHigh))]++;
      }
    };
    walk(many, 0, low, high);
    return found;
  };

  // The longest flush is below a cut if that of every suit is: the sets of a suit, by their numbers of cards, multiply.
  const spreadOfFlush = (value, low, high, cards, many, cuts) => {
    const isWild = ([l, h]) => value.wildOf(l, h) > 0;
    const wildLeft = cards.filter(isWild).length;
    const naturals = suitsOf(...cards.filter((card) => !isWild(card)).reduce(([a, b], [c, d]) => [a | c, b | d], [0, 0]));
    const known = suitsOf(low, high);
    const below = [...cuts, Infinity].map(() => 0);
    for (let drawn = 0; drawn <= Math.min(many, wildLeft); drawn++) {
      const flush = value.flushes[value.wildOf(low, high) + drawn];
      let products = below.map(() => [1]);
      naturals.forEach((open, suit) => {
        const sets = below.map(() => Array(many + 1).fill(0)); // by the interval, then by the cards
        for (let set = open; ; set = set - 1 & open) {
          if (MANY[set] <= many) sets[interval(cuts, flush[set | known[suit]])][MANY[set]]++;
          if (!set) break;
        }
        for (let at = 1; at < sets.length; at++) sets[at] = sets[at].map((number, size) => number + sets[at - 1][size]);
        products = products.map((product, at) => multiplied(product, sets[at], many));
      });
      products.forEach((product, at) => { below[at] += choose(wildLeft, drawn) * (product[many - drawn] || 0); });
    }
    return below.map((number, at) => number - (at ? below[at - 1] : 0));
  };
  const multiplied = (one, other, most) => {
    const found = Array(most + 1).fill(0);
    one.forEach((number, size) => {
      for (let more = 0; number && size + more <= most; more++) found[size + more] += number * other[more];
    });
    return found;
  };

  // --- Facts: what they come to for hands of some worth --------------------------------------------

  const reached = (worth, lines) => {
    const at = lines.findIndex((least) => worth >= least);
    return at < 0 ? lines.length : at;
  };
  const FACTS = {
    order: ([hand, other], worth) => [3, 1 + Math.sign(worth[hand] - worth[other])],
    under: ([hand, least], worth) => [2, Number(worth[hand] < least)],
    lines: ([hand, lines], worth) => [lines.length + 1, reached(worth[hand], lines)],
    lead: ([hand, other, lines], worth) =>
      [lines.length + 1, reached((worth[hand] >> FAMILY) - (worth[other] >> FAMILY), lines)],
  };
  // Return the joint number of some facts; that of the last one varies fastest.
  const jointNumber = (facts, worth) => facts.reduce((number, [kind, ...asked]) => {
    const [size, digit] = FACTS[kind](asked, worth);
    return number * size + digit;
  }, 0);

  // Return where the facts change while the worth of one hand alone does, the second of those in a lead.
  const cutsOf = (facts, moving, worth) => {
    const cuts = new Set();
    for (const [kind, hand, ...asked] of facts) {
      const [first] = asked;
      if (kind === "order" && (hand === moving || first === moving)) {
        const fixed = worth[hand === moving ? first : hand];
        cuts.add(fixed).add(fixed + 1);
      }
      if (kind === "under" && hand === moving) cuts.add(first);
      if (kind === "lines" && hand === moving) first.forEach((least) => cuts.add(least));
      if (kind === "lead") asked[1].forEach((cards) => cuts.add((worth[hand] >> FAMILY) - cards + 1 << FAMILY));
    }
    return [...cuts].sort((a, b) => a - b);
  };

  // --- What follows on the cards of a decision -----------------------------------------------------

  // Return what counts what can follow on some cards: the class of the hand, as a page has it that carries its hands
  // (combin/dossier/hands.py). columns: how many joint numbers the open facts of the last decision have.
  combin.counter = ({ deck, streets, columns, counting }) => {
    const { hands, facts, hidden } = counting;
    const values = hands.map((hand) => (hand.families ? ofFamilies(hand) : ofLongestFlush(hand)));
    const whole = deck.map(bitsOf);
    const dealt = [...streets.map(({ zones }) => zones.map(([zone, , cards]) => [zone, cards])), hidden];
    const usedBy = (zone) => hands.flatMap(({ zones }, at) => (zones.includes(zone) ? [at] : []));
    const dealtTo = (bits, zone, low, high) =>
      bits.map((pair, hand) => (hands[hand].zones.includes(zone) ? [pair[0] | low, pair[1] | high] : pair));
    const worthOf = (bits) => values.map((value, hand) => value(...bits[hand]));

    // Call `visit` with what the hands have after each deal of some zones, and the cards that are left.
    const eachDeal = ([zone, ...rest], bits, cards, visit) => {
      if (!zone) visit(bits, cards);
      else eachSet(cards, zone[1], (low, high) => eachDeal(rest, dealtTo(bits, zone[0], low, high), without(cards, low, high), visit));
    };

    // Return how many deals of the last zones there are by the column.
    const last = (bits, cards) => {
      const counts = Array(columns).fill(0);
      const open = facts.at(-1);
      const [zone, many] = hidden.at(-1);
      const [hand, ...others] = usedBy(zone);
      eachDeal(hidden.slice(0, -1), bits, cards, (now, left) => {
        if (others.length) {
          eachSet(left, many, (low, high) => { counts[jointNumber(open, worthOf(dealtTo(now, zone, low, high)))]++; });
          return;
        }
        const worth = worthOf(now);
        const cuts = cutsOf(open, hand, worth);
        spread(values[hand], ...now[hand], left, many, cuts).forEach((number, at) => {
          worth[hand] = at ? cuts[at - 1] : -1;
          if (number) counts[jointNumber(open, worth)] += number;
        });
      });
      return counts.flatMap((number, column) => (number ? [[column, BigInt(number)]] : []));
    };

    const classAt = (street, bits, cards) => {
      const known = facts[street].length ? jointNumber(facts[street], worthOf(bits)) : 0;
      let counts = [];
      if (street + 1 === streets.length) counts = last(bits, cards);
      else eachDeal(dealt[street + 1], bits, cards, (next, left) => counts.push([classAt(street + 1, next, left), 1n]));
      const deals = counts.reduce((sum, [next, number]) => sum + (next.deals ?? 1n) * number, 0n);
      return { known, deals, counts };
    };

    // zones: the cards of each that is seen.
    return (zones, street) => {
      let bits = hands.map(() => [0, 0]);
      const seen = new Set();
      for (const [zone, cards] of Object.entries(zones)) {
        for (const card of cards) {
          bits = dealtTo(bits, zone, ...bitsOf(card));
          seen.add(card);
        }
      }
      return classAt(street, bits, whole.filter((_, at) => !seen.has(deck[at])));
    };
  };

  // --- What ends are worth -------------------------------------------------------------------------

  // Return the net of every outcome at some pays, and what it is worth in whole numbers over one scale.
  combin.netsOf = (outcomes, pays) => {
    const net = ([below, fixed, ...terms]) => {
      let sum = combin.fraction(BigInt(fixed));
      for (let at = 0; at < terms.length; at += 2) {
        sum = combin.plus(sum, combin.times(pays[terms[at]], combin.fraction(BigInt(terms[at + 1]))));
      }
      return combin.over(sum, combin.fraction(BigInt(below)));
    };
    const nets = outcomes.map(([, forms]) => forms.map(net).reduce((most, one) => (combin.compare(one, most) > 0 ? one : most)));
    const scale = combin.common(nets);
    return { nets, scale, worthOf: nets.map((one) => one.n * (scale / one.d)) };
  };

  // Return the outcomes with their probabilities, the highest net first; found: how many deals end in each.
  combin.lawOf = (found, deals, outcomes, nets) => [...found].map(([outcome, count]) => ({
    name: outcomes[outcome][0] || "settled", net: nets[outcome], probability: combin.fraction(count, deals),
  })).sort((a, b) => combin.compare(b.net, a.net));
})();
