// Exact fractions, and the value of a bet at any pays: nested maxima of whole-number sums.
"use strict";

const combin = {};

// --- Fractions: whole numbers n and d > 0 without a common divisor ---------------------------

combin.gcd = (a, b) => {
  a = a < 0n ? -a : a;
  b = b < 0n ? -b : b;
  while (b) [a, b] = [b, a % b];
  return a;
};

combin.fraction = (n, d = 1n) => {
  const by = combin.gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / by, d: d / by };
};

combin.plus = (a, b) => combin.fraction(a.n * b.d + b.n * a.d, a.d * b.d);
combin.minus = (a, b) => combin.fraction(a.n * b.d - b.n * a.d, a.d * b.d);
combin.times = (a, b) => combin.fraction(a.n * b.n, a.d * b.d);
combin.over = (a, b) => combin.fraction(a.n * b.d, a.d * b.n);
combin.compare = (a, b) => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

// Return the number that a person types, as `--pay` reads it (combin/exact.py), or null.
combin.parse = (text) => {
  const typed = /^([+-]?)(\d{0,60})(?:\/(\d{1,60})|\.(\d{0,60}))?$/.exec(text.trim());
  if (!typed) return null;
  const [, sign, before, below = "1", after = ""] = typed;
  if (!(before || (after && !typed[3])) || !BigInt(below)) return null;
  const whole = BigInt(before + after) * (sign === "-" ? -1n : 1n);
  return combin.fraction(whole, BigInt(below) * 10n ** BigInt(after.length));
};

// Return the line that refuses what is no number.
combin.unread = (what, text) => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const quoted = mark + text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
  const shown = quoted.length > 80 ? `a str of ${quoted.length} letters` : quoted;
  return `${what} is a number such as 9, 7/2 or 12.5, not ${shown}`;
};

// Return the number that the data of a page says: a whole one or a fraction, of any length.
combin.known = (text) => combin.fraction(...text.split("/").map(BigInt));

combin.text = (number) => (number.d === 1n ? `${number.n}` : `${number.n}/${number.d}`);

// Return a number rounded to some decimals, half to even.
combin.decimal = (number, places) => {
  const scaled = number.n * 10n ** BigInt(places);
  const size = scaled < 0n ? -scaled : scaled;
  let whole = size / number.d;
  const twice = 2n * (size % number.d);
  if (twice > number.d || (twice === number.d && whole % 2n)) whole += 1n;
  const digits = `${whole}`.padStart(places + 1, "0");
  const sign = scaled < 0n ? "-" : "";
  return places ? `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}` : sign + digits;
};

combin.percent = (number, places = 4) =>
  combin.decimal(combin.times(number, { n: 100n, d: 1n }), places) + " %";

// Return a pay as people write it: a decimal where it ends soon.
combin.plain = (number) => {
  for (let places = 0; places < 4; places++) {
    if (10n ** BigInt(places) % number.d === 0n) return combin.decimal(number, places);
  }
  return combin.text(number);
};

// --- The value of a bet ----------------------------------------------------------------------

const split = (words) => (words ? words.split(" ") : []);

// Return the settings of a bet that a page was given: choices, number of the value, pays and lines.
combin.settings = (bet) => bet.settings.map(([chosen, value, pays, list]) => ({
  choices: Object.fromEntries(bet.names.map((name, at) => [name, chosen[at]]).filter(([, word]) => word)),
  value, pays: split(pays), lines: bet.lists[list],
}));

// --- Whole numbers in columns: a text each, or a combination of those before ------------------

const DIGITS = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
  .map((digit, at) => [digit, BigInt(at)]));

// Return the numbers of a text: digits of 32, the lowest first; the lowest bit is the sign. After "."
// stands how many more are equal; after "+" at the start stand differences.
combin.numbers = (text) => {
  const found = [];
  let [number, place, again] = [0n, 0n, false];
  for (const digit of text.replace("+", "")) {
    if (digit === ".") {
      again = true;
      continue;
    }
    const value = DIGITS.get(digit);
    number += (value & 31n) << place;
    place += 5n;
    if (value > 31n) continue;
    const signed = number & 1n ? -(number >> 1n) : number >> 1n;
    if (again) found.push(...Array(Number(signed)).fill(found.at(-1)));
    else found.push(signed);
    [number, place, again] = [0n, 0n, false];
  }
  if (text[0] !== "+") return found;
  let total = 0n;
  return found.map((step) => total += step);
};

// Return columns of some length; those before are known where they are as long.
combin.columns = (written, many, before = []) => {
  const found = [Array(many).fill(1n), ...before.filter((column) => column.length === many)];
  const known = found.length;
  for (const one of written) found.push(typeof one === "string" ? combin.numbers(one) : mixed(found, one, many));
  return found.slice(known);
};

const mixed = (columns, [below, ...parts], many) => Array.from({ length: many }, (_, row) => {
  let total = 0n;
  for (let at = 0; at < parts.length; at += 2) total += columns[parts[at]][row] * BigInt(parts[at + 1]);
  return total / BigInt(below);
});

