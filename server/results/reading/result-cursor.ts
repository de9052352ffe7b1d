import type { JsonValue } from '@/lib/base/json';
import { FileColumns } from '@/server/results/formats/file-columns';
import { SCALAR } from '@/server/results/masks/run-masks';
import type { LongRow } from '@/server/results/reading/long-row';
import { type Lines, resultLines } from '@/server/results/reading/result-lines';
import type { ResultLine } from '@/server/results/stored/result-file';
import { openResult, type StoredBytes } from '@/server/results/stored/stored-bytes';

/** Whether a line of a stored result is a row: only rows are arrays. */
const isRow = (line: string): boolean => line.charCodeAt(0) === 0x5b;

/** Some rows, or one that is too long for memory and must be read before those after it. */
export type Rows = JsonValue[][] | LongRow;

/**
 * Reads a stored table or scalar once, from front to end: its result sets one after another, and the rows of each a few
 * thousand at a time. A scalar is a result set of one row.
 */
export class ResultCursor {
  private readonly batches: AsyncGenerator<Lines>;
  private readonly display: StoredBytes['fileDisplay'];
  private batch: string[] = [];
  private at = 0;
  private long: LongRow | null = null;
  private resultSet = -1;
  private columns: FileColumns | null = null;

  private constructor(stored: StoredBytes) {
    this.batches = resultLines(stored);
    this.display = stored.fileDisplay;
  }

  /** Throws 409 if the result's file is gone. */
  static async open(orgId: string, runId: number): Promise<ResultCursor> {
    return new ResultCursor(await openResult(orgId, runId));
  }

  /** Over a result that was opened before. */
  static over(stored: StoredBytes): ResultCursor {
    return new ResultCursor(stored);
  }

  /** The column names of the next result set, whose rows come next; null when there are no more. */
  async nextTable(): Promise<readonly string[] | null> {
    while (await this.hasRow()) this.skipRow();
    const line = this.batch[this.at];
    if (line === undefined) return null;
    const heading: ResultLine = JSON.parse(line);
    if ('columns' in heading) {
      this.at += 1;
      this.resultSet += 1;
      this.columns = FileColumns.of(heading.columns, this.resultSet, this.display);
      return this.columns?.names ?? heading.columns.map(({ name }) => name);
    }
    if (!('value' in heading)) throw new Error('A response in one piece is not a table');
    this.batch[this.at] = JSON.stringify([heading.value]);
    return [SCALAR];
  }

  /** Whether the result set has another row. */
  async hasRow(): Promise<boolean> {
    while (this.long === null && this.at >= this.batch.length) {
      const next = await this.batches.next();
      if (next.done) return false;
      if (Array.isArray(next.value)) {
        this.batch = next.value;
        this.at = 0;
      } else this.long = next.value;
    }
    return this.long !== null || isRow(this.batch[this.at] ?? '');
  }

  /** The next rows of the result set, at most `most`; the others remain. */
  async *rows(most = Number.POSITIVE_INFINITY): AsyncGenerator<Rows> {
    let left = most;
    while (left > 0 && (await this.hasRow())) {
      if (this.long !== null) {
        const long = this.long;
        this.long = null;
        left -= 1;
        yield this.columns === null ? long : [await this.columns.longRow(long)];
        continue;
      }
      const rows: JsonValue[][] = [];
      while (rows.length < left && isRow(this.batch[this.at] ?? '')) {
        const cells: JsonValue[] = JSON.parse(this.batch[this.at] ?? '');
        rows.push(this.columns?.row(cells) ?? cells);
        this.at += 1;
      }
      left -= rows.length;
      yield rows;
    }
  }

  /** Closes the file if not all of it was read. */
  async close(): Promise<void> {
    await this.batches.return(undefined);
  }

  private skipRow(): void {
    if (this.long === null) this.at += 1;
    this.long = null;
  }
}
