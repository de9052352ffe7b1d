import { plainScalar } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { cellText, type ResultTable } from '../table/result-table';
import { isNumericColumn } from './compare-cells';

/** How a table is shown as charts: one for each column of numbers, over the same points. */
export interface ResultChart {
  /** Times become a line; everything else becomes bars. */
  kind: 'line' | 'bar';
  /** The column of times or names that runs along the bottom. */
  along: string;
  series: { name: string; points: ChartPoint[] }[];
}

export interface ChartPoint {
  at: string;
  /** As exact as can be drawn; null if there is no value. */
  value: number | null;
  /** The number as in the table, to its last digit. */
  exact: string;
}

const MOST_POINTS = 1_000;
const MOST_BARS = 60;
const MOST_SERIES = 3;
const ISO_TIME = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?)?$/;
/** Identifiers are not drawn as heights. */
const IDENTIFIER = /(^|[^a-z])ids?$|[a-z]I[dD]$/i;

/**
 * The charts for a table with one column of times or short names, each occurring once, and one to three columns of
 * numbers. Null for every other table.
 */
export function chartOf({ columns, rows }: ResultTable): ResultChart | null {
  if (rows.length < 2 || rows.length > MOST_POINTS || columns.length > MOST_SERIES + 1) return null;
  const described = columns.map(({ name, type }, index) => {
    const cells = rows.map((row) => row[index] ?? null);
    return { name, cells, isFigures: isNumericColumn(type, cells) };
  });
  const [along, ...others] = described.filter(({ isFigures }) => !isFigures);
  const figures = described.filter(({ isFigures }) => isFigures);
  if (along === undefined || others.length > 0 || figures.length === 0) return null;
  if (
    figures.some(({ name, cells }) => IDENTIFIER.test(name) || cells.every((cell) => numberOf(cell) === null))
  ) {
    return null;
  }
  const places = along.cells.map(cellText);
  if (places.includes('') || new Set(places).size < places.length) return null;
  if (along.cells.some((cell) => cell === null || typeof cell === 'object')) return null;
  const kind = places.every((place) => ISO_TIME.test(place)) ? 'line' : 'bar';
  if (kind === 'bar' && rows.length > MOST_BARS) return null;
  const order = places.map((_, index) => index);
  if (kind === 'line') order.sort((a, b) => ((places[a] ?? '') < (places[b] ?? '') ? -1 : 1));
  return {
    kind,
    along: along.name,
    series: figures.map(({ name, cells }) => ({
      name,
      points: order.map((index) => {
        const cell = cells[index] ?? null;
        return {
          at: places[index] ?? '',
          value: numberOf(cell),
          exact: cell === null ? 'null' : cellText(cell),
        };
      }),
    })),
  };
}

/** A chart in a sentence, for people who can't see it. */
export function chartInWords(
  { kind, along }: ResultChart,
  { name, points }: ResultChart['series'][number],
): string {
  const drawn = points.filter((point) => point.value !== null);
  const sorted = drawn.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  const range =
    lowest === undefined || highest === undefined
      ? ''
      : `, from ${lowest.exact} (${lowest.at}) to ${highest.exact} (${highest.at})`;
  return `${kind === 'line' ? 'Line' : 'Bar'} chart of ${name} by ${along}: ${drawn.length} values${range}.`;
}

function numberOf(cell: JsonValue): number | null {
  const value = plainScalar(cell);
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const number = typeof value === 'number' ? value : Number(value.replace(/[$,]/g, '') || Number.NaN);
  return Number.isFinite(number) ? number : null;
}
