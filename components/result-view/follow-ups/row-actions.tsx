'use client';

import { type ReactNode, type RefObject, useMemo } from 'react';
import type { RowEnd } from '@/components/ui/table/row-end';
import type { JsonValue } from '@/lib/base/json';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import { FollowUpButtons } from './follow-up-buttons';
import { type FollowUp, type FollowUpsOf, type ShownRow, useRowFollowUps } from './follow-ups';

const CHARACTER_PX = 7;
const AROUND_TEXT_PX = 42;
const NARROWEST_PX = 92;
const MENU_PX = 104;
const WIDEST_PX = 200;

/** The buttons of the rows of a table. */
export interface RowActions {
  /** For the end of each row; null on a phone, where they stand in the card of a row. */
  end: RowEnd<JsonValue[]> | null;
  /** @param index from 0, in the displayed order */
  draw: (row: JsonValue[], index: number, more?: { mostShown: number; onOpened: () => void }) => ReactNode;
}

/**
 * Returns the buttons of each row of a table; null for a table without. One stands for itself, and several share a menu.
 *
 * @param objects buttons of other kinds than row decorations; null for none
 * @param shownRows the rows in the order in which the table shows them, for the next one and the one before
 */
export function useRowActions(
  table: ResultTable,
  source: TableSource,
  objects: FollowUpsOf | null,
  shownRows: RefObject<readonly JsonValue[][]>,
  isNarrow: boolean,
): RowActions | null {
  const followUps = useRowFollowUps(table, source);
  return useMemo(() => {
    const of = followUps ?? objects;
    const [sample] = table.rows;
    if (of === null || sample === undefined) return null;
    const { count, all } = of(sample);
    const onRow =
      (index: number) =>
      ({ id }: FollowUp): ShownRow => ({
        row: index + 1,
        addressOn: (number) => {
          const row = shownRows.current[number - 1];
          return row === undefined
            ? null
            : (of(row)
                .all()
                .find((each) => each.id === id)
                ?.addressOf() ?? null);
        },
      });
    const draw: RowActions['draw'] = (row, index, more) => (
      <FollowUpButtons followUps={of(row)} about={`row ${index + 1}`} onRow={onRow(index)} {...more} />
    );
    const names = count > 1 ? ['', ''] : all().map(({ name }) => name);
    const end = { header: () => 'Actions', widthPx: widthFor(names), draw };
    return { end: isNarrow ? null : end, draw };
  }, [followUps, objects, table, shownRows, isNarrow]);
}

function widthFor([name = '', ...others]: readonly string[]): number {
  if (others.length > 0) return MENU_PX;
  const wanted = name.length * CHARACTER_PX + AROUND_TEXT_PX;
  return Math.min(WIDEST_PX, Math.max(NARROWEST_PX, wanted));
}
