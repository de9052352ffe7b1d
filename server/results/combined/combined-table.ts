import { createHash } from 'node:crypto';
import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { statusLabel } from '@/lib/runs/run-status';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { rowsOfCsv } from '@/server/results/formats/csv-rows';
import { wholeRow } from '@/server/results/formats/file-columns';
import { MASK_COLUMNS, MASK_JOIN, MASKS, masksOfRow, outputKey } from '@/server/results/masks/run-masks';
import { ResultCursor } from '@/server/results/reading/result-cursor';
import { openResults } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';

/** Small results are read together, this many runs at a time. */
const RUNS_AT_ONCE = 200;
const RUN = 'Run';
const RESULT = 'Result';
const STATUS = 'Status';
const ERROR = 'Error';

const VALUES = {
  run_id: column.int,
  has_several: column.boolean,
  params: column.text.nullable(),
  status: runStatus,
  end_reason: runEndReason.nullable(),
  message: column.text.nullable(),
  inputs: column.json<{ key: string; displayName: string | null }[]>().nullable(),
  ...MASKS,
};

/** How a run ended, and its first error. */
interface Ending {
  word: string;
  message: string | null;
}

/** A table of one run, opened. */
interface Part {
  runId: number;
  /** Which of the run's tables it is, from 1; null for the only one. */
  place: number | null;
  params: Readonly<Record<string, JsonValue>>;
  /** The names of the values, by key, in the order of the form. */
  names: ReadonlyMap<string, string>;
  ending: Ending;
  heading: readonly string[];
  rows(): AsyncGenerator<JsonValue[][]>;
  close(): Promise<void>;
}

type Values = RowOf<typeof VALUES>;
type AboutRun = Pick<Part, 'runId' | 'params' | 'names' | 'ending'>;

/** The results of several runs as one table. */
export interface CombinedTable {
  heading: readonly string[];
  /** @param onRun called after each run with how many were read */
  rows(onRun?: (doneRuns: number) => Promise<void>): AsyncGenerator<JsonValue[][]>;
}

export interface CombinedWith {
  /** Whether the run's number and its values are the first columns. */
  withParams: boolean;
  /** Whether two columns say how each run ended. A run that failed is one row, without the rest of its result. */
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
  for await (const part of partsOf(orgId, runIds)) {
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
      for await (const part of partsOf(orgId, runIds)) {
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

/** What a file of these runs depends on: another one is needed when this changes. */
export async function combinedOutputKey(orgId: string, runIds: readonly number[]): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < runIds.length; at += RUNS_AT_ONCE) {
    const rows = await loadValues(orgId, runIds.slice(at, at + RUNS_AT_ONCE));
    for (const row of rows) hash.update(`${row.run_id} ${outputKey(masksOfRow(row))}\0`);
  }
  return hash.digest('base64url');
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

async function* partsOf(orgId: string, runIds: readonly number[]): AsyncGenerator<Part> {
  for (let at = 0; at < runIds.length; at += RUNS_AT_ONCE) {
    const wanted = runIds.slice(at, at + RUNS_AT_ONCE);
    const values = new Map((await loadValues(orgId, wanted)).map((row) => [row.run_id, row]));
    const opened = openResults(
      orgId,
      wanted.filter((runId) => values.get(runId)?.status === 'success'),
    );
    for (const runId of wanted) {
      const row = values.get(runId);
      if (row === undefined) continue;
      const of = aboutRun(row);
      if (row.status !== 'success') {
        yield { ...of, place: null, ...NO_TABLE };
        continue;
      }
      const next = await opened.next();
      if (next.done) return;
      const { stored } = next.value;
      const { has_several: hasSeveral } = row;
      const whole = await storedWhole(stored);
      if (whole !== null) yield { ...of, place: null, ...(await overCsv(rowsOfCsv(whole))) };
      else if (hasSeveral) yield* tablesOf(of, ResultCursor.over(stored));
      else yield { ...of, place: null, ...(await overCursor(ResultCursor.over(stored))) };
    }
  }
}

const aboutRun = ({ run_id: runId, params, inputs, ...row }: Values): AboutRun => {
  const names = inputNames(inputs ?? []);
  return {
    runId,
    params: params === null ? {} : JSON.parse(params),
    names: new Map((inputs ?? []).map(({ key }) => [key, nameOf(names, key)])),
    ending: { word: statusLabel(row.status, row.end_reason).word, message: row.message },
  };
};

/** One row without cells, for what stands in front of them. */
const NO_TABLE: Table = {
  heading: [],
  async *rows() {
    yield [[]];
  },
  close: async () => {},
};

type Table = Pick<Part, 'heading' | 'rows' | 'close'>;

/** The tables of one result. Each must be read, or left alone, before the next one is asked for. */
async function* tablesOf(of: AboutRun, cursor: ResultCursor): AsyncGenerator<Part> {
  try {
    for (let place = 1; ; place += 1) {
      const heading = await cursor.nextTable();
      if (heading === null) return;
      yield { ...of, place, heading, rows: () => rowsOf(cursor), close: async () => {} };
    }
  } finally {
    await cursor.close();
  }
}

async function overCursor(cursor: ResultCursor): Promise<Table> {
  return {
    heading: (await cursor.nextTable()) ?? [],
    rows: () => rowsOf(cursor),
    close: () => cursor.close(),
  };
}

async function* rowsOf(cursor: ResultCursor): AsyncGenerator<JsonValue[][]> {
  for await (const rows of cursor.rows()) yield Array.isArray(rows) ? rows : [await wholeRow(rows)];
}

async function overCsv(batches: AsyncGenerator<JsonValue[][]>): Promise<Table> {
  const first = await batches.next();
  const [heading = [], ...rest] = first.done ? [] : first.value;
  return {
    heading: heading.map(String),
    async *rows() {
      yield rest;
      yield* batches;
    },
    close: async () => {
      await batches.return(undefined);
    },
  };
}

const loadValues = (orgId: string, runIds: readonly number[]) =>
  query(
    VALUES,
    statement`select r.run_id, r.payload_format is not distinct from 'json.multiset.rowwise' as has_several, r.params, r.status,
       r.end_reason, left(r.errors -> 0 ->> 'message', 1000) as message, ${MASK_COLUMNS},
       (select json_agg(json_build_object('key', ti.key, 'displayName', i.display_name) order by i.position, i.input_id)
        from command_input i
        join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
        where i.org_id = r.org_id and i.command_id = r.command_id) as inputs
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
     where r.org_id = ${orgId} and r.run_id = any(${runIds}::int[])`,
  );
