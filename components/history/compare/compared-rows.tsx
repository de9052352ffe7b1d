'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, type UIEvent, useMemo, useState } from 'react';
import { Cell } from '@/components/result-view/table/cell';
import type { JsonValue } from '@/lib/base/json';
import { isNumericColumn } from '@/lib/results/charts/compare-cells';
import type { ComparedColumn, ComparedRow, TableComparison } from '@/lib/results/compare/compare-tables';
import { writtenText } from '@/lib/results/display-value';
import { personLocale } from '@/lib/results/person-locale';
import { cellText } from '@/lib/results/table/result-table';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import styles from './compared-rows.module.css';

/** A table of thousands of rows is drawn in parts. */
const ROWS_AT_ONCE = 200;

/** Rows that are the same and hidden count as one line. */
type Line = { row: ComparedRow; place: number } | { same: number; place: number };

function linesOf(rows: readonly ComparedRow[], isAll: boolean): Line[] {
  const lines: Line[] = [];
  rows.forEach((row, place) => {
    if (isAll || row.kind !== 'same') {
      lines.push({ row, place });
      return;
    }
    const last = lines.at(-1);
    if (last !== undefined && 'same' in last) last.same += 1;
    else lines.push({ same: 1, place });
  });
  return lines;
}

const MARKS = {
  same: ['', 'The same'],
  changed: ['~', 'Changed'],
  added: ['+', 'Added'],
  removed: ['−', 'Removed'],
} as const;

const SIDES = ['a', 'b'] as const;

interface ComparedRowsProps {
  compared: TableComparison;
  isAll: boolean;
  layout: 'side' | 'one';
}

/** The rows of two tables next to each other, or in one table with both values in the cells that changed. */
export function ComparedRows({ compared, isAll, layout }: ComparedRowsProps) {
  const { columns, rows } = compared;
  const lines = useMemo(() => linesOf(rows, isAll), [rows, isAll]);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const sides = layout === 'side' ? SIDES : ([null] as const);
  const numeric = useMemo(
    () =>
      columns.map(({ type, a, b }) =>
        isNumericColumn(
          type,
          rows.map((row) => cellIn(row, b === null ? 'a' : 'b', { a, b })),
        ),
      ),
    [columns, rows],
  );
  // Both sides have the same widths, also where one has no value.
  const widths = useMemo(() => {
    const drawn = lines.slice(0, shown).flatMap((line) => ('row' in line ? [line.row] : []));
    return columns.map((column) => widthOf(column, drawn));
  }, [columns, lines, shown]);
  const align = (place: number) => (numeric[place] ? styles.number : undefined);
  return (
    <>
      <div className={styles.sides}>
        {sides.map((side) => (
          // Keys scroll it: nothing in it can have the focus.
          <section
            key={side}
            className={styles.wide}
            aria-label={side === null ? 'Compared rows' : `Compared rows of ${side.toUpperCase()}`}
            tabIndex={0}
            onScroll={scrollOther}
          >
            <table className={styles.rows}>
              <thead>
                <tr>
                  <th scope="col" className={styles.mark}>
                    {side === null ? <VisuallyHidden>Difference</VisuallyHidden> : side.toUpperCase()}
                  </th>
                  {columns.map(({ name }, place) => (
                    <th key={name} scope="col" className={align(place)} style={{ minWidth: widths[place] }}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.slice(0, shown).map((line) =>
                  'same' in line ? (
                    <tr key={line.place} className={styles.same}>
                      <td colSpan={columns.length + 1}>{countRows(line.same)} the same</td>
                    </tr>
                  ) : (
                    <tr key={line.place} data-kind={line.row.kind}>
                      <td className={styles.mark} data-absent={isAbsent(line.row, side)}>
                        <span title={MARKS[line.row.kind][1]} role="img" aria-label={MARKS[line.row.kind][1]}>
                          {side === null || line.row[side] !== null ? MARKS[line.row.kind][0] : ''}
                        </span>
                      </td>
                      {columns.map((column, place) => (
                        <td
                          key={column.name}
                          className={align(place)}
                          data-changed={isChanged(line.row, place) || undefined}
                          data-absent={isAbsent(line.row, side)}
                        >
                          {side === null
                            ? bothIn(line.row, column, place)
                            : oneIn(line.row, side, column, place)}
                        </td>
                      ))}
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </section>
        ))}
      </div>
      {lines.length > shown && (
        <div className={styles.further}>
          <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            Show {formatCount(Math.min(ROWS_AT_ONCE, lines.length - shown))} more
          </Button>
        </div>
      )}
    </>
  );
}

/** The other side follows the one that a person scrolls, so that the same columns stay next to each other. */
function scrollOther({ currentTarget: scrolled }: UIEvent<HTMLElement>): void {
  const other = scrolled.nextElementSibling ?? scrolled.previousElementSibling;
  if (other !== null && scrolled.matches(':hover, :focus')) other.scrollLeft = scrolled.scrollLeft;
}

const WIDEST_CHARACTERS = 40;
const CHARACTER_PX = 7.5;
const PADDING_PX = 20;

/** How many pixels the widest value of a column takes on either side. */
const widthOf = (column: ComparedColumn, rows: readonly ComparedRow[]): number =>
  PADDING_PX +
  CHARACTER_PX *
    Math.min(
      WIDEST_CHARACTERS,
      rows.reduce(
        (widest, row) => Math.max(widest, ...SIDES.map((side) => textIn(row, side, column).length)),
        0,
      ),
    );

function textIn(row: ComparedRow, side: 'a' | 'b', column: ComparedColumn): string {
  const value = cellIn(row, side, column);
  return writtenIn(value, column) ?? cellText(value);
}

/** Whether a side lacks this row. */
const isAbsent = (row: ComparedRow, side: 'a' | 'b' | null): true | undefined =>
  (side !== null && row[side] === null) || undefined;

const isChanged = (row: ComparedRow, place: number): boolean =>
  row.kind === 'changed' && row.changed.has(place);

/** Null also where the row, or the column, is not there. */
function cellIn(row: ComparedRow, side: 'a' | 'b', column: Pick<ComparedColumn, 'a' | 'b'>): JsonValue {
  const place = column[side];
  return place === null ? null : (row[side]?.[place] ?? null);
}

/** The value as the person writes it, as results show it; null if that is how it is stored. */
const writtenIn = (value: JsonValue, { name, type }: ComparedColumn): string | null =>
  writtenText(value, { name, type }, personLocale());

function valueIn(row: ComparedRow, side: 'a' | 'b', column: ComparedColumn, place: number): ReactNode {
  const value = cellIn(row, side, column);
  const written = writtenIn(value, column);
  const other = writtenIn(cellIn(row, side === 'a' ? 'b' : 'a', column), column);
  // What differs, such as seconds, must not get lost in the writing.
  if (written === null || (isChanged(row, place) && written === other)) return <Cell value={value} />;
  return <span title={cellText(value)}>{written}</span>;
}

function oneIn(row: ComparedRow, side: 'a' | 'b', column: ComparedColumn, place: number): ReactNode {
  return row[side] === null || column[side] === null ? null : valueIn(row, side, column, place);
}

function bothIn(row: ComparedRow, column: ComparedColumn, place: number): ReactNode {
  if (!isChanged(row, place)) {
    return oneIn(row, row.b === null || column.b === null ? 'a' : 'b', column, place);
  }
  return (
    <>
      <del>{valueIn(row, 'a', column, place)}</del> <ins>{valueIn(row, 'b', column, place)}</ins>
    </>
  );
}
