import type { JsonValue } from '@/lib/json';
import type { ResultLine } from '@/server/results/result-file';
import { resultLines } from '@/server/results/result-lines';

/** The heading of a scalar's value where a heading is needed. */
const VALUE_COLUMN = 'value';

/** Whether a line of a stored result is a row; the only kind that is an array. */
const isRow = (line: string): boolean => line.charCodeAt(0) === 0x5b;

/**
 * Reads a stored table or scalar once, from front to end: its result sets one after the other, and the rows of each a
 * few thousand at a time. A scalar is a result set of one row.
 */
export class ResultCursor {
  private readonly batches: AsyncGenerator<string[]>;
  private batch: string[] = [];
  private at = 0;

  constructor(orgId: string, runId: number) {
    this.batches = resultLines(orgId, runId);
  }

  /** The columns' names of the next result set, whose rows come next; null when there are no more. */
  async nextTable(): Promise<readonly string[] | null> {
    while (await this.hasRow()) this.at += 1;
    const line = this.batch[this.at];
    if (line === undefined) return null;
    const heading: ResultLine = JSON.parse(line);
    if ('columns' in heading) {
      this.at += 1;
      return heading.columns.map(({ name }) => name);
    }
    if (!('value' in heading)) throw new Error('A response in one piece is no table');
    this.batch[this.at] = JSON.stringify([heading.value]);
    return [VALUE_COLUMN];
  }

  /** Whether the result set has another row. */
  async hasRow(): Promise<boolean> {
    while (this.at >= this.batch.length) {
      const next = await this.batches.next();
      if (next.done) return false;
      this.batch = next.value;
      this.at = 0;
    }
    return isRow(this.batch[this.at] ?? '');
  }

  /** The rows that follow within the result set, at most as many; those not taken stay. */
  async *rows(most = Number.POSITIVE_INFINITY): AsyncGenerator<JsonValue[][]> {
    let left = most;
    while (left > 0 && (await this.hasRow())) {
      const rows: JsonValue[][] = [];
      while (rows.length < left && isRow(this.batch[this.at] ?? '')) {
        rows.push(JSON.parse(this.batch[this.at] ?? ''));
        this.at += 1;
      }
      left -= rows.length;
      yield rows;
    }
  }

  /** Lets go of the file when not all of it was read. */
  async close(): Promise<void> {
    await this.batches.return(undefined);
  }
}
