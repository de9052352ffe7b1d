import { escapeIdentifier, type FieldDef, type QueryResult } from 'pg';
import Cursor from 'pg-cursor';
import type { JsonValue } from '@/lib/base/json';
import type { ResultSink } from '../result-sink';
import type { Session } from './session/session-pool';
import { rowsTaken } from './session/size-guard';
import type { Statement } from './statement';
import type { ResultType } from './values/result-types';

/** A row as the server sends it: each cell is its text, or null. */
export type TextRow = (string | null)[];

const refcursorOid = 1790;

/** Small at first, so that the first rows appear early. */
const firstBatchRows = 100;
const largestBatchRows = 1_000;
/** A batch's limit in memory; the number of rows follows from the size of earlier ones. */
const batchCharacters = 4_000_000;

/**
 * Runs a statement and passes its rows to the sink as they arrive, pausing the server while the sink is busy. Rows before
 * an error are passed on before the error is thrown.
 */
export async function streamRows(
  { client, types }: Session,
  statement: Statement,
  sink: ResultSink,
  signal: AbortSignal,
): Promise<void> {
  const cursor = client.query(
    new Cursor<TextRow>(statement.text, statement.values, { rowMode: 'array', types: rawCells }),
  );
  // Collected here because a failed read returns neither the rows so far nor their fields.
  let received: TextRow[] = [];
  let characters = 0;
  let fields: FieldDef[] = [];
  cursor.on('row', (row: TextRow, result: QueryResult) => {
    received.push(row);
    fields = result.fields;
    for (const cell of row) characters += cell?.length ?? 0;
  });
  let readers: ResultType[] | null = null;
  let batchRows = firstBatchRows;
  for (;;) {
    const batch = await readBatch(cursor, batchRows);
    const rows = received;
    received = [];
    if (batch.fields.length > 0) fields = batch.fields;
    if (fields.length > 0 && readers === null) readers = await openTable(types, fields, sink);
    for (const row of rows) await sink.row(toCells(row, readers ?? []));
    rowsTaken(client);
    if (batch.error !== null) throw batch.error;
    if (rows.length < batchRows) return;
    signal.throwIfAborted();
    batchRows = nextBatchRows(rows.length, characters);
    characters = 0;
  }
}

/**
 * Runs a statement that returns names of cursors, and streams each cursor as its own result set. Other columns become a
 * result set before them.
 */
export async function streamCursors(
  session: Session,
  statement: Statement,
  sink: ResultSink,
  signal: AbortSignal,
): Promise<void> {
  const { fields, rows } = await session.client.query<TextRow>({ ...statement, rowMode: 'array' });
  const isCursor = fields.map(({ dataTypeID }) => dataTypeID === refcursorOid);
  if (isCursor.includes(false)) {
    const isOther = (_: unknown, index: number): boolean => isCursor[index] === false;
    const readers = await openTable(session.types, fields.filter(isOther), sink);
    for (const row of rows) await sink.row(toCells(row.filter(isOther), readers));
  }
  const names = rows.flatMap((row) => row.filter((_, index) => isCursor[index] === true));
  for (const name of names) {
    if (name === null) continue;
    await streamRows(session, { text: `FETCH ALL FROM ${escapeIdentifier(name)}`, values: [] }, sink, signal);
  }
}

/** Begins a result set with these columns, and returns the readers of its cells. */
export async function openTable(
  types: Session['types'],
  fields: readonly FieldDef[],
  sink: ResultSink,
): Promise<ResultType[]> {
  const columnTypes = await types.of(fields, sink);
  sink.table(
    fields.map((field, index) => ({ name: field.name, type: columnTypes[index]?.name ?? 'unknown' })),
  );
  return columnTypes;
}

export function toCells(row: TextRow, types: readonly ResultType[]): JsonValue[] {
  // A reader may well return null: JSON's own.
  return row.map((text, index) => {
    const type = types[index];
    return text === null || type === undefined ? text : type.read(text);
  });
}

const rawCells = { getTypeParser: () => (text: string) => text };

interface Batch {
  fields: FieldDef[];
  error: Error | null;
}

function readBatch(cursor: Cursor<TextRow>, rows: number): Promise<Batch> {
  return new Promise((resolve) => {
    cursor.read(rows, (error: Error | undefined, _rows: TextRow[], result: QueryResult | undefined) => {
      resolve({ fields: result?.fields ?? [], error: error ?? null });
    });
  });
}

function nextBatchRows(rows: number, characters: number): number {
  const perRow = Math.max(1, characters / rows);
  return Math.max(1, Math.min(largestBatchRows, Math.floor(batchCharacters / perRow)));
}
