import type { DataColumn } from '@/components/ui/table/columns/data-column';
import type { JsonValue } from '@/lib/base/json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { compareCells, isNumericColumn } from '@/lib/results/charts/compare-cells';
import { kindOfType } from '@/lib/results/column-kind';
import { displayText, writtenText } from '@/lib/results/display-value';
import type { ShownColumn } from '@/lib/results/table/arrange-columns';
import { cellText, type ResultTable } from '@/lib/results/table/result-table';
import type { CellActions } from './cell-actions';
import { FormattedCell } from './formatted-cell';
import { MaskedCell } from './masked-cell';

const SAMPLED_ROWS = 200;
/** The font's 7.5 px, rounded up: some systems place each character on a whole pixel. */
const MACHINE_CHARACTER_PX = 8;
const HEAD_CHARACTER_PX = 7.4;
const PADDING_PX = 26;
/** Room for the menu of a column, which a pointer brings up. */
const HEAD_ICONS_PX = 26;
/** The mark in front of an object or a list. */
const OPEN_MARK_PX = 32;
/** What a badge has around its text. */
const BADGE_PX = 18;
const NARROWEST_PX = 56;
const WIDEST_PX = 380;
/** A number that is cut off reads as another number. */
const WIDEST_NUMBER_PX = 1_200;
/** Room for the button, and for most of what it reveals. */
const MASKED_PX = 160;

/**
 * The grid's columns for a table: aligned and sorted by type, wide enough for most cells.
 *
 * @param locale how the person writes numbers and dates
 */
export function columnsOf(
  { columns, rows }: ResultTable,
  arranged: readonly ShownColumn[],
  { open, revealed, reveal }: CellActions,
  locale: string,
): DataColumn<JsonValue[]>[] {
  const sample = rows.slice(0, SAMPLED_ROWS);
  return arranged.map(({ name, path, index, setting }) => {
    const type = columns[index]?.type ?? '';
    const cellOf = (row: JsonValue[]) => row[index] ?? null;
    const cells = sample.map(cellOf);
    const isNumeric = isNumericColumn(type, cells);
    const writtenOf = (cell: JsonValue): string | null =>
      setting === null || setting.format === null
        ? writtenText(cell, { name: path, type }, locale)
        : displayText(cell, setting, locale);
    const widthOf = (some: readonly JsonValue[]) => widthFor(name, some, setting, writtenOf, isNumeric);
    return {
      header: name,
      ...hintOf(name, path, type),
      ...comparisonOf(type, cells, isNumeric),
      isHiddenAtFirst: setting?.isHidden === true,
      align: isNumeric || setting?.format === 'money' ? 'end' : 'start',
      widthPx: widthOf(cells),
      neededPx: (row) => widthOf([cellOf(row)]),
      cell: (row) =>
        cellOf(row) === MASKED_VALUE ? (
          <MaskedCell
            column={name}
            revealed={revealed(row, index)}
            onReveal={reveal === null ? null : () => reveal(row, index)}
          />
        ) : (
          <FormattedCell
            value={cellOf(row)}
            setting={setting}
            written={writtenOf(cellOf(row))}
            onOpen={() => open({ column: name, value: cellOf(row) })}
          />
        ),
      open: (row) => open({ column: name, value: cellOf(row) }),
      text: (row) => cellText(cellOf(row)),
      shown: (row) => writtenOf(cellOf(row)) ?? cellText(cellOf(row)),
      value: cellOf,
      isBlank: (row) => cellOf(row) === null,
      compare: (a, b) => compareCells(cellOf(a), cellOf(b), isNumeric),
    };
  });
}

/** The source's name of a column that was renamed, and its type. */
function hintOf(name: string, path: string, type: string): { hint?: string } {
  const hint = [name === path ? '' : path, type].filter((part) => part !== '').join(' · ');
  return hint === '' ? {} : { hint };
}

/** What compares the values of a column, as an example in its filter. */
function comparisonOf(
  type: string,
  cells: readonly JsonValue[],
  isNumeric: boolean,
): { comparison?: string } {
  if (isNumeric) return { comparison: '>1000 or 10..20' };
  const kind = kindOfType(type);
  const isTime = kind === 'untyped' ? cells.some(isDay) : kind === 'date' || kind === 'time';
  return isTime ? { comparison: '>2026-06-01 or 2026-06-01..2026-06-30' } : {};
}

const isDay = (cell: JsonValue): boolean => typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell);

function widthFor(
  name: string,
  cells: readonly JsonValue[],
  setting: OutputColumn | null,
  writtenOf: (cell: JsonValue) => string | null,
  isNumeric: boolean,
): number {
  const texts = cells.map((cell) => writtenOf(cell) ?? cellText(cell));
  const longest = Math.max(4, ...texts.map(({ length }) => length));
  const mark = cells.some((cell) => typeof cell === 'object' && cell !== null) ? OPEN_MARK_PX : 0;
  const content = longest * MACHINE_CHARACTER_PX + mark + (setting?.format === 'badge' ? BADGE_PX : 0);
  const head = name.length * HEAD_CHARACTER_PX + HEAD_ICONS_PX;
  const narrowest = cells.includes(MASKED_VALUE) ? MASKED_PX : NARROWEST_PX;
  return Math.ceil(
    Math.min(isNumeric ? WIDEST_NUMBER_PX : WIDEST_PX, Math.max(narrowest, content, head) + PADDING_PX),
  );
}
