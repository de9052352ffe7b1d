import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { maskMatcher } from '@/lib/outputs/masks';
import { compareCells } from '@/lib/results/charts/compare-cells';
import { columnFilter } from '@/lib/results/look/comparisons';
import { cellText } from '@/lib/results/table/result-table';
import { RowReader } from './row-reader';

const COLUMNS = [
  { name: 'amount', type: 'numeric' },
  { name: 'note', type: 'text' },
  { name: 'about', type: 'jsonb' },
];

const bytesOf = (rows: readonly JsonValue[][], before = ''): Buffer =>
  Buffer.from(`${before}${[{ columns: COLUMNS }, ...rows].map((line) => JSON.stringify(line)).join('\n')}\n`);

function readerOf(bytes: Buffer, isMasked: ReturnType<typeof maskMatcher> = null): RowReader {
  const read = (start: number, into: Buffer) => bytes.copy(into, 0, start);
  return new RowReader({ sizeBytes: bytes.length, read }, isMasked);
}

const all = { resultSet: 0, sort: null, from: 0, count: 1000, search: '', filters: [] };
const numbersOf = (reader: RowReader, query: Partial<Parameters<RowReader['read']>[0]>) =>
  reader.read({ ...all, ...query }).rows.map(({ number }) => number);

const amount = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((digits) => `${digits}.5`),
  fc.constantFrom(
    '0',
    '-0',
    '1.0',
    '1',
    'NaN',
    'Infinity',
    '12345678901234567890.1',
    '12345678901234567890.2',
  ),
);
const text = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('Boston', 'boston', 'BOSTON "x"', 'Zürich', 'a\\b', 'a\nb', 'null', '', '\u212a'),
  // Longer than what is kept of a cell.
  fc.constantFrom('a'.repeat(210), `${'a'.repeat(199)}b`, `${'A'.repeat(205)}c`, `${'é'.repeat(120)}b`),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);
const row = fc.tuple(amount, text, fc.jsonValue()) as fc.Arbitrary<JsonValue[]>;

/** Ascending, with blanks last either way, and equal rows in their stored order. */
function sorted(rows: JsonValue[][], column: number, isDescending: boolean, compare: typeof compareCells) {
  const places = rows.map((_, place) => place);
  const cell = (place: number) => rows[place]?.[column] ?? null;
  return places.sort((a, b) => {
    if (cell(a) === null || cell(b) === null)
      return Number(cell(a) === null) - Number(cell(b) === null) || a - b;
    const order = compare(cell(a), cell(b), column === 0);
    return (isDescending ? -order : order) || a - b;
  });
}

const byLetters = (a: JsonValue, b: JsonValue): number =>
  Buffer.compare(Buffer.from(cellText(a).toLowerCase()), Buffer.from(cellText(b).toLowerCase()));

