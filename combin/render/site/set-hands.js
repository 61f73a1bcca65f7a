// What settings of seven cards are worth against every hand of a dealer who sets by a house way, exactly and at any
// pays; a joker is a bug. Expects exact.js and counting.js before it. Stands in place of hand-values.js, and gives the
// same: of a hand its settings are the actions.
"use strict";

combin.handValues = (data) => {
  const { RANKS, SUITS, SETS, FAMILY, MANY, TOP, KEPT, firstOf } = combin.rankSets;
  const { deck, streets, rules } = data;
  const CARDS = 7;
  const ACE = RANKS.length - 1;
  const [PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, RUN, FIVE] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const SUITLESS = -1; // a card that makes no flush
  const hasJoker = deck.includes("Jk");
  const FRONTS = Array.from({ length: CARDS }, (_, one) => Array.from({ length: one }, (_, other) => [other, one])).flat();

  // --- What five cards and two cards are worth; a higher number is better ---------------------------

  // The places of straights by their ranks, without and with a joker to complete them.
  const runsOf = (isWheelLowest) => {
    const [whole, joined] = [new Uint8Array(SETS), new Uint8Array(SETS)];
    const wheel = 1 << ACE | 0b1111;
    const others = Array.from({ length: 9 }, (_, low) => 0b11111 << low);
    const upwards = isWheelLowest ? [wheel, ...others] : [...others.slice(0, 8), wheel, others[8]];
    upwards.forEach((run, at) => { // of two that a joker completes the higher one is written last
      whole[run] = at + 1;
      for (let rank = 0; rank <= ACE; rank++) if (run >> rank & 1) joined[run ^ 1 << rank] = at + 1;
    });
    return { whole, joined };
  };

  // Return what the cards of a hand are worth that are left when two go in front.
  const highOf = (runs, { rank, suit, joker }, one, other) => {
    let any = 0, twice = 0, thrice = 0, four = 0, five = 0, naturals = 0; // ranks: of any card, of two cards and so on
    let flushed = null;
    let isFlush = true;
    for (let at = 0; at < CARDS; at++) {
      if (at === one || at === other) continue;
      const bit = 1 << rank[at];
      five |= four & bit;
      four |= thrice & bit;
      thrice |= twice & bit;
      twice |= any & bit;
      any |= bit;
      if (at === joker) continue;
      naturals |= bit;
      flushed ??= suit[at];
      isFlush &&= suit[at] === flushed && flushed !== SUITLESS;
    }
    const isWithJoker = joker >= 0 && joker !== one && joker !== other;
    if (MANY[naturals] === (isWithJoker ? 4 : 5)) {
      const run = (isWithJoker ? runs.joined : runs.whole)[naturals];
      if (run) return (isFlush ? RUN : STRAIGHT) << FAMILY | run << 16;
      if (isFlush) return FLUSH << FAMILY | TOP[isWithJoker ? naturals | 1 << 31 - Math.clz32(SETS - 1 & ~naturals) : naturals];
    }
    if (five) return FIVE << FAMILY | ACE << 16;
    if (four) return FOUR << FAMILY | firstOf(four) << 16 | firstOf(any ^ four) << 12;
    if (thrice) {
      const pair = twice ^ thrice;
      return pair ? FULL << FAMILY | firstOf(thrice) << 16 | firstOf(pair) << 12
        : THREE << FAMILY | firstOf(thrice) << 16 | TOP[any ^ thrice] >> 4;
    }
    if (!twice) return TOP[any];
    return MANY[twice] > 1 ? TWO_PAIR << FAMILY | TOP[twice] | TOP[any ^ twice] >> 8
      : PAIR << FAMILY | firstOf(twice) << 16 | TOP[any ^ twice] >> 4;
  };
  const isMade = (high) => [STRAIGHT, FLUSH, RUN].includes(high >> FAMILY);

  // The place of two cards among low hands, and what they are worth as a high hand without more cards.
  const lowOf = (a, b) => (a === b ? 78 + a : a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a);
  const bare = (a, b) => (a === b ? PAIR << FAMILY | a << 16 : Math.max(a, b) << 16 | Math.min(a, b) << 12);

  // --- How a house way sets a hand -------------------------------------------------------------------

  const ROW = 9; // numbers of a row of a way, see `_ext/ways.pxd`
  const [FIRST_PAIR, SECOND_PAIR, FIRST_AND_SINGLE, SINGLES, NEXT_SINGLES, MADE, FIRST_PAIR_MADE] = [1, 2, 4, 8, 16, 32, 64];

  // Return the rows of a way: the sizes of groups of one rank as digits, the ranks of groups and of single cards, and
  // what may go in front.
  const rowsOf = (written) => Array.from({ length: written.length / ROW }, (_, at) => {
    const row = written.slice(ROW * at, ROW * (at + 1));
    return { sizes: Number(row.slice(0, 3).join("")), ranks: row.slice(3, 6), singles: row.slice(6, 8), asked: row[8] };
  });

  // Return the ranks that several cards of a hand share, the largest group first, their sizes as digits, and the others.
  const grouped = (ranks) => {
    const times = [0, 0, 0, 0, 0]; // ranks of at least one card, of two and so on
    for (const rank of ranks) {
      let more = 0;
      while (times[more] >> rank & 1) more++;
      times[more] |= 1 << rank;
    }
    const [groups, singles] = [[], []];
    let [sizes, digits] = [0, 0];
    for (let many = 5; many > 0; many--) {
      for (let set = times[many - 1] & ~times[many]; set; set ^= 1 << firstOf(set)) {
        (many > 1 ? groups : singles).push(firstOf(set));
        if (many > 1) [sizes, digits] = [sizes * 10 + many, digits + 1];
      }
    }
    return { groups, singles, sizes: sizes * 10 ** (3 - digits) };
  };

  // Return the high and the low hand that a way makes of a hand.
  const setBy = (rows, runs, hand) => {
    const { rank, joker } = hand;
    const { groups, singles, sizes } = grouped(rank);
    for (const row of rows) {
      if (row.sizes !== sizes || groups.some((one, at) => !(row.ranks[at] >> one & 1))
        || row.singles.some((set, at) => set && !(set >> (singles[at] ?? 31) & 1))) continue;
      let best = null;
      for (const [one, other] of FRONTS) {
        const [a, b] = [Math.max(rank[one], rank[other]), Math.min(rank[one], rank[other])];
        let fronts = a === b ? (a === groups[0] && FIRST_PAIR) | (a === groups[1] && SECOND_PAIR)
          : (a === singles[0] && b === singles[1] && SINGLES) | (a === singles[1] && b === singles[2] && NEXT_SINGLES)
            | (((a === groups[0] && b === singles[0]) || (b === groups[0] && a === singles[0])) && FIRST_AND_SINGLE);
        const mayBeMade = row.asked & MADE || (row.asked & FIRST_PAIR_MADE && fronts & FIRST_PAIR);
        if (!(fronts & row.asked) && !mayBeMade) continue;
        const high = highOf(runs, hand, one, other);
        if (isMade(high)) fronts |= MADE | (fronts & FIRST_PAIR && FIRST_PAIR_MADE);
        fronts &= row.asked;
        if (!fronts) continue;
        const low = lowOf(a, b);
        const isBefore = one === joker || other === joker || fronts & (MADE | FIRST_PAIR_MADE) ? 1 : 0;
        const key = ((low + 1) * 2 + isBefore) * 2 ** 24 + high;
        if (!best || key > best.key) best = { key, high, low };
      }
      if (best) return best;
    }
    throw new Error("the house way leaves a hand unset");
  };

  // --- The dealer's hands: by their ranks, and those that can make a flush apart --------------------

  // Return the sets of so many ranks, each rank up to `most` times.
  const rankLists = (many, most) => {
    const [found, list] = [[], []];
    const walk = (top) => {
      if (list.length === many) found.push([...list]);
      else for (let rank = top; rank >= 0; rank--) {
        if (list[list.length - most] === rank) continue;
        list.push(rank);
        walk(rank);
        list.pop();
      }
    };
    walk(ACE);
    return found;
  };
  const listed = (set) => Array.from({ length: MANY[set] }, () => {
    const rank = firstOf(set);
    set ^= 1 << rank;
    return rank;
  });
  const jokers = hasJoker ? [0, 1] : [0];
  // Return all hands: the ranks of each with its jokers; the ranks beside those of a flush, by their number; and the
  // sets of ranks of a flush, with the place of each hand among all.
  const everyHand = () => {
    const keyOf = (ranks, joker) => ranks.reduce((key, rank) => key + 5 ** rank, joker * 5 ** RANKS.length);
    const ranked = jokers.flatMap((joker) => rankLists(CARDS - joker, SUITS.length).map((ranks) => ({ joker, ranks })));
    const places = new Map(ranked.map(({ ranks, joker }, at) => [keyOf(ranks, joker), at]));
    const beside = [0, 1, 2].map((many) => rankLists(many, SUITS.length - 1));
    const suited = jokers.flatMap((joker) => beside.flatMap((others, many) =>
      Array.from({ length: SETS }, (_, set) => set).filter((set) => MANY[set] === CARDS - joker - many).map((set) => {
        const own = keyOf(listed(set), joker);
        return { joker, set, many, at: others.map((ranks) => places.get(own + keyOf(ranks, 0))) };
      })));
    return { ranked, beside, suited };
  };
  let every = null;

  const handOf = (ranks, joker, inSuit = 0) => ({
    rank: joker ? [...ranks, ACE] : ranks,
    suit: ranks.map((_, at) => (at < inSuit ? 0 : SUITLESS)), joker: joker ? ranks.length : -1,
  });

  // Return what the dealer makes of his hands: the pairs of a high and a low hand, and of each class of hands which.
  const madeBy = (house) => {
    every ??= everyHand();
    const [runs, rows] = [runsOf(house.wheel_lowest), rowsOf(house.rows)];
    const [numbers, pairs] = [new Map(), []];
    const numberOf = (hand) => {
      const { high, low } = setBy(rows, runs, hand);
      const key = high * 128 + low;
      if (!numbers.has(key)) {
        numbers.set(key, pairs.length);
        pairs.push([high, low]);
      }
      return numbers.get(key);
    };
    const ranked = Int32Array.from(every.ranked, ({ ranks, joker }) => numberOf(handOf(ranks, joker)));
    const suited = every.suited.map(({ set, joker, many }) => Int32Array.from(every.beside[many], (ranks) =>
      numberOf(handOf([...listed(set), ...ranks], joker, MANY[set]))));
    const [highs, lows] = [0, 1].map((which) => Int32Array.from(pairs, (pair) => pair[which]));
    return { runs, rows, highs, lows, ranked, suited };
  };
  const memory = new Map();
  const madeUnder = (house) => {
    const key = JSON.stringify([house.rows, house.wheel_lowest]);
    if (!memory.has(key)) memory.set(key, madeBy(house));
    return memory.get(key);
  };

  // --- Which of them can be dealt beside given cards ---------------------------------------------------

  const CHOOSE = [0, 1, 2, 3, 4].map((n) => [1, n, n * (n - 1) / 2, n * (n - 1) * (n - 2) / 6, Number(n === 4)]);
  const dealsOf = (ranks, left) => {
    let product = 1;
    for (let at = 0; at < ranks.length && product;) {
      let many = 1;
      while (ranks[at + many] === ranks[at]) many++;
      product *= CHOOSE[left[ranks[at]]][many];
      at += many;
    }
    return product;
  };
  // Return how many deals there are of each pair of a high and a low hand.
  const dealsBeside = (cards, made) => {
    const jokersLeft = hasJoker && !cards.includes("Jk") ? 1 : 0;
    const leftIn = [...SUITS].map((suit) => cards.filter((card) => card[1] === suit)
      .reduce((set, card) => set & ~(1 << RANKS.indexOf(card[0])), SETS - 1));
    const left = [...RANKS].map((_, rank) => leftIn.reduce((sum, set) => sum + (set >> rank & 1), 0));
    const byRanks = Float64Array.from(every.ranked, ({ ranks, joker }) => (joker > jokersLeft ? 0 : dealsOf(ranks, left)));
    const found = new Float64Array(made.highs.length);
    for (const mine of leftIn) {
      const others = left.map((many, rank) => many - (mine >> rank & 1));
      const products = every.beside.map((some) => some.map((ranks) => dealsOf(ranks, others)));
      every.suited.forEach(({ joker, set, many, at }, number) => {
        if (joker > jokersLeft || set & ~mine) return;
        products[many].forEach((deals, place) => {
          byRanks[at[place]] -= deals;
          found[made.suited[number][place]] += deals;
        });
      });
    }
    byRanks.forEach((deals, at) => { found[made.ranked[at]] += deals; });
    return found;
  };

  // --- Settings of the player's hand -------------------------------------------------------------------

  let [rule, nets, scale, worthOf] = [];
  let valuedAt = new WeakMap();
  const classes = new Map();
  const values = { printed: Object.values(data.pays).map(combin.known), isPrinted: true };
  values.pay = (number, pays) => {
    if (rule !== rules[number]) classes.clear();
    rule = rules[number];
    ({ nets, scale, worthOf } = combin.netsOf(rule.outcomes, pays));
    valuedAt = new WeakMap();
  };

  // Return how many deals there are of each joint number of the facts, for a high and a low hand of the player's.
  const countsAgainst = ({ highs, lows }, deals, high, low) => {
    const { facts } = rule.house;
    const sizes = facts.map(([kind]) => (kind.endsWith("under") ? 2 : 3));
    const counts = new Float64Array(sizes.reduce((product, size) => product * size, 1));
    for (let at = 0; at < deals.length; at++) {
      let number = 0;
      facts.forEach(([kind, least], place) => {
        const dealt = kind.startsWith("high") ? highs[at] : lows[at];
        const mine = kind === "high" ? high : low;
        number = number * sizes[place] + (sizes[place] === 2 ? Number(dealt < least) : 1 + Math.sign(mine - dealt));
      });
      counts[number] += deals[at];
    }
    return counts;
  };

  const bySuit = (a, b) => SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]); // the joker is no suit's
  const settingsOf = (dealt, { runs, rows }) => {
    const cards = [...dealt].sort((a, b) => (a === "Jk") - (b === "Jk") || bySuit(a, b));
    const hand = {
      rank: cards.map((card) => (card === "Jk" ? ACE : RANKS.indexOf(card[0]))),
      suit: cards.map((card) => card[1]), joker: cards.indexOf("Jk"),
    };
    const house = setBy(rows, runs, hand);
    const found = [];
    for (const [one, other] of FRONTS) {
      const [a, b] = [one, other].sort((x, y) => hand.rank[y] - hand.rank[x] || y - x);
      const high = highOf(runs, hand, a, b);
      const low = lowOf(hand.rank[a], hand.rank[b]);
      const isFoul = bare(hand.rank[a], hand.rank[b]) > high;
      const note = high === house.high && low === house.low ? "the house way" : "";
      if (!isFoul) found.push({ name: `front ${cards[a]} ${cards[b]}`, high, low, note });
    }
    return found.sort((a, b) => b.low - a.low || b.high - a.high);
  };
  const classOf = (cards) => {
    const key = [...cards].sort().join(" ");
    if (!classes.has(key)) {
      const made = madeUnder(rule.house);
      const [[, , , , ends]] = rule.ways[""];
      const deals = dealsBeside(cards, made);
      const settings = settingsOf(cards, made).map(({ name, high, low, note }) => {
        const counts = countsAgainst(made, deals, high, low);
        return { way: [name], high, low, note, counts: [...counts].map((many, number) => [ends[number], BigInt(many)]).filter(([, many]) => many) };
      });
      classes.set(key, { settings, deals: BigInt(deals.reduce((sum, many) => sum + many, 0)) });
    }
    return classes.get(key);
  };

  const valued = (_, one) => {
    if (!valuedAt.has(one)) {
      valuedAt.set(one, one.settings.map(({ way, counts }) =>
        ({ way, worth: counts.reduce((sum, [end, many]) => sum + many * worthOf[end], 0n) })));
    }
    return valuedAt.get(one);
  };
  const best = (_, one) => valued(_, one).reduce((top, other) => (other.worth > top.worth ? other : top));
  const law = (way, _, one) => {
    const found = new Map();
    for (const [end, many] of one.settings.find((setting) => setting.way === way).counts) found.set(end, (found.get(end) || 0n) + many);
    return combin.lawOf(found, one.deals, rule.outcomes, nets);
  };

  values.pay(0, values.printed);
  return Object.assign(values, {
    best, classOf, law, valued,
    dealt: streets[0].zones.map(([zone, note, cards]) => ({ zone, note, cards, street: 0 })),
    histories: (street) => (street ? [] : [""]),
    isDecided: () => true,
    noteOf: (way, { settings }) => settings.find((one) => one.way === way).note,
    left: (card, taken) => Number(!taken.includes(card)),
    // Of settings that make the same two hands the first.
    offered: (_, { settings }) => settings.filter(({ high, low }, at) =>
      settings.findIndex((one) => one.high === high && one.low === low) === at).map(({ way }) => way),
    seenBy: [CARDS],
    streetOf: () => 0,
    takesLong: true,
    value: (worth, one) => combin.fraction(worth, one.deals * scale),
  });
};
