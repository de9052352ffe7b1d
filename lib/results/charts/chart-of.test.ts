import { describe, expect, it } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { chartInWords, chartOf } from './chart-of';

const table = (columns: [name: string, type: string][], rows: JsonValue[][]) => ({
  columns: columns.map(([name, type]) => ({ name, type })),
  rows,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => [`name ${index}`, index]);

describe('a table as a chart', () => {
  it('is a line over time, in the order of time, with each figure to its last digit', () => {
    const chart = chartOf(
      table(
        [
          ['month', 'date'],
          ['revenue', 'numeric'],
        ],
        [
          ['2026-02-01', '900719925474099.3401'],
          ['2026-01-01', null],
        ],
      ),
    );
    expect(chart).toEqual({
      kind: 'line',
      along: 'month',
      series: [
        {
          name: 'revenue',
          points: [
            { at: '2026-01-01', value: null, exact: 'null' },
            { at: '2026-02-01', value: 900719925474099.4, exact: '900719925474099.3401' },
          ],
        },
      ],
    });
  });

  it('is bars for names, in the order of the table, a chart for each column of figures', () => {
    const chart = chartOf(
      table(
        [
          ['sold', ''],
          ['category', ''],
          ['stock', ''],
        ],
        [
          [3, 'Tents', 8],
          [5, 'Boots', 2],
        ],
      ),
    );
    expect(chart?.kind).toBe('bar');
    expect(chart?.series.map(({ name, points }) => [name, points.map(({ at }) => at)])).toEqual([
      ['sold', ['Tents', 'Boots']],
      ['stock', ['Tents', 'Boots']],
    ]);
  });

  it.each<[string, ReturnType<typeof table>]>([
    [
      'one row',
      table(
        [
          ['a', ''],
          ['n', ''],
        ],
        [['x', 1]],
      ),
    ],
    [
      'names that come twice',
      table(
        [
          ['a', ''],
          ['n', ''],
        ],
        [
          ['x', 1],
          ['x', 2],
        ],
      ),
    ],
    [
      'an empty name',
      table(
        [
          ['a', ''],
          ['n', ''],
        ],
        [
          ['x', 1],
          [null, 2],
        ],
      ),
    ],
    [
      'two columns of names',
      table(
        [
          ['a', ''],
          ['b', ''],
          ['n', ''],
        ],
        [
          ['x', 'y', 1],
          ['z', 'y', 2],
        ],
      ),
    ],
    [
      'figures alone',
      table(
        [
          ['m', ''],
          ['n', ''],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ),
    ],
    [
      'numbers that tell things apart',
      table(
        [
          ['name', ''],
          ['order_id', 'integer'],
        ],
        [
          ['x', 1],
          ['y', 2],
        ],
      ),
    ],
    [
      'four columns of figures',
      table(
        ['a', 'b', 'c', 'd', 'e'].map((name) => [name, '']),
        [
          ['x', 1, 1, 1, 1],
          ['y', 1, 1, 1, 1],
        ],
      ),
    ],
    [
      'nested names',
      table(
        [
          ['a', ''],
          ['n', ''],
        ],
        [
          [['x'], 1],
          [['y'], 2],
        ],
      ),
    ],
    [
      'no figure at all',
      table(
        [
          ['a', ''],
          ['n', 'integer'],
        ],
        [
          ['x', null],
          ['y', null],
        ],
      ),
    ],
    [
      'more bars than one can tell apart',
      table(
        [
          ['a', ''],
          ['n', ''],
        ],
        many(61),
      ),
    ],
    [
      'more than a thousand rows',
      table(
        [
          ['a', 'date'],
          ['n', ''],
        ],
        many(1001),
      ),
    ],
  ])('is not made of %s', (_what, given) => {
    expect(chartOf(given)).toBeNull();
  });

  it('draws numbers of a document that keep their digits', () => {
    const rows = parseExactJson('[["Tents", 10.50], ["Boots", 3]]') as JsonValue[][];
    const chart = chartOf(
      table(
        [
          ['category', ''],
          ['price', ''],
        ],
        rows,
      ),
    );
    expect(chart?.series[0]?.points).toEqual([
      { at: 'Tents', value: 10.5, exact: '10.50' },
      { at: 'Boots', value: 3, exact: '3' },
    ]);
  });

  it('is told in a sentence', () => {
    const chart = chartOf(
      table(
        [
          ['shop', ''],
          ['sold', ''],
        ],
        [
          ['North', 3],
          ['South', 5],
          ['West', null],
        ],
      ),
    );
    const [series] = chart?.series ?? [];
    expect(chart && series && chartInWords(chart, series)).toBe(
      'Bar chart of sold by shop: 2 values, from 3 (North) to 5 (South).',
    );
  });
});