// Return the cards of a set, the highest first, by its number among all of as many cards.
const cardsOf = (number, many) => {
  const cards = [];
  for (let size = many; size > 0; size--) {
    let [top, sets, more] = [size - 1, 0, 1]; // how many sets there are of the cards below one
    while (more <= number) {
      top += 1;
      [sets, more] = [more, (more * (top + 1)) / (top + 1 - size)];
    }
    const height = top - size + 1;
    cards.push(height < 52 ? "23456789TJQKA"[height >> 2] + "cdhs"[height & 3] : "Jk");
    number -= sets;
  }
  return cards.join(" ");
};

// Return the maxima in each row's maximum, option by option: keys, and what they are multiplied by.
const linked = (columns, counts, rows, options) => {
  let next = 0;
  return Array.from({ length: rows }, (_, row) => {
    const first = next;
    next += counts ? Number(counts[row]) : 0;
    return Array.from({ length: options }, (_, option) => Array.from({ length: next - first }, (_, at) =>
      [-1 - Number(columns[2 * option][first + at]), columns[2 * option + 1][first + at]]));
  });
};

// Make a value of a bet ready: its maxima are rows of tables. Key 0 is the constant, 1 and on are the
// pays, -1 and on the maxima.
combin.prepared = (bet, number) => {
  const { bounds, below, tables, kept = "", decides = 1, ...data } = bet.values[number];
  const [pays, words, least, tabled] = bet.pays[data.pays];
  if (data.drawn) {
    return combin.drawnOnce(data.drawn, { pays: split(pays), words, least: split(least), tabled, bounds: null, kept, decides });
  }
  const choices = [];
  const total = data.total.map(([key, times]) => [key, BigInt(times)]);
  let [columns, links] = [[], []];
  for (const [role, rows, zones, keys, written, joined] of tables) {
    const [decision, actions] = bet.roles[role];
    columns = combin.columns(written, rows, columns);
    const [sets, often, ...rest] = columns;
    const cards = rest.splice(0, zones.length);
    const own = keys.map((listed) => listed.map((key) => [key, rest.shift()]));
    const [counts] = rest;
    links = combin.columns(joined, counts ? Number(counts.reduce((sum, many) => sum + many)) : 0, links);
    const inner = linked(links, counts, rows, keys.length);
    for (let row = 0; row < rows; row++) {
      if (often[row]) total.push([-1 - choices.length, often[row]]);
      const options = own.map((option, place) => [...option.map(([key, column]) => [key, column[row]]),
        ...inner[row][place]].filter(([, times]) => times));
      const example = zones.map((many, zone) => cardsOf(Number(cards[zone][row]), many)).join(" / ");
      choices.push({ decision, actions, sets: Number(sets[row]), cards: example, options });
    }
  }
  return {
    pays: split(pays), words, least: split(least), tabled, bounds, kept, decides, below: BigInt(below), total, choices,
  };
};

// Return the least common denominator of some fractions.
const common = combin.common = (numbers) =>
  numbers.reduce((all, number) => (all / combin.gcd(all, number.d)) * number.d, 1n);

// Return the net value at some pays (fractions, in the order of value.pays), what is taken in each
// maximum, and how often each key counts under that play.
combin.solve = (value, pays) => {
  if (value.solve) return value.solve(pays);
  const below = common(pays);
  const known = [below, ...pays.map((pay) => pay.n * (below / pay.d))];
  const worth = [];
  const sum = (listed) => {
    let total = 0n;
    for (const [key, times] of listed) total += times * (key < 0 ? worth[-1 - key] : known[key]);
    return total;
  };
  const taken = value.choices.map((choice, number) => {
    let best = 0;
    worth[number] = 0n;
    choice.options.forEach((option, place) => {
      const here = sum(option);
      if (here > worth[number]) {
        worth[number] = here;
        best = place + 1;
      }
    });
    return best;
  });
  return { net: combin.fraction(sum(value.total), value.below * below), taken };
};

// Return how often each pay, and each maximum, counts when it is decided so.
combin.form = (value, taken) => {
  const pays = Array(value.pays.length + 1).fill(0n);
  const reached = Array(value.choices.length).fill(0n);
  const add = (listed, times) => {
    for (const [key, number] of listed) {
      if (key < 0) reached[-1 - key] += times * number;
      else pays[key] += times * number;
    }
  };
  add(value.total, 1n);
  for (let number = taken.length - 1; number >= 0; number--) {
    if (taken[number] && reached[number]) {
      add(value.choices[number].options[taken[number] - 1], reached[number]);
    }
  }
  return { pays, reached };
};

// --- One pay moves ---------------------------------------------------------------------------

// Return a value in which one pay alone is left, the others at what they are.
combin.moving = (value, pays, moved) => {
  const below = common(pays);
  const only = (listed) => {
    let [fixed, slope] = [0n, 0n];
    const rest = [];
    for (const [key, times] of listed) {
      if (key < 0) rest.push([key, times]);
      else if (key === 0) fixed += times * below;
      else if (key === moved + 1) slope += times * below;
      else fixed += times * pays[key - 1].n * (below / pays[key - 1].d);
    }
    if (slope) rest.unshift([1, slope]);
    if (fixed) rest.unshift([0, fixed]);
    return rest;
  };
  return {
    pays: [value.pays[moved]],
    below: value.below * below,
    total: only(value.total),
    choices: value.choices.map((choice) => ({ ...choice, options: choice.options.map(only) })),
  };
};

