// Solves blackjack in doubles, rounded in the 15th digit: every action with every hand, the edge, and the chart of
// totals. Hands of a split are played as the same cards are without a split. Expects exact.js before it.
"use strict";

// A house is {shoe: cards of each rank, an ace first; hitsSoft17; looks: first, never, original; hard, soft: totals that
// may be doubled; afterSplit: whether they may after a split; hands, aces: of a split; surrender: none, late, early;
// charlie: cards, or null; model: zero-memory or total}. The function needs nothing outside it: a worker gets its text.
combin.blackjackSolver = () => {
  const [ACE, TEN, NONE, LIMIT, ROWS] = [0, 9, -1, 21, 44];
  const RANKS = [...Array(10).keys()];
  const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
  const hardTotal = (cards) => cards.reduce((all, count, rank) => all + count * (rank + 1), 0);
  const withCard = (cards, rank) => cards.with(rank, cards[rank] + 1);
  const bestOf = (actions) => Object.keys(actions).reduce((one, other) => (actions[other] > actions[one] ? other : one));

  // --- Hands of 21 or less: numbers, those of few cards first ------------------------------------

  const latticeOf = (shoe, charlie) => {
    const [hands, places] = [[], new Map()];
    for (let layer = [Array(10).fill(0)], size = 0; layer.length; size++) {
      const next = new Map();
      for (const cards of layer) {
        places.set(cards.join(), hands.length);
        hands.push(cards);
        for (const rank of size === charlie ? [] : RANKS) {
          const more = withCard(cards, rank);
          if (hardTotal(more) <= LIMIT && more[rank] <= shoe[rank]) next.set(more.join(), more);
        }
      }
      layer = [...next.values()];
    }
    const isSoft = (cards) => cards[ACE] > 0 && hardTotal(cards) <= 11;
    const after = hands.flatMap((cards) => RANKS.map((rank) => places.get(withCard(cards, rank).join()) ?? NONE));
    return {
      many: hands.length,
      cards: Uint8Array.from(hands.flat()),
      after: Int16Array.from(after), // hand * 10 + rank -> the hand with this card more
      size: Uint8Array.from(hands, sum),
      soft: Uint8Array.from(hands, isSoft),
      total: Uint8Array.from(hands, (cards) => hardTotal(cards) + (isSoft(cards) ? 10 : 0)),
    };
  };

  // --- The dealer --------------------------------------------------------------------------------

  // Return the dealer's sets of cards that end at 17 to 21, with the number of their orders.
  const endsOf = (up, hitsSoft17) => {
    const [ends, drawn] = [new Map(), Array(10).fill(0)];
    const draw = (hard, hasAce, many) => {
      const soft = hasAce && hard <= 11;
      const total = hard + (soft ? 10 : 0);
      if (total > LIMIT || (many === 1 && total === LIMIT)) return; // busts, or has a natural
      if (total > 17 || (total === 17 && !(soft && hitsSoft17))) {
        const key = drawn.join();
        if (!ends.has(key)) ends.set(key, { drawn: [...drawn], total, orders: 0 });
        ends.get(key).orders += 1;
        return;
      }
      for (const rank of RANKS) {
        drawn[rank] += 1;
        draw(hard + rank + 1, hasAce || rank === ACE, many + 1);
        drawn[rank] -= 1;
      }
    };
    draw(up + 1, up === ACE, 0);
    return [...ends.values()];
  };

  // Sets that begin alike share their factors: a tree, each node a card after its parent.
  const dealerOf = (up, hitsSoft17) => {
    const nodes = [{ parent: 0, rank: 0, before: 0, depth: 0, orders: 0, slot: 5 }];
    const places = new Map([["", 0]]);
    for (const { drawn, total, orders } of endsOf(up, hitsSoft17)) {
      let [path, parent, depth] = ["", 0, 0];
      for (const rank of RANKS.toReversed()) {
        for (let before = 0; before < drawn[rank]; before++) {
          path += rank;
          if (!places.has(path)) {
            places.set(path, nodes.length);
            nodes.push({ parent, rank, before, depth, orders: 0, slot: 5 });
          }
          parent = places.get(path);
          depth += 1;
        }
      }
      Object.assign(nodes[parent], { orders, slot: total - 17 });
    }
    const column = (Type, of) => Type.from(nodes, of);
    return {
      many: nodes.length,
      deepest: Math.max(...nodes.map((node) => node.depth)) + 1,
      parent: column(Int16Array, (node) => node.parent),
      factor: column(Int16Array, (node) => node.before * 10 + node.rank),
      depth: column(Uint8Array, (node) => node.depth),
      orders: column(Float64Array, (node) => node.orders),
      slot: column(Uint8Array, (node) => node.slot),
      product: new Float64Array(nodes.length).fill(1),
      law: new Float64Array(6),
    };
  };

  // Return how likely the dealer ends with 17, 18 and so on to 21, from the cards that are left.
  const [leftAt, shareAt] = [new Float64Array(10 * 24), new Float64Array(24)];
  const lawOf = (dealer, left, many) => {
    const { parent, factor, depth, orders, slot, product, law } = dealer;
    for (let at = 0; at < dealer.deepest; at++) {
      for (let rank = 0; rank < 10; rank++) leftAt[at * 10 + rank] = left[rank] > at ? left[rank] - at : 0;
      shareAt[at] = many > at ? 1 / (many - at) : 0;
    }
    law.fill(0);
    for (let node = 1; node < dealer.many; node++) {
      product[node] = product[parent[node]] * leftAt[factor[node]] * shareAt[depth[node]];
      law[slot[node]] += orders[node] * product[node];
    }
    return law;
  };

  // --- Against one card of the dealer's -----------------------------------------------------------

  // Values leave the dealer's natural out, which is what a hand nets where he has none, unless he takes all bets with it;
  // the unit that it takes otherwise is subtracted at the end.
  const columnOf = (house, lattice, up) => {
    const { many, cards, after, size, soft, total } = lattice;
    const dealer = dealerOf(up, house.hitsSoft17);
    const shoe = house.shoe.map((count, rank) => count - (rank === up));
    const unseen = sum(shoe);
    const hole = { [ACE]: TEN, [TEN]: ACE }[up] ?? NONE; // the card that makes a natural of his
    const takesAll = house.looks === "never";
    const isCharlie = (hand) => size[hand] === house.charlie;
    const mayDouble = (hand) => size[hand] === 2 && (soft[hand] ? house.soft : house.hard).includes(total[hand]);

    const left = Array(10).fill(0); // what is left of the shoe beside the hand that was removed last
    // Return whether a hand, and so many cards of a rank besides, can be removed from the shoe.
    const remove = (hand, pair = 0, gone = 0) => {
      for (let rank = 0; rank < 10; rank++) left[rank] = shoe[rank] - cards[hand * 10 + rank] - (rank === pair ? gone : 0);
      return left.every((count) => count >= 0);
    };
    const naturalOf = (count) => (hole === NONE ? 0 : left[hole] / count);
    const standing = (hand, count) => {
      let worth = 1 - (takesAll ? 2 : 1) * naturalOf(count);
      if (isCharlie(hand)) return worth;
      const law = lawOf(dealer, left, count);
      for (let ended = 17; ended <= LIMIT; ended++) worth -= (1 + Math.sign(ended - total[hand])) * law[ended - 17];
      return worth;
    };
    // Return what the hands are worth that bust with the next card.
    const busting = (hand, count) => {
      let worth = 0;
      for (let rank = 0; rank < 10; rank++) {
        if (left[rank] <= 0 || after[hand * 10 + rank] !== NONE) continue;
        const natural = takesAll || hole === NONE ? 0 : (left[hole] - (rank === hole)) / (count - 1);
        worth -= left[rank] / count * (1 - natural);
      }
      return worth;
    };

    const [stand, hit, double, best, bust] = Array.from({ length: 5 }, () => new Float64Array(many));
    const isDealt = new Uint8Array(many);
    for (let hand = many - 1; hand > 0; hand--) {
      if (!remove(hand)) continue;
      isDealt[hand] = 1;
      const count = unseen - size[hand];
      stand[hand] = size[hand] > 1 ? standing(hand, count) : -Infinity;
      best[hand] = stand[hand];
      if (isCharlie(hand)) continue;
      bust[hand] = busting(hand, count);
      let [drawn, doubled] = [bust[hand], bust[hand]];
      for (let rank = 0; rank < 10; rank++) {
        const next = after[hand * 10 + rank];
        if (next === NONE || left[rank] <= 0) continue;
        drawn += left[rank] / count * best[next];
        doubled += left[rank] / count * stand[next];
      }
      hit[hand] = drawn;
      double[hand] = 2 * doubled;
      best[hand] = Math.max(stand[hand], drawn);
    }
    const byCards = (hand, doubles) => (doubles && double[hand] > best[hand] ? "double"
      : hit[hand] > stand[hand] ? "hit" : "stand");

    // --- Splits: one hand's mean, given how many pair cards and how many others went to the rest ---

    // What stands is worth the same however hands are played.
    const kept = new Map();
    const standingApart = (hand, pair, gone) => {
      const key = pair * 8 + gone;
      if (!kept.has(key)) kept.set(key, new Float64Array(many).fill(NaN));
      const known = kept.get(key);
      if (Number.isNaN(known[hand])) {
        remove(hand, pair, gone);
        known[hand] = standing(hand, unseen - size[hand] - gone);
      }
      return known[hand];
    };
    // Return what a hand of a split is worth: with any second card, and given that this is no pair card.
    const handApart = (pair, gone, played) => {
      const known = new Map();
      const oneCard = pair === ACE && ["one-card", "resplit"].includes(house.aces);
      const worthOf = (hand) => {
        if (!known.has(hand)) known.set(hand, found(hand));
        return known.get(hand);
      };
      const found = (hand) => {
        const isTwo = size[hand] === 2;
        const action = isCharlie(hand) || (isTwo && oneCard) ? "stand"
          : played(hand, isTwo && house.afterSplit && mayDouble(hand));
        if (action === "stand") return standingApart(hand, pair, gone);
        remove(hand, pair, gone);
        const count = unseen - size[hand] - gone;
        let worth = busting(hand, count);
        const chances = left.map((cards) => Math.max(cards, 0) / count);
        chances.forEach((chance, rank) => {
          const next = after[hand * 10 + rank];
          if (chance && next !== NONE) worth += chance * (action === "hit" ? worthOf(next) : standingApart(next, pair, gone));
        });
        return action === "double" ? 2 * worth : worth;
      };
      const one = after[pair];
      remove(one, pair, gone);
      const count = unseen - 1 - gone;
      const chances = left.map((cards) => cards / count);
      const seconds = chances.map((chance, rank) => (chance > 0 ? chance * worthOf(after[one * 10 + rank]) : 0));
      const any = sum(seconds);
      return { any, other: chances[pair] < 1 ? (any - seconds[pair]) / (1 - chances[pair]) : 0 };
    };
    // Return what a pair is worth that is split. Hands are alike, so their mean is added up; `again` pair cards and
    // `others` went to other hands, and what these others are changes a mean by the rule of total probability.
    const split = (pair, played = byCards) => {
      const most = pair === ACE && ["one-card", "once"].includes(house.aces) ? Math.min(2, house.hands) : house.hands;
      const [hands, means] = [new Map(), new Map()];
      const pairsLeft = (again) => shoe[pair] - 2 - again;
      const cardsLeft = (again, others) => unseen - 2 - again - others;
      const meanOf = (kind, again, others) => {
        if (!others) {
          if (!hands.has(again)) hands.set(again, handApart(pair, 1 + again, played));
          return hands.get(again)[kind];
        }
        const key = `${kind} ${again} ${others}`;
        if (!means.has(key)) {
          const chance = pairsLeft(again) / (cardsLeft(again, others - 1) - (kind === "other" ? 1 : 0));
          const whole = meanOf(kind, again, others - 1);
          means.set(key, chance > 0 ? (whole - chance * meanOf(kind, again + 1, others - 1)) / (1 - chance) : whole);
        }
        return means.get(key);
      };
      const go = (made, waiting, again, others, chance) => {
        if (made === most || !waiting) {
          const dealt = others ? others * meanOf("other", again, others - 1) : 0;
          return chance * (dealt + (waiting ? waiting * meanOf("any", again, others) : 0));
        }
        const paired = pairsLeft(again) / cardsLeft(again, others);
        return (paired > 0 ? go(made + 1, waiting + 1, again + 1, others, chance * paired) : 0)
          + (paired < 1 ? go(made, waiting - 1, again, others + 1, chance * (1 - paired)) : 0);
      };
      return go(2, 2, 0, 0, 1);
    };

    // --- Two cards --------------------------------------------------------------------------------

    const natural = Float64Array.from(size, (held, hand) => (hole === NONE ? 0
      : (shoe[hole] - cards[hand * 10 + hole]) / (unseen - held)));
    const lost = (hand) => (takesAll ? 0 : natural[hand]);
    const handOf = (...ranks) => ranks.reduce((hand, rank) => (hand === NONE ? NONE : after[hand * 10 + rank]), 0);
    // Return what is done with two cards; drawn: what hits are worth; played: how hands of a split are.
    const actionsOf = (ranks, hand, drawn, played) => {
      const known = { stand: stand[hand] - lost(hand), hit: drawn[hand] - lost(hand) };
      if (mayDouble(hand)) known.double = double[hand] - lost(hand);
      if (ranks[0] === ranks[1] && house.hands > 1) known.split = split(ranks[0], played) - lost(hand);
      if (house.surrender === "late") known.surrender = -(1 + natural[hand]) / 2;
      if (house.surrender === "early") known.surrender = -0.5;
      return known;
    };
    const cells = [];
    for (const one of RANKS) {
      for (const other of RANKS.slice(one)) {
        const hand = handOf(one, other);
        if (hand === NONE || !isDealt[hand]) continue;
        const orders = one === other ? shoe[one] * (shoe[one] - 1) : 2 * shoe[one] * shoe[other];
        const isNatural = one === ACE && other === TEN;
        const actions = isNatural ? { natural: 1 - natural[hand] } : actionsOf([one, other], hand, hit);
        cells.push({ ranks: [one, other], hand, chance: orders / (unseen * (unseen - 1)), actions, best: bestOf(actions) });
      }
    }
    return { up, shoe, unseen, cells, stand, hit, double, bust, natural, isDealt, isCharlie, mayDouble, lost, split, actionsOf };
  };

  // --- The chart of totals -------------------------------------------------------------------------

  // Find the chart against one card: no change of one row is worth anything to the hands that come to it. Pairs have rows
  // of their own, and are settled in turn with the rest.
  const chartOf = (house, lattice, column) => {
    const { many, cards, after, size, soft, total } = lattice;
    const { shoe, unseen, stand, double, bust, isDealt, isCharlie, mayDouble, lost } = column;
    const rowOf = (hand) => soft[hand] * 22 + total[hand];
    const isPair = ({ ranks: [one, other] }) => one === other;
    const cells = column.cells.filter((cell) => cell.best !== "natural");
    const unpaired = cells.filter((cell) => !isPair(cell));
    const [worth, hit] = [new Float64Array(many), new Float64Array(many)];
    const isHit = new Uint8Array(many);
    const chanceOf = (hand, rank) => Math.max(shoe[rank] - cards[hand * 10 + rank], 0) / (unseen - size[hand]);
    const eachNext = (hand, use) => {
      for (let rank = 0; rank < 10; rank++) {
        const next = after[hand * 10 + rank];
        if (next !== NONE) use(next, chanceOf(hand, rank));
      }
    };

    // Play all hands by rows that are hit; by their cards without them.
    const play = (hits) => {
      for (let hand = many - 1; hand > 0; hand--) {
        if (!isDealt[hand]) continue;
        worth[hand] = stand[hand];
        isHit[hand] = 0;
        if (isCharlie(hand)) continue;
        hit[hand] = bust[hand];
        eachNext(hand, (next, chance) => { hit[hand] += chance * worth[next]; });
        isHit[hand] = size[hand] < 2 || (hits ? hits[rowOf(hand)] : hit[hand] > stand[hand]) ? 1 : 0;
        if (isHit[hand]) worth[hand] = hit[hand];
      }
    };
    // Return how likely each hand is decided by its total. begun: two cards; drawnTo: pairs that are hit; goesOn: whether
    // a hand is.
    const met = (begun, drawnTo, goesOn) => {
      const [found, hitPairs] = [new Float64Array(many), new Float64Array(many)];
      begun.forEach((cell) => { found[cell.hand] = cell.chance; });
      drawnTo.forEach((cell) => { hitPairs[cell.hand] = cell.chance; });
      for (let hand = 1; hand < many; hand++) {
        const here = (goesOn(hand) ? found[hand] : 0) + hitPairs[hand];
        if (here && isDealt[hand]) eachNext(hand, (next, chance) => { found[next] += here * chance; });
      }
      return found;
    };
    const withoutSplit = ({ ranks, hand }) => column.actionsOf([ranks[0], NONE], hand, hit);
    // Return row -> {two, more: what each action is worth with its two cards, and with more}. two: cells; reached: how
    // likely each hand is decided by its total.
    const sumsOf = (two, reached) => {
      const sums = new Map();
      const add = (hand, part, actions, chance) => {
        const row = rowOf(hand);
        if (!sums.has(row)) sums.set(row, { two: {}, more: {} });
        const known = sums.get(row)[part];
        for (const [action, value] of Object.entries(actions)) known[action] = (known[action] || 0) + chance * value;
      };
      for (const { hand, chance, actions } of two) {
        const first = { hit: hit[hand] - lost(hand), stand: stand[hand] - lost(hand) };
        if (mayDouble(hand)) first.double = double[hand] - lost(hand);
        if ("surrender" in actions) first.surrender = actions.surrender;
        add(hand, "two", first, chance);
      }
      for (let hand = 1; hand < many; hand++) {
        if (!isDealt[hand] || size[hand] < 3 || !reached[hand] || isCharlie(hand)) continue;
        add(hand, "more", { hit: hit[hand], stand: stand[hand] }, reached[hand]);
      }
      return sums;
    };
    const worthOf = ({ two, more }, [first, further]) => (more[further] || 0) + (two[first || further] ?? two[further] ?? 0);
    // Return the rows that are better played another way: [gain, row, way], the largest gain first. A way is what two cards
    // do, where that is neither a hit nor standing, and what is done else: both are chosen together.
    const gainsOf = (sums, wayOf) => [...sums].map(([row, sum]) => {
      const known = wayOf(row);
      const firsts = ["", ...Object.keys(sum.two).filter((action) => action !== "hit" && action !== "stand")];
      const ways = firsts.flatMap((first) => [known[1], "hit", "stand"].map((further) => [first, further]));
      let best = known;
      for (const way of ways) if (worthOf(sum, way) - worthOf(sum, best) > 1e-15) best = way;
      return [worthOf(sum, best) - worthOf(sum, known), row, best];
    }).filter(([gain]) => gain > 0).sort(([one], [other]) => other - one);
    const ofAllHands = () => {
      play(null);
      const sums = sumsOf(cells, met(cells, [], () => true));
      const isBetter = (row) => sums.has(row) && worthOf(sums.get(row), ["", "hit"]) > worthOf(sums.get(row), ["", "stand"]);
      return { hits: Uint8Array.from({ length: ROWS }, (_, row) => (isBetter(row) ? 1 : 0)), first: new Map() };
    };
    const TOGETHER = 4; // times that all rows that gain are changed; then one is, which comes to an end
    const found = (pairs, begun) => {
      const hits = begun.hits.slice();
      const first = new Map(begun.first);
      for (let times = 0; ; times++) {
        play(hits);
        const drawnTo = cells.filter((cell) => isPair(cell) && (pairs.get(cell.ranks[0]) || bestOf(withoutSplit(cell))) === "hit");
        const begins = unpaired.filter((cell) => !first.has(rowOf(cell.hand)));
        const sums = sumsOf(unpaired, met(begins, drawnTo, (hand) => isHit[hand]));
        const gains = gainsOf(sums, (row) => [first.get(row) || "", hits[row] ? "hit" : "stand"]);
        if (!gains.length) return { hits, first, pairs };
        for (const [, row, [action, further]] of times < TOGETHER ? gains : gains.slice(0, 1)) {
          hits[row] = further === "hit" ? 1 : 0;
          if (action) first.set(row, action);
          else first.delete(row);
        }
      }
    };

    const PAIR_ROUNDS = 5;
    const isLike = (one, other) => one.hits.join() === other.hits.join()
      && [...one.first].sort().join() === [...other.first].sort().join();
    let chart = found(new Map(), ofAllHands());
    for (let round = 0; round < PAIR_ROUNDS; round++) {
      const { hits, first } = chart;
      const said = (hand, doubles) => (doubles && first.get(rowOf(hand)) === "double" ? "double"
        : hits[rowOf(hand)] ? "hit" : "stand");
      const played = cells.map((cell) => {
        const actions = column.actionsOf(cell.ranks, cell.hand, hit, said);
        return { ...cell, actions, best: isPair(cell) ? bestOf(actions) : first.get(rowOf(cell.hand)) || said(cell.hand) };
      });
      const pairs = new Map(played.filter(isPair).map((cell) => [cell.ranks[0], cell.best]));
      const before = chart;
      chart = found(pairs, before);
      chart.cells = [...played, ...column.cells.filter((cell) => cell.best === "natural")];
      if (isLike(before, chart)) break;
    }
    return { ...chart, hit: hit.slice() };
  };

  const SHORT = { stand: "S", hit: "H", double: "D", split: "P", surrender: "R" };
  // Return a chart's letters: name of a row -> a letter for each of the dealer's cards, 2 to 10 and ace.
  const lettersOf = (charts) => {
    const further = (chart, row) => (chart.hits[row] ? "H" : "S");
    const ofTotal = (chart, row) => {
      const action = chart.first.get(row);
      if (!action) return further(chart, row);
      const isHit = chart.hits[row];
      return SHORT[action] + (action === "surrender" ? (isHit ? "h" : "s") : isHit ? "" : "s");
    };
    const ofPair = (chart, rank) => {
      const action = chart.pairs.get(rank);
      if (action === "surrender") {
        const { surrender, ...others } = chart.cells.find(({ ranks }) => ranks[0] === rank && ranks[1] === rank).actions;
        return { stand: "Rs", split: "Rp" }[bestOf(others)] || "Rh";
      }
      const row = rank === ACE ? 22 + 12 : 2 * (rank + 1);
      return !action ? further(chart, row) : action === "double" && !chart.hits[row] ? "Ds" : SHORT[action];
    };
    const row = (name, letter) => [name, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((up) => (charts[up] ? letter(charts[up]) : "-"))];
    const totals = (kind, least, from) => Array.from({ length: 22 - least }, (_, at) =>
      row(`${kind} ${least + at}`, (chart) => ofTotal(chart, from + least + at)));
    const pairs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((rank) => row(`pair ${"A23456789T"[rank]}`, (chart) => ofPair(chart, rank)));
    return [...totals("hard", 4, 0), ...totals("soft", 12, 22), ...pairs];
  };

  // --- The game ------------------------------------------------------------------------------------

  // Return the value of play as [constant, chance]: constant + chance * the pay of a natural.
  const valueOf = (house, columns) => {
    const parts = [0, 0];
    columns.forEach(({ up, cells }) => cells.forEach(({ chance, actions, best }) => {
      parts[best === "natural" ? 1 : 0] += house.shoe[up] / sum(house.shoe) * chance * actions[best];
    }));
    return parts;
  };

  // Return all of it as data: `columns` by the dealer's card, each with two cards (`cells`) and, hand by hand, what
  // standing and a hit are worth and how likely he has a natural; `lattice` leads from hand to hand.
  return (house) => {
    const lattice = latticeOf(house.shoe, house.charlie);
    const dealt = RANKS.filter((up) => house.shoe[up]);
    const columns = dealt.map((up) => columnOf(house, lattice, up));
    const charts = {};
    columns.forEach((column) => { charts[column.up] = chartOf(house, lattice, column); });
    const charted = columns.map((column) => ({ ...column, cells: charts[column.up].cells, hit: charts[column.up].hit }));
    const played = house.model === "total" ? charted : columns;
    return {
      house,
      lattice,
      value: valueOf(house, played),
      chart: { rows: lettersOf(charts), value: valueOf(house, charted) },
      columns: Object.fromEntries(played.map(({ up, cells, stand, hit, natural, isDealt }) =>
        [up, { cells, stand, hit, natural, isDealt }])),
    };
  };
};

