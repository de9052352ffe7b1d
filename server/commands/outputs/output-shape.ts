import type { JsonValue } from '@/lib/base/json';
import { frontOfJson } from '@/lib/base/json-front';
import { type Field, fieldsOf } from '@/lib/outputs/field-paths';
import type { Column, WholeResponse } from '@/server/connectors/result-sink';

/** One column of a table, or one field of a document, of a result. */
export interface Output {
  kind: 'column' | 'field';
  resultSet: number;
  position: number;
  path: string;
  type: string;
}

/** More than these are not learned: nobody maps the thousandth column to an input. */
const MOST_COLUMNS = 1000;
const MOST_TABLES = 20;
/** How much of a document is read to learn its fields. */
const READ_BYTES = 64 * 1024;

/** Collects the columns and fields of one result as it arrives. */
export class OutputShape {
  private readonly tables: Column[][] = [];
  private fields: Field[] = [];

  table(columns: readonly Column[]): void {
    if (this.tables.length < MOST_TABLES) this.tables.push(columns.slice(0, MOST_COLUMNS));
  }

  /** A JSON value in memory. */
  document(value: JsonValue): void {
    this.fields = fieldsOf(value);
  }

  /** Only its front is read, so that a long document costs no more than a short one. */
  whole({ format, chunks }: WholeResponse): void {
    if (format !== 'json') return;
    const front = frontOfJson(textOf(chunks));
    if (front !== null) this.fields = fieldsOf(JSON.parse(front));
  }

  /** Where a table names a column twice, the first is the one that has the name. */
  outputs(): Output[] {
    const columns = this.tables.flatMap((table, resultSet) => {
      const first = new Map(table.map(({ name, type }) => [name, type]).reverse() as [string, string][]);
      return [...first]
        .reverse()
        .filter(([path]) => path !== '')
        .map(([path, type], position) => ({ kind: 'column' as const, resultSet, position, path, type }));
    });
    const fields = this.fields.map(({ path, type }, position) => ({
      kind: 'field' as const,
      resultSet: 0,
      position,
      path,
      type,
    }));
    return [...columns, ...fields];
  }
}

/** What a source declares of a result, as outputs. */
export function outputsOfColumns(columns: readonly Column[]): Output[] {
  const shape = new OutputShape();
  shape.table(columns);
  return shape.outputs();
}

function textOf(chunks: readonly Buffer[]): string {
  const front: Buffer[] = [];
  let sizeBytes = 0;
  for (const chunk of chunks) {
    front.push(chunk.subarray(0, READ_BYTES - sizeBytes));
    sizeBytes += chunk.length;
    if (sizeBytes >= READ_BYTES) break;
  }
  return Buffer.concat(front).toString('utf8');
}