describe('rows of a stored table', () => {
  it('are sorted the same, whichever columns were sorted by before', () => {
    const rows: JsonValue[][] = Array.from({ length: 40 }, (_, at) => [
      String((at * 7) % 11),
      // Some values push the next cell further than is noted.
      at % 9 === 0 ? 'x'.repeat(70_000) : `note ${(at * 5) % 13}`,
      at % 4 === 0 ? null : { at: (at * 3) % 17 },
    ]);
    const reader = readerOf(bytesOf([...rows, ['5'], []]));
    const sortedBy = (from: RowReader, column: number) =>
      numbersOf(from, { sort: { column, isDescending: false } });
    for (const column of [1, 2, 0, 2, 1]) {
      expect(sortedBy(reader, column)).toEqual(sortedBy(readerOf(bytesOf([...rows, ['5'], []])), column));
    }
  });

  it('are sorted as their values are, exactly', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 60 }),
        fc.constantFrom(0, 1, 2),
        fc.boolean(),
        (rows, column, down) => {
          const found = numbersOf(readerOf(bytesOf(rows)), { sort: { column, isDescending: down } });
          expect(found).toEqual(sorted(rows, column, down, column === 0 ? compareCells : byLetters));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are found by what they contain, in any column or in one', () => {
    const wanted = fc.oneof(
      fc.constantFrom(
        'bos',
        'ü',
        '"',
        '\\',
        'null',
        '1',
        'x"',
        'n',
        'ab',
        'ac',
        'éb',
        'k',
        'N',
        ',',
        'TRUE',
        '{"',
        '>2000',
        '2000..2100-06',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), wanted, (rows, search) => {
        const has = (cell: JsonValue | undefined) =>
          cell !== null &&
          cellText(cell ?? null)
            .toLowerCase()
            .includes(search.toLowerCase());
        const places = rows.map((_, place) => place);
        const reader = readerOf(bytesOf(rows));
        expect(numbersOf(reader, { search })).toEqual(places.filter((place) => rows[place]?.some(has)));
        const filters = [{ column: 1, text: search }];
        const isFound = columnFilter(search);
        const inOne = places.filter((place) => {
          const cell = rows[place]?.[1] ?? null;
          return cell !== null && isFound(cellText(cell));
        });
        expect(numbersOf(reader, { filters })).toEqual(inOne);
        const sort = { column: 0, isDescending: true };
        const order = sorted(rows, 0, true, compareCells);
        expect(numbersOf(reader, { filters, sort })).toEqual(order.filter((place) => inOne.includes(place)));
      }),
      { numRuns: 300 },
    );
  });

  it('come page by page from the result set that is asked for', () => {
    const first = bytesOf([['1', 'a', null]]).toString();
    const reader = readerOf(
      bytesOf(
        Array.from({ length: 25 }, (_, n) => [String(n), 'b', null]),
        first,
      ),
    );
    expect(reader.read({ ...all, resultSet: 0 })).toMatchObject({ totalRows: 1, matchingRows: 1 });
    const page = reader.read({ ...all, resultSet: 1, from: 20, count: 10 });
    expect(page).toMatchObject({ totalRows: 25, matchingRows: 25, isCut: false });
    expect(page.rows.map(({ cells }) => cells[0])).toEqual(['20', '21', '22', '23', '24']);
    expect(reader.read({ ...all, resultSet: 1, from: 99 }).rows).toEqual([]);
    expect(() => reader.read({ ...all, resultSet: 2 })).toThrow('fewer tables');
    expect(() => reader.read({ ...all, sort: { column: 3, isDescending: false } })).toThrow('fewer columns');
  });

  it('never tell what is masked, by order or by search', () => {
    const rows = [
      ['1', 'ada@hidden.example', { phone: '555', city: 'Boston' }],
      ['2', 'zoe@hidden.example', { phone: '111', city: 'Paris' }],
    ];
    const masks = [
      { kind: 'column' as const, path: 'note' },
      { kind: 'field' as const, path: 'about.phone' },
    ];
    const reader = readerOf(bytesOf(rows), maskMatcher(masks));
    for (const search of ['ada', 'hidden', '555']) expect(numbersOf(reader, { search })).toEqual([]);
    expect(numbersOf(reader, { filters: [{ column: 1, text: 'zoe' }] })).toEqual([]);
    expect(numbersOf(reader, { filters: [{ column: 2, text: '111' }] })).toEqual([]);
    expect(numbersOf(reader, { search: 'paris' })).toEqual([1]);
    for (const isDescending of [false, true]) {
      expect(numbersOf(reader, { sort: { column: 1, isDescending } })).toEqual([0, 1]);
    }
  });

  it('are cut where a page would be too large, and say so', () => {
    const long = 'x'.repeat(9_000_000);
    const reader = readerOf(
      bytesOf([
        ['1', long, null],
        ['2', 'short', null],
      ]),
    );
    const page = reader.read(all);
    expect(page.isCut).toBe(true);
    expect(JSON.stringify(page.rows).length).toBeLessThan(8_100_000);
    expect(page.rows[1]?.cells).toEqual(['2', 'short', null]);
    expect(numbersOf(reader, { search: 'xxxx' })).toEqual([0]);
    const longer = readerOf(
      bytesOf([
        ['1', 'y'.repeat(17_000_000), null],
        ['2', 'z', null],
      ]),
    );
    expect(longer.read(all)).toMatchObject({ isCut: true, totalRows: 2 });
    expect(numbersOf(longer, { sort: { column: 1, isDescending: true } })).toEqual([1, 0]);
  });
});
