import type { ColumnCells } from '@/server/results/rows/column-cells';

/** How many bytes after those that all cells share are looked at. */
const MOST_PLACES = 24;
const PLACES_AT_ONCE = 8;
const MOST_KEYS = Number.MAX_SAFE_INTEGER;
const VALUES = 256;

/**
 * A number for each text, in the order of the texts as far as `reach`, in bytes. What all of them begin with takes no
 * room in it, and at each place only the bytes that occur there do: so a date and a time fit in one number.
 */
export function textKeys(cells: ColumnCells): { numbers: Float64Array; reach: number } {
  const { bytes, starts, count } = cells;
  const shared = sharedStart(cells);
  const { places, parts } = partsOf(cells, shared);
  const numbers = new Float64Array(count);
  for (let cell = 0; cell < count; cell += 1) {
    const begin = (starts[cell] ?? 0) + shared;
    const length = Math.min(places, (starts[cell + 1] ?? 0) - begin);
    let key = 0;
    for (let place = 0; place < length; place += 1) {
      key += parts[place * VALUES + (bytes[begin + place] ?? 0)] ?? 0;
    }
    numbers[cell] = key;
  }
  return { numbers, reach: shared + places };
}

/** How many bytes all the texts begin with. */
function sharedStart({ bytes, words, starts, count }: ColumnCells): number {
  let shared = starts[1] ?? 0;
  for (let cell = 1; cell < count && shared > 0; cell += 1) {
    const begin = starts[cell] ?? 0;
    shared = Math.min(shared, (starts[cell + 1] ?? 0) - begin);
    let at = 0;
    while (at < shared && words.getInt32(at, true) === words.getInt32(begin + at, true)) at += 4;
    while (at < shared && bytes[at] === bytes[begin + at]) at += 1;
    shared = Math.min(shared, at);
  }
  return shared;
}

/** How many places fit in a number, and what each byte at each of them adds to it; that a text has ended adds nothing. */
function partsOf(cells: ColumnCells, shared: number): { places: number; parts: Float64Array } {
  const occurs = new Uint8Array(MOST_PLACES * VALUES);
  const ranks = new Uint16Array(MOST_PLACES * VALUES);
  const shortest = shortestOf(cells) - shared;
  const counts: number[] = [];
  let keys = 1;
  for (let place = 0; place < MOST_PLACES; place += 1) {
    // Often fewer places fit than are possible, so they are looked at a few at a time.
    if (place % PLACES_AT_ONCE === 0) noteBytes(cells, shared, place, occurs);
    // From the shortest on, a text may have ended, which is the lowest.
    let rank = place < shortest ? 0 : 1;
    for (let at = place * VALUES; at < (place + 1) * VALUES; at += 1) {
      if (occurs[at] !== 1) continue;
      ranks[at] = rank;
      rank += 1;
    }
    if (keys * Math.max(1, rank) > MOST_KEYS) break;
    keys *= Math.max(1, rank);
    counts.push(Math.max(1, rank));
  }
  return { places: counts.length, parts: weighted(ranks, counts) };
}

function shortestOf({ starts, count }: ColumnCells): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < count; cell += 1)
    shortest = Math.min(shortest, (starts[cell + 1] ?? 0) - (starts[cell] ?? 0));
  return shortest;
}

/** Notes which bytes occur at some places, from the first of them on. */
function noteBytes(
  { bytes, starts, count }: ColumnCells,
  shared: number,
  first: number,
  occurs: Uint8Array,
): void {
  for (let cell = 0; cell < count; cell += 1) {
    const begin = (starts[cell] ?? 0) + shared;
    const end = Math.min(first + PLACES_AT_ONCE, (starts[cell + 1] ?? 0) - begin);
    for (let place = first; place < end; place += 1) occurs[place * VALUES + (bytes[begin + place] ?? 0)] = 1;
  }
}

/** The ranks at each place, times the number of keys of the places after it. */
function weighted(ranks: Uint16Array, counts: readonly number[]): Float64Array {
  const parts = Float64Array.from(ranks.subarray(0, counts.length * VALUES));
  let weight = 1;
  for (let place = counts.length - 1; place >= 0; place -= 1) {
    for (let at = place * VALUES; at < (place + 1) * VALUES; at += 1) parts[at] = (parts[at] ?? 0) * weight;
    weight *= counts[place] ?? 1;
  }
  return parts;
}
