import { createHash } from 'node:crypto';
import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { statusLabel } from '@/lib/runs/run-status';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { TABLES } from '@/server/results/combined/combinable-runs';
import { rowsOfCsv } from '@/server/results/formats/csv-rows';
import { wholeRow } from '@/server/results/formats/file-columns';
import { MASK_COLUMNS, MASK_JOIN, MASKS, masksOfRow, outputKey } from '@/server/results/masks/run-masks';
import { ResultCursor } from '@/server/results/reading/result-cursor';
import { openResults, type StoredBytes } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';

/** Small results are read together, this many runs at a time. */
const RUNS_AT_ONCE = 200;

const VALUES = {
  run_id: column.int,
  has_table: column.boolean,
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
export interface Part {
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
type Table = Pick<Part, 'heading' | 'rows' | 'close'>;

/**
 * The tables of runs whose access was already checked, in the order given. Each must be read, or left alone, before the
 * next one is asked for. A run that failed has the rows that it returned before; without any, one row without cells.
 */
export async function* unsafeParts(orgId: string, runIds: readonly number[]): AsyncGenerator<Part> {
  for (let at = 0; at < runIds.length; at += RUNS_AT_ONCE) {
    const wanted = runIds.slice(at, at + RUNS_AT_ONCE);
    const values = new Map((await loadValues(orgId, wanted)).map((row) => [row.run_id, row]));
    const hasTable = (runId: number): boolean => {
      const row = values.get(runId);
      return row !== undefined && (row.status === 'success' || row.has_table);
    };
    const opened = openResults(orgId, wanted.filter(hasTable));
    for (const runId of wanted) {
      const row = values.get(runId);
      if (row === undefined) continue;
      const of = aboutRun(row);
      if (!hasTable(runId)) {
        yield { ...of, place: null, ...NO_TABLE };
        continue;
      }
      const next = await opened.next();
      if (next.done) return;
      const tables = tablesOf(of, next.value.stored, row.has_several);
      yield* row.status === 'success' ? tables : keptOf(of, tables);
    }
  }
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

/** The tables of a run that failed, so that its error is in the file even if they have no rows. */
async function* keptOf(of: AboutRun, tables: AsyncGenerator<Part>): AsyncGenerator<Part> {
  let hasRows = false;
  for await (const part of tables) {
    yield {
      ...part,
      async *rows() {
        for await (const rows of part.rows()) {
          hasRows ||= rows.length > 0;
          yield rows;
        }
      },
    };
  }
  if (!hasRows) yield { ...of, place: null, ...NO_TABLE };
}

async function* tablesOf(of: AboutRun, stored: StoredBytes, hasSeveral: boolean): AsyncGenerator<Part> {
  const whole = await storedWhole(stored);
  if (whole !== null) yield { ...of, place: null, ...(await overCsv(rowsOfCsv(whole))) };
  else if (hasSeveral) yield* eachTable(of, ResultCursor.over(stored));
  else yield { ...of, place: null, ...(await overCursor(ResultCursor.over(stored))) };
}

async function* eachTable(of: AboutRun, cursor: ResultCursor): AsyncGenerator<Part> {
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
    statement`select r.run_id, coalesce(r.has_result and r.payload_format = any(${[...TABLES]}::text[]), false) as has_table,
       r.payload_format is not distinct from 'json.multiset.rowwise' as has_several, r.params, r.status,
       r.end_reason, left(r.errors -> 0 ->> 'message', 1000) as message, ${MASK_COLUMNS},
       (select json_agg(json_build_object('key', ti.key, 'displayName', i.display_name) order by i.position, i.input_id)
        from command_input i
        join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
        where i.org_id = r.org_id and i.command_id = r.command_id) as inputs
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
     where r.org_id = ${orgId} and r.run_id = any(${runIds}::bigint[])`,
  );