// Return the value under the play that is best at one pay, as a line in it: value and slope.
const tangent = (value, at) => {
  const { net, taken } = combin.solve(value, [at]);
  return { at, net, slope: combin.fraction(combin.form(value, taken).pays[1], value.below) };
};

const meeting = (one, other) => {
  // one.net + one.slope (x - one.at) = other.net + other.slope (x - other.at)
  const start = (line) => combin.minus(line.net, combin.times(line.slope, line.at));
  return combin.over(
    combin.minus(start(other), start(one)), combin.minus(one.slope, other.slope));
};

const along = (line, at) =>
  combin.plus(line.net, combin.times(line.slope, combin.minus(at, line.at)));

// Return the points between which the value is a straight line in one pay, both ends included.
combin.corners = (whole, pays, moved, low, high) => {
  const value = combin.moving(whole, pays, moved);
  const nested = value.choices.some((choice) =>
    choice.options.some((option) => option.some(([key]) => key < 0)));
  return nested ? searched(value, low, high) : added(value, low, high);
};

// The value is convex: where two tangents meet is a corner, or lies below it.
const searched = (value, low, high) => {
  const between = (left, right) => {
    if (!combin.compare(left.slope, right.slope)) return [];
    const at = meeting(left, right);
    if (combin.compare(at, left.at) <= 0 || combin.compare(at, right.at) >= 0) return [];
    const here = tangent(value, at);
    if (!combin.compare(here.net, along(left, at))) return [here];
    return [...between(left, here), here, ...between(here, right)];
  };
  const [left, right] = [tangent(value, low), tangent(value, high)];
  const found = [left, ...between(left, right), right];
  // What lies straight between its neighbours is no corner.
  return found.filter((point, place) => {
    if (place === 0 || place === found.length - 1) return true;
    const [before, after] = [found[place - 1], found[place + 1]];
    const slope = (a, b) => combin.over(combin.minus(b.net, a.net), combin.minus(b.at, a.at));
    return combin.compare(slope(before, point), slope(point, after)) !== 0;
  });
};

// Return where the largest of some lines bends between two points, and by how much, and its slope
// at first. A line is what it is at 0, and its slope.
const bends = (lines, low, high) => {
  const worth = ([start, slope], at) => start * at.d + slope * at.n;
  let here = lines.reduce((best, line) => {
    const difference = worth(line, low) - worth(best, low);
    return difference > 0n || (difference === 0n && line[1] > best[1]) ? line : best;
  });
  const [first, found] = [here[1], []];
  for (;;) {
    let next = null;
    for (const line of lines) {
      if (line[1] <= here[1]) continue;
      const at = combin.fraction(here[0] - line[0], line[1] - here[1]);
      const order = next ? combin.compare(at, next.at) : -1;
      if (order < 0 || (order === 0 && line[1] > next.line[1])) next = { at, line };
    }
    if (!next || combin.compare(next.at, high) >= 0) return { first, found };
    found.push({ at: next.at, rise: next.line[1] - here[1] });
    here = next.line;
  }
};

// Where no maximum stands in another, the value bends where one of them does.
const added = (value, low, high) => {
  const times = new Map(value.total);
  const lines = (option) => {
    const terms = new Map(option);
    return [terms.get(0) || 0n, terms.get(1) || 0n];
  };
  let slope = times.get(1) || 0n;
  const all = value.choices.flatMap((choice, number) => {
    const often = times.get(-1 - number) || 0n;
    const { first, found } = bends([[0n, 0n], ...choice.options.map(lines)], low, high);
    slope += often * first;
    return often ? found.map(({ at, rise }) => ({ at, rise: often * rise })) : [];
  }).sort((a, b) => combin.compare(a.at, b.at));
  const points = [{ at: low, net: combin.solve(value, [low]).net }];
  const go = (at) => {
    const last = points.at(-1);
    const way = combin.times(combin.minus(at, last.at), combin.fraction(slope, value.below));
    if (combin.compare(at, last.at)) points.push({ at, net: combin.plus(last.net, way) });
  };
  for (const { at, rise } of all) {
    go(at);
    slope += rise;
  }
  go(high);
  return points;
};

// Return the pay up to `high` at which the value is `net`, or null. Newton's steps on a convex value that
// does not fall end after finitely many.
combin.target = (whole, pays, moved, net, high) => {
  const value = whole.tangent ? null : combin.moving(whole, pays, moved);
  const touching = (at) => (value ? tangent(value, at) : whole.tangent(pays, moved, at));
  let line = touching(high);
  if (combin.compare(line.net, net) < 0 || !line.slope.n) return null;
  while (combin.compare(line.net, net)) {
    if (line.slope.n <= 0n) return null;
    const at = combin.plus(line.at, combin.over(combin.minus(net, line.net), line.slope));
    line = touching(at);
  }
  return line.at;
};
