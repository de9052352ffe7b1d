import { describe, expect, it } from 'vitest';
import { grownWidths } from '@/components/ui/table/columns/use-grown-columns';
import type { JsonValue } from '@/lib/base/json';
import { arrangeColumns } from '@/lib/results/table/arrange-columns';
import { columnsOf } from './table-columns';

const NUMBER = '123456789012345678901234567890';
const table = {
  columns: [
    { name: 'n', type: 'numeric' },
    { name: 'm', type: 'numeric' },
  ],
  rows: Array.from({ length: 300 }, (_, at): JsonValue[] => [at === 250 ? NUMBER : 1, NUMBER.repeat(2)]),
};
const actions = { open: () => {}, revealed: () => undefined, reveal: null };
const columns = columnsOf(
  table,
  arrangeColumns(table, { kind: 'column', resultSet: 0 }, []),
  actions,
  'en-US',
);

describe('the widths of columns', () => {
  it('follow the rows in view, and stay', () => {
    const atFirst = grownWidths(new Map(), columns, [0, 1], table.rows.slice(0, 20));
    expect(atFirst.get(0)).toBeUndefined();
    const later = grownWidths(atFirst, columns, [0, 1], table.rows.slice(240, 260));
    expect(later.get(0)).toBeGreaterThan(NUMBER.length * 7.5);
    expect(grownWidths(later, columns, [0, 1], table.rows.slice(0, 20))).toBe(later);
  });

  it('leave columns alone that are out of sight', () => {
    expect(grownWidths(new Map(), columns, [1], table.rows.slice(240, 260)).has(0)).toBe(false);
  });

  it('are never too narrow for a number, however long', () => {
    expect(columns[1]?.widthPx).toBeGreaterThan(NUMBER.length * 2 * 7.5);
  });
});
