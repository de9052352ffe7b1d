import type { JsonValue } from '@/lib/base/json';
import { unsafeParts } from '@/server/results/combined/combined-parts';

const RUN = 'Run';
const RESULT = 'Result';
const STATUS = 'Status';
const ERROR = 'Error';

/** The results of several runs as one table. */
export interface CombinedTable {
  heading: readonly string[];
  /** @param onRun called after each run with how many were read */
  rows(onRun?: (doneRuns: number) => Promise<void>): AsyncGenerator<JsonValue[][]>;
}

export interface CombinedWith {
  /** Whether the run's number and its values are the first columns. */
  withParams: boolean;
  /** Whether two columns say how each run ended. The rows that a run returned before it failed are in it. */
  withErrors: boolean;
}

/**
 * Combines the results of runs whose access was already checked, in the order given. Columns with the same name are one
 * column; a run that lacks it has no value there. If runs have several tables, these follow each other, and a column says
 * which is which. Reads the headings first, then one result after another, so that
 * little of them is ever in memory.
 */
export async function unsafeCombinedTable(
  orgId: string,
  runIds: readonly number[],
  { withParams, withErrors }: CombinedWith,
): Promise<CombinedTable> {
  const columns = new Columns();
  const values = new Map<string, string>();
  let hasPlaces = false;
  for await (const part of unsafeParts(orgId, runIds)) {
    columns.add(part.heading);
    hasPlaces ||= part.place !== null;
    for (const [key, name] of part.names) if (Object.hasOwn(part.params, key)) values.set(key, name);
    for (const key of Object.keys(part.params)) if (!values.has(key)) values.set(key, key);
    await part.close();
  }
  const leading = [
    ...(withParams ? [RUN, ...values.values()] : []),
    ...(withErrors ? [STATUS, ERROR] : []),
    ...(hasPlaces ? [RESULT] : []),
  ];
  return {
    heading: [...leading, ...columns.names],
    async *rows(onRun) {
      let doneRuns = 0;
      let last: number | null = null;
      for await (const part of unsafeParts(orgId, runIds)) {
        if (last !== null && last !== part.runId) {
          doneRuns += 1;
          await onRun?.(doneRuns);
        }
        last = part.runId;
        const first: JsonValue[] = [
          ...(withParams ? [part.runId, ...[...values.keys()].map((key) => part.params[key] ?? null)] : []),
          ...(withErrors ? [part.ending.word, part.ending.message] : []),
          ...(hasPlaces ? [part.place ?? 1] : []),
        ];
        const places = columns.placesOf(part.heading);
        try {
          for await (const rows of part.rows()) {
            yield rows.map((row) => {
              const cells = new Array<JsonValue>(columns.names.length).fill(null);
              places.forEach((place, index) => {
                cells[place] = row[index] ?? null;
              });
              return [...first, ...cells];
            });
          }
        } finally {
          await part.close();
        }
      }
      if (last !== null) await onRun?.(doneRuns + 1);
    },
  };
}

/** The columns of all results. The same name twice in one result is two columns. */
class Columns {
  readonly names: string[] = [];
  private readonly places = new Map<string, number>();

  add(heading: readonly string[]): void {
    for (const [name, key] of keyed(heading)) {
      if (this.places.has(key)) continue;
      this.places.set(key, this.names.length);
      this.names.push(name);
    }
  }

  placesOf(heading: readonly string[]): number[] {
    return keyed(heading).map(([, key]) => this.places.get(key) ?? 0);
  }
}

function keyed(heading: readonly string[]): [name: string, key: string][] {
  const times = new Map<string, number>();
  return heading.map((name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return [name, `${time} ${name}`];
  });
}