// --- What is asked of a solved game ----------------------------------------------------------------

// Return the number of a hand by its ranks, below 0 where it cannot be dealt or has bust.
combin.blackjackHand = ({ lattice, columns }, ranks, up) => {
  const hand = ranks.reduce((at, rank) => (at < 0 ? at : lattice.after[at * 10 + rank]), 0);
  return hand > 0 && columns[up]?.isDealt[hand] ? hand : -1;
};

// Return what each action is worth with a hand, by its number; where the dealer has looked, given that he has no natural.
combin.blackjackActions = ({ house, lattice, columns }, hand, up) => {
  const { cells, stand, hit, natural } = columns[up];
  const looked = house.looks === "first";
  if (lattice.size[hand] > 2) {
    const lost = house.looks === "never" ? 0 : natural[hand];
    const told = (worth) => (looked ? worth / (1 - natural[hand]) : worth - lost);
    return { stand: told(stand[hand]), hit: told(hit[hand]) };
  }
  const { actions } = cells.find((cell) => cell.hand === hand);
  if (!looked || house.surrender === "early" || "natural" in actions) return actions;
  return Object.fromEntries(Object.entries(actions).map(([name, worth]) =>
    [name, (worth + natural[hand]) / (1 - natural[hand])]));
};

// Return what three lines say of a hand, a rule of thumb: {low, high: the least hard totals that stand against 2 to 6 and
// against others; soft: the least soft one; doubled: totals against a lower card; pairs: ranks that are split}.
combin.blackjackRule = (rule, ranks, isSoft, total, up, actions) => {
  if ("split" in actions && ranks[0] === ranks[1] && rule.pairs.includes(ranks[0])) return "split";
  const shown = up ? up + 1 : 11;
  if ("double" in actions && !isSoft && rule.doubled.includes(total) && shown < total) return "double";
  const least = isSoft ? rule.soft : up >= 1 && up <= 5 ? rule.low : rule.high;
  return total < least ? "hit" : "stand";
};

