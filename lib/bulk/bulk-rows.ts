/** Where the rows of a bulk run come from at first. */
export type BulkRows =
  /** The values of earlier runs of the command. */
  | { kind: 'runs'; runIds: readonly number[] }
  /** The values of all its runs that match filters of the history. */
  | { kind: 'matching'; filter: readonly string[] }
  /** Rows of another command's result, picked there for one of its buttons. */
  | { kind: 'picked'; commandId: number; runId: number; decorationId: number; places: readonly number[] }
  /** The rows of a bulk run that failed, or that it left out because of a problem. */
  | { kind: 'failed'; runId: number }
  | { kind: 'left-out'; runId: number };

/** As an address holds it, without a comma: `12-15-16`, `match~…`, `rows~7-345-2~0_3.8_8`, `failed~345`. */
export function writeBulkRows(rows: BulkRows): string {
  switch (rows.kind) {
    case 'runs':
      return rows.runIds.join('-');
    case 'matching':
      return `match~${encodeURIComponent(JSON.stringify(rows.filter))}`;
    case 'picked': {
      const ranges = rangesOf(rows.places).map(([first, last]) => `${first}_${last}`);
      return `rows~${rows.commandId}-${rows.runId}-${rows.decorationId}~${ranges.join('.')}`;
    }
    case 'failed':
    case 'left-out':
      return `${rows.kind}~${rows.runId}`;
  }
}

/** Null for none, and for text that isn't a valid address of rows. */
export function readBulkRows(text: string): BulkRows | null {
  if (text.startsWith('match~')) {
    const filter = filterIn(text.slice('match~'.length));
    return filter === null ? null : { kind: 'matching', filter };
  }
  if (text.startsWith('rows~')) return pickedIn(text.slice('rows~'.length));
  const [, kind, ofRun = ''] = /^(failed|left-out)~(\d+)$/.exec(text) ?? [];
  if (kind === 'failed' || kind === 'left-out') {
    const [runId] = idsIn(ofRun) ?? [];
    return runId === undefined ? null : { kind, runId };
  }
  const runIds = idsIn(text);
  return runIds === null ? null : { kind: 'runs', runIds };
}

function idsIn(text: string): number[] | null {
  const ids = text.split('-');
  return ids.every((each) => /^[1-9]\d{0,14}$/.test(each)) ? ids.map(Number) : null;
}

function filterIn(encoded: string): string[] | null {
  try {
    const filter: unknown = JSON.parse(decodeURIComponent(encoded));
    return Array.isArray(filter) && filter.every((each) => typeof each === 'string') ? filter : null;
  } catch {
    return null;
  }
}

/** The most rows that an address can mean, so that a short one doesn't fill the memory. */
const MOST_PLACES = 10_000;

function pickedIn(text: string): BulkRows | null {
  const [about = '', ranges = ''] = text.split('~', 2);
  const [commandId, runId, decorationId] = idsIn(about) ?? [];
  if (commandId === undefined || runId === undefined || decorationId === undefined) return null;
  const places: number[] = [];
  for (const range of ranges.split('.')) {
    const [, first = '', last = ''] = /^(\d{1,9})_(\d{1,9})$/.exec(range) ?? [];
    const count = Number(last) - Number(first) + 1;
    if (first === '' || count < 1 || places.length + count > MOST_PLACES) return null;
    for (let place = Number(first); place <= Number(last); place += 1) places.push(place);
  }
  return { kind: 'picked', commandId, runId, decorationId, places };
}

function rangesOf(places: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === place - 1) range[1] = place;
    else ranges.push([place, place]);
  }
  return ranges;
}
