import type { ColumnCells } from '@/server/results/rows/column-cells';

/** How many bytes after those that all cells share are looked at. */
const MOST_PLACES = 24;
const MOST_KEYS = Number.MAX_SAFE_INTEGER;
const VALUES = 257;

/**
 * A number for each text, in the order of the texts as far as `reach`, in bytes. What all of them begin with takes no
 * room in it, and at each place only the bytes that occur there do: so a date and a time fit in one number.
 */
export function textKeys(cells: ColumnCells): { numbers: Float64Array; reach: number } {
  const { bytes, starts, count } = cells;
  const shared = sharedStart(cells);
  const ranks = ranksOf(cells, shared);
  const numbers = new Float64Array(count);
  for (let cell = 0; cell < count; cell += 1) {
    const begin = (starts[cell] ?? 0) + shared;
    const end = starts[cell + 1] ?? 0;
    let key = 0;
    for (let place = 0; place < ranks.places; place += 1) {
      const value = begin + place < end ? (bytes[begin + place] ?? 0) + 1 : 0;
      key = key * (ranks.counts[place] ?? 1) + (ranks.of[place * VALUES + value] ?? 0);
    }
    numbers[cell] = key;
  }
  return { numbers, reach: shared + ranks.places };
}

/** How many bytes all the texts begin with. */
function sharedStart({ bytes, starts, count }: ColumnCells): number {
  let shared = starts[1] ?? 0;
  for (let cell = 1; cell < count && shared > 0; cell += 1) {
    const begin = starts[cell] ?? 0;
    shared = Math.min(shared, (starts[cell + 1] ?? 0) - begin);
    let at = 0;
    while (at < shared && bytes[at] === bytes[begin + at]) at += 1;
    shared = at;
  }
  return shared;
}

/** At each place, the rank of each byte among those that occur there; that a text has ended is the lowest. */
interface Ranks {
  /** How many places fit in a number. */
  places: number;
  counts: number[];
  of: Uint16Array;
}

function ranksOf({ bytes, starts, count }: ColumnCells, shared: number): Ranks {
  const occurs = new Uint8Array(MOST_PLACES * VALUES);
  for (let cell = 0; cell < count; cell += 1) {
    const begin = (starts[cell] ?? 0) + shared;
    const length = Math.min(MOST_PLACES, (starts[cell + 1] ?? 0) - begin);
    for (let place = 0; place < length; place += 1) {
      occurs[place * VALUES + (bytes[begin + place] ?? 0) + 1] = 1;
    }
    if (length < MOST_PLACES) occurs[length * VALUES] = 1;
  }
  // A text that has ended stays so.
  for (let place = 1; place < MOST_PLACES; place += 1) {
    if (occurs[(place - 1) * VALUES] === 1) occurs[place * VALUES] = 1;
  }
  const ranks: Ranks = { places: 0, counts: [], of: new Uint16Array(MOST_PLACES * VALUES) };
  let keys = 1;
  for (let place = 0; place < MOST_PLACES; place += 1) {
    let rank = 0;
    for (let value = 0; value < VALUES; value += 1) {
      const at = place * VALUES + value;
      if (occurs[at] !== 1) continue;
      ranks.of[at] = rank;
      rank += 1;
    }
    if (keys * Math.max(1, rank) > MOST_KEYS) break;
    keys *= Math.max(1, rank);
    ranks.counts.push(Math.max(1, rank));
    ranks.places += 1;
  }
  return ranks;
}
