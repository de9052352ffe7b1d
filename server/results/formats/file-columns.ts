import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { arrangeColumns } from '@/lib/results/table/arrange-columns';
import { AppError } from '@/server/base/errors';
import type { LongRow } from '@/server/results/reading/long-row';

/** A longer row can't be rearranged, because all of it has to be in memory. */
const LONGEST_ROW_CHARS = 64_000_000;

/** The columns of one result set in a file: with the names and the order of the engineers, without the hidden ones. */
export class FileColumns {
  private constructor(
    readonly names: readonly string[],
    private readonly indexes: readonly number[],
  ) {}

  /** Null if the file has them as the source does, or if all would be hidden. */
  static of(
    columns: readonly { name: string; type: string }[],
    resultSet: number,
    display: readonly OutputColumn[] | null,
  ): FileColumns | null {
    if (display === null) return null;
    const all = arrangeColumns({ columns: [...columns] }, { kind: 'column', resultSet }, display);
    const shown = all.filter(({ setting }) => setting?.isHidden !== true);
    if (shown.length === 0) return null;
    return new FileColumns(
      shown.map(({ name }) => name),
      shown.map(({ index }) => index),
    );
  }

  row(cells: readonly JsonValue[]): JsonValue[] {
    return this.indexes.map((index) => cells[index] ?? null);
  }

  async longRow(row: LongRow): Promise<JsonValue[]> {
    return this.row(await wholeRow(row));
  }
}

/** All cells of a long row. Throws 409 if it is too long for memory. */
export async function wholeRow({ pieces }: LongRow): Promise<JsonValue[]> {
  const parts: string[] = [];
  let chars = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    chars += piece.length;
    if (chars > LONGEST_ROW_CHARS) {
      throw new AppError(
        'conflict',
        'A row is too long to rearrange its columns. Download the result as json.',
      );
    }
  }
  return JSON.parse(parts.join(''));
}
