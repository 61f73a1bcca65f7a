// Draw poker at any pays: every hand of five cards, every hold, the best of them in whole numbers.
// Expects exact.js before it. A card's number is 4 x rank + suit; the joker is the last.
"use strict";

(() => {
  const SIZE = 5;
  const HOLDS = 1 << SIZE;
  const LARGEST = 2 ** 53;
  const SUITS = "cdhs";
  const SHOWN = 4; // examples of a change
  const KEPT = 6; // solutions at hand

  // choose[k][n]: how many sets of k there are of n.
  const choose = Array.from({ length: SIZE + 1 }, () => new Int32Array(64));
  for (let n = 0; n < 64; n++) {
    choose[0][n] = 1;
    for (let k = 1; k <= SIZE; k++) choose[k][n] = n ? choose[k][n - 1] + choose[k - 1][n - 1] : 0;
  }
  const [, one, two, three, four, five] = choose;
  const many = Uint8Array.from({ length: HOLDS }, (_, hold) => hold.toString(2).replaceAll("0", "").length);

  // Return what all hands lead to, in colexicographic order, and those that no relabelling of suits
  // turns into one before, with how many hands each stands for.
  const dealt = (ranks, jokers, wild, kinds) => {
    const joker = 4 * ranks.length;
    const deck = joker + jokers;
    const column = new Uint8Array(five[deck]);
    const [hands, weights] = [[], []];
    const natural = Uint8Array.from({ length: deck }, (_, card) =>
      (card === joker || wild.includes(ranks[card >> 2]) ? 0 : 1 << (card & 3)));
    const mask = (card) => (card === joker ? 0 : 1 << (card >> 2));
    const [suited, mixed] = kinds;
    const seen = new Int32Array(5); // ranks by suit; the joker has the last place
    const turn = (card) => { seen[card === joker ? 4 : card & 3] ^= mask(card); };
    const weight = () => {
      const [a, b, c, d] = seen;
      if (a < b || b < c || c < d) return 0;
      const [ab, bc, cd] = [a === b, b === c, c === d];
      const alike = ab + bc + cd;
      if (alike === 3) return 1;
      if (alike === 2) return ab && cd ? 6 : 4;
      return alike ? 12 : 24;
    };
    let at = 0;
    for (let e = 4; e < deck; e++) {
      turn(e);
      for (let d = 3; d < e; d++) {
        turn(d);
        for (let c = 2; c < d; c++) {
          turn(c);
          const upper = three[(c >> 2) + 2] + four[(d >> 2) + 3] + five[(e >> 2) + 4];
          const suits = natural[c] | natural[d] | natural[e];
          for (let b = 1; b < c; b++) {
            turn(b);
            for (let a = 0; a < b; a++) {
              const kind = one[a >> 2] + two[(b >> 2) + 1] + upper;
              const shared = suits | natural[a] | natural[b];
              column[at] = (shared & (shared - 1) ? mixed : suited)[kind] - 1;
              at += 1;
              turn(a);
              const times = weight();
              turn(a);
              if (times) {
                hands.push(a, b, c, d, e);
                weights.push(times);
              }
            }
            turn(b);
          }
          turn(c);
        }
        turn(d);
      }
      turn(e);
    }
    return { deck, column, hands: Uint8Array.from(hands), weights: Uint8Array.from(weights) };
  };

  // Return for every set of up to five cards what the hands that contain it pay together.
  const contained = (deck, column, worth) => {
    const sums = choose.slice(0, SIZE).map((sets) => new Float64Array(sets[deck]));
    const [, , , , fours] = sums;
    let at = 0;
    for (let e = 4; e < deck; e++) {
      for (let d = 3; d < e; d++) {
        const de = three[d] + four[e];
        for (let c = 2; c < d; c++) {
          const [cde, cd] = [two[c] + de, three[c] + four[d]];
          const ce = three[c] + four[e];
          for (let b = 1; b < c; b++) {
            const [bcd, bce, bde] = [two[b] + cd, two[b] + ce, two[b] + de];
            let inner = 0;
            for (let a = 0; a < b; a++) {
              const pay = worth[column[at]];
              at += 1;
              if (!pay) continue;
              inner += pay;
              fours[a + bcd] += pay;
              fours[a + bce] += pay;
              fours[a + bde] += pay;
              fours[a + cde] += pay;
            }
            fours[b + cde] += inner;
          }
        }
      }
    }
    for (let size = SIZE - 1; size > 0; size--) lower(sums, size, deck);
    return sums;
  };

  // Add what the sets of some cards have to the sets of one card less.
  const lower = (sums, size, deck) => {
    const [above, below] = [sums[size], sums[size - 1]];
    const cards = Array.from({ length: size }, (_, at) => at);
    for (let at = 0; at < above.length; at++) {
      const value = above[at];
      for (let left = 0; value && left < size; left++) {
        let place = 0;
        for (let card = 0; card < size; card++) {
          if (card !== left) place += choose[card < left ? card + 1 : card][cards[card]];
        }
        below[place] += value;
      }
      let next = 0;
      while (next + 1 < size && cards[next] + 1 === cards[next + 1]) {
        cards[next] = next;
        next += 1;
      }
      cards[next] += 1;
    }
    for (let at = 0; at < below.length; at++) below[at] /= SIZE - size + 1;
  };

  // Write into `found` what each hold of a hand is worth times the ways to draw to it.
  const holds = (sums, hand, first, places, found) => {
    found[0] = sums[0][0];
    for (let hold = 1; hold < HOLDS; hold++) {
      const top = 31 - Math.clz32(hold);
      places[hold] = places[hold ^ (1 << top)] + choose[many[hold]][hand[first + top]];
      found[hold] = hold === HOLDS - 1 ? 0 : sums[many[hold]][places[hold]];
    }
  };
  const exactly = (found) => { // from hands with the cards held to those without the others
    for (let bit = 1; bit < HOLDS; bit <<= 1) {
      for (let hold = 0; hold < HOLDS; hold++) if (!(hold & bit)) found[hold] -= found[hold | bit];
    }
  };

  // Make the value of a bet ready that a page was given as `drawn`: it finds its play by itself.
  combin.drawnOnce = ({ below, columns, deck: [ranks, , jokers], wild, kinds }, known) => {
    let all = null;
    const read = () => {
      if (!all) {
        const sets = Number(choose[SIZE][ranks.length + jokers + SIZE - 1]);
        const [suited, mixed] = combin.columns(kinds, sets).map((column) => column.map(Number));
        all = dealt(ranks, jokers, wild, [suited, mixed]);
      }
      return all;
    };
    const left = 4 * ranks.length + jokers - SIZE;
    const lcm = (a, b) => a / Number(combin.gcd(BigInt(a), BigInt(b))) * b;
    const draws = Array.from({ length: SIZE + 1 }, (_, kept) => choose[SIZE - kept][left]);
    const ways = draws.reduce(lcm);
    const times = draws.map((some) => ways / some);
    const deals = BigInt(choose[SIZE][left + SIZE]) * BigInt(ways);

    // Return what each column is worth at some pays, in whole numbers over one scale.
    const worths = (pays) => {
      const scale = combin.common(pays);
      const keyed = [scale, ...pays.map((pay) => pay.n * (scale / pay.d))];
      const sum = (form) => form.reduce((all, [key, number]) => all + BigInt(number) * keyed[key], 0n);
      const chosen = columns.map((forms) => forms.reduce((best, form) => (sum(form) > sum(best) ? form : best)));
      return { scale: scale * BigInt(below), chosen, worth: chosen.map(sum) };
    };
    const fits = (pays) => room(worths(pays).worth) > 0;

    const made = [];
    const solve = (pays) => {
      const key = pays.map(combin.text).join(" ");
      const found = made.find((solution) => solution.key === key);
      if (found) return found;
      made.unshift(solved(pays, key));
      made.splice(KEPT);
      return made[0];
    };

    // Return how many hands can be added before a number passes what is exact, 0 where one does.
    const room = (worth) => {
      const size = Number(worth.reduce((most, one) => (one > most ? one : -one > most ? -one : most), 1n));
      return HOLDS * choose[SIZE][left + SIZE] * size > LARGEST ? 0 : Math.floor(LARGEST / (24 * ways * size));
    };

    // Return a function that writes what each hold of a hand is worth times the ways to draw to it.
    const holder = (worth) => {
      const { deck, column } = read();
      const values = Float64Array.from(worth, Number);
      const sums = contained(deck, column, values);
      const places = new Int32Array(HOLDS);
      return (hands, first, found) => {
        holds(sums, hands, first, places, found);
        found[HOLDS - 1] = values[column[places[HOLDS - 1]]];
        exactly(found);
      };
    };

    const solved = (pays, key) => {
      const { scale, worth } = worths(pays);
      const most = room(worth);
      const { hands, weights } = read();
      const held = holder(worth);
      const [taken, best, gap] = [new Uint8Array(weights.length), new Float64Array(weights.length), new Float64Array(weights.length)];
      const found = new Float64Array(HOLDS);
      let [total, part] = [0n, 0];
      for (let at = 0; at < weights.length; at++) {
        held(hands, SIZE * at, found);
        let [top, second, hold] = [-Infinity, -Infinity, 0];
        for (let here = HOLDS - 1; here >= 0; here--) {
          const value = found[here] * times[many[here]];
          if (value > top) {
            [second, top, hold] = [top, value, here];
          } else if (value < top && value > second) {
            second = value;
          }
        }
        taken[at] = hold;
        best[at] = top;
        gap[at] = top - second;
        part += weights[at] * top;
        if (at % most === most - 1) {
          total += BigInt(part);
          part = 0;
        }
      }
      total += BigInt(part);
      return { key, net: combin.fraction(total, deals * scale), taken, best, gap, held, unit: scale * BigInt(ways) };
    };

    // Return the value at pays of which one moved, as a line in it.
    const tangent = (pays, moved, at) => {
      const { net, taken } = solve(pays.with(moved, at));
      const { chosen } = worths(pays.with(moved, at));
      const slopes = chosen.map((form) => BigInt(new Map(form).get(moved + 1) || 0));
      const { hands, weights } = read();
      const [held, found] = [holder(slopes), new Float64Array(HOLDS)];
      const most = room(slopes);
      let [total, part] = [0n, 0];
      for (let at = 0; at < weights.length; at++) {
        held(hands, SIZE * at, found);
        part += weights[at] * found[taken[at]] * times[many[taken[at]]];
        if (at % most === most - 1) {
          total += BigInt(part);
          part = 0;
        }
      }
      return { at, net, slope: combin.fraction(total + BigInt(part), deals * BigInt(below)) };
    };

    // Return what every hold of five cards is worth, the number of a hold as bits, under a solution.
    const worthOf = ({ held, unit }, cards) => {
      const found = new Float64Array(HOLDS);
      held(cards, 0, found);
      return Array.from(found, (value, hold) => combin.fraction(BigInt(value * times[many[hold]]), unit));
    };

    const held = (cards, hold) => cards.filter((_, at) => hold >> at & 1);
    // The highest cards first, as people write them.
    const written = (cards) => [...cards].sort((a, b) => b - a).map(text).join(" ");
    const text = (card) => (card === 4 * ranks.length ? "Jk" : ranks[card >> 2] + SUITS[card & 3]);
    const number = (card) => (card === "Jk" ? 4 * ranks.length : 4 * ranks.indexOf(card[0]) + SUITS.indexOf(card[1]));
    const handAt = (at) => Array.from(read().hands.subarray(SIZE * at, SIZE * at + SIZE));

    // Return where the play of one solution is worse than that of another: words -> how many hands,
    // and examples, the dearest first.
    const changes = (now, before) => {
      const { hands, weights } = read();
      const found = new Float64Array(HOLDS);
      const groups = new Map();
      for (let at = 0; at < weights.length; at++) {
        const [to, from] = [now.taken[at], before.taken[at]];
        if (to === from) continue;
        now.held(hands, SIZE * at, found);
        const lost = now.best[at] - found[from] * times[many[from]];
        if (!(lost > 0)) continue;
        const words = `Hold ${many[to]}, not ${many[from]}`;
        const group = groups.get(words) || { sets: 0, examples: [] };
        group.sets += weights[at];
        group.examples.push([lost, at, to, from]);
        groups.set(words, group);
      }
      for (const group of groups.values()) {
        group.examples = group.examples.sort((a, b) => b[0] - a[0]).slice(0, SHOWN).map(([lost, at, ...played]) => {
          const cards = handAt(at);
          return [lost, written(cards), ...played.map((hold) => written(held(cards, hold)))];
        });
      }
      return new Map([...groups].sort(([, a], [, b]) => b.sets - a.sets));
    };

    return {
      ...known, solve, tangent, fits, changes, worthOf, text, number, handAt, held, written, deck: left + SIZE,
      hands: choose[SIZE][left + SIZE],
      weights: () => read().weights,
    };
  };
})();
