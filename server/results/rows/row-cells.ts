import { withExactNumbers } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { frontOfJson } from '@/lib/base/json-front';
import { type IsMasked, maskRow, maskValue } from '@/lib/outputs/masks';
import { cellText } from '@/lib/results/table/result-table';
import { endOfCell, findCell } from '@/server/results/rows/cell-span';
import type { RowLine } from '@/server/results/rows/row-index';

/** Reads the cells of rows as their readers may see them: what is masked is so before anything is compared with it. */
export class RowCells {
  private readonly names: string[];

  constructor(
    columns: readonly { name: string }[],
    private readonly isMasked: IsMasked | null,
  ) {
    this.names = columns.map(({ name }) => name);
  }

  /** Whether some of what these rows hold may be masked. */
  get hasMasks(): boolean {
    return this.isMasked !== null;
  }

  all({ bytes, start, end, isFront }: RowLine): JsonValue[] {
    const text = bytes.toString('utf8', start, end);
    const cells: JsonValue[] = JSON.parse(isFront ? (frontOfJson(text) ?? '[]') : text);
    return this.isMasked === null ? cells : maskRow(cells, this.names, this.isMasked);
  }

  /** One cell as text; null if it is null. */
  text(line: RowLine, index: number): string | null {
    if (line.isFront) return textOf(this.all(line)[index] ?? null);
    const from = findCell(line, line.start + 1, line.end, index);
    if (from < 0) return null;
    const json = line.bytes.toString('utf8', from, endOfCell(line, from));
    if (this.isMasked !== null) {
      return textOf(maskValue(JSON.parse(json), [this.names[index] ?? ''], this.isMasked));
    }
    if (json === 'null') return null;
    if (!json.startsWith('"')) return withExactNumbers(json);
    return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1);
  }
}

const textOf = (value: JsonValue): string | null => (value === null ? null : cellText(value));