// Return the decisions to which the best play comes: ranks and the dealer's card, how often, the gap between the best two
// actions, and what a rule of thumb loses.
combin.blackjackSpots = (solved, rule) => {
  const { house, lattice: { many, size, soft, total, cards, after } } = solved;
  const all = house.shoe.reduce((sum, count) => sum + count, 0);
  const spots = [];
  for (const [shown, { cells, natural }] of Object.entries(solved.columns)) {
    const up = Number(shown);
    const reach = new Float64Array(many);
    cells.forEach(({ hand, chance }) => { reach[hand] = chance * house.shoe[up] / all; });
    for (let hand = 1; hand < many; hand++) {
      if (!reach[hand] || size[hand] === house.charlie) continue;
      const actions = combin.blackjackActions(solved, hand, up);
      const [[best, top], second] = Object.entries(actions).sort(([, one], [, other]) => other - one);
      if (!second) continue; // a natural
      const ranks = house.shoe.flatMap((_, rank) => Array(cards[hand * 10 + rank]).fill(rank));
      const frequency = reach[hand] * (house.looks === "first" ? 1 - natural[hand] : 1);
      const loss = rule ? top - actions[combin.blackjackRule(rule, ranks, soft[hand], total[hand], up, actions)] : 0;
      spots.push({ ranks, up, frequency, gap: top - second[1], loss });
      for (let rank = 0; best === "hit" && rank < 10; rank++) {
        const left = house.shoe[rank] - (rank === up) - cards[hand * 10 + rank];
        const next = after[hand * 10 + rank];
        if (next > 0 && left > 0) reach[next] += reach[hand] * left / (all - 1 - size[hand]);
      }
    }
  }
  return spots;
};
