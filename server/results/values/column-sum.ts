import { plainScalar } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { Column, WholeResponse } from '@/server/connectors/result-sink';

/** Larger documents aren't read for one number of theirs. */
const MOST_BYTES = 1_000_000;
/** Of `run_saving.minutes`. */
const MOST = 9_999_999_999;

/**
 * Adds up the numbers in one column of a result as it arrives: a column of its tables, or a key of a JSON object or of
 * the objects in a list. What isn't a positive number counts as nothing.
 */
export class ColumnSum {
  private at = -1;
  private sum = 0;

  constructor(private readonly name: string) {}

  /** With two decimal places; 0 if the result doesn't have the column. */
  get total(): number {
    return Math.min(MOST, Math.round(this.sum * 100) / 100);
  }

  table(columns: readonly Column[]): void {
    this.at = columns.findIndex(({ name }) => name === this.name);
  }

  row(cells: readonly JsonValue[]): void {
    if (this.at >= 0) this.add(cells[this.at]);
  }

  document(value: JsonValue): void {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== null && typeof item === 'object' && !Array.isArray(item) && Object.hasOwn(item, this.name))
        this.add(item[this.name]);
  }

  whole({ format, chunks }: WholeResponse): void {
    const sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
    if (format !== 'json' || sizeBytes > MOST_BYTES) return;
    try {
      this.document(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    } catch {
      // It is shown as it came, and tells no number.
    }
  }

  private add(value: JsonValue | undefined): void {
    const cell = plainScalar(value ?? null);
    const number = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell;
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) this.sum += number;
  }
}
