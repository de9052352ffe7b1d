import type { JsonValue } from '@/lib/json';
import { frontOfJson } from '@/lib/json-front';
import { type IsMasked, maskRow, maskValue } from '@/lib/outputs/masks';
import { cellText } from '@/lib/runs/result-table';
import { type CellSpan, findCell } from '@/server/results/rows/cell-span';
import type { RowLine } from '@/server/results/rows/row-index';

/** Reads the cells of rows as their readers may see them: what is masked is so before anything is compared with it. */
export class RowCells {
  private readonly names: string[];
  private readonly span: CellSpan = { from: 0, to: 0 };

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
    if (!findCell(line.bytes, line.start, line.end, index, this.span)) return null;
    const { from, to } = this.span;
    if (this.isMasked !== null) {
      const value: JsonValue = JSON.parse(line.bytes.toString('utf8', from, to));
      return textOf(maskValue(value, [this.names[index] ?? ''], this.isMasked));
    }
    const json = line.bytes.toString('utf8', from, to);
    if (json === 'null') return null;
    if (!json.startsWith('"')) return json;
    return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1);
  }
}

const textOf = (value: JsonValue): string | null => (value === null ? null : cellText(value));
