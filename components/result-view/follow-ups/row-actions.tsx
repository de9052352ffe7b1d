'use client';

import { type ReactNode, type RefObject, useContext, useMemo } from 'react';
import type { RowEnd } from '@/components/ui/table/row-end';
import type { JsonValue } from '@/lib/base/json';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import { FollowUpButtons } from './follow-up-buttons';
import {
  type FollowUp,
  FollowUpsContext,
  type RowFact,
  type RowFollowUps,
  type ShownRow,
  useRowFollowUps,
} from './follow-ups';

const CHARACTER_PX = 7;
const AROUND_TEXT_PX = 42;
const NARROWEST_PX = 92;
const MENU_PX = 104;
const WIDEST_PX = 200;

/** The buttons of the rows of a table. */
export interface RowActions {
  /** For the end of each row; null on a phone, where they stand in the card of a row. */
  end: RowEnd<JsonValue[]> | null;
  /** Whether a button on the row has changed something since the run; null if none of the table has. */
  hasChanged: ((row: JsonValue[]) => boolean) | null;
  /**
   * Null for a row without buttons.
   *
   * @param index from 0, in the displayed order
   */
  draw: (row: JsonValue[], index: number, more?: { mostShown: number; onOpened: () => void }) => ReactNode;
}

/**
 * Returns the buttons of each row of a table; null for a table without. One stands for itself, and several share a menu.
 *
 * @param objects buttons of other kinds than row decorations; null for none
 * @param factsOf the first values of a row, which say which one it is; keep it stable between renders
 * @param shownRows the rows in the order in which the table shows them, for the next one and the one before
 */
export function useRowActions(
  table: ResultTable,
  source: TableSource,
  objects: RowFollowUps | null,
  shownRows: RefObject<readonly JsonValue[][]>,
  factsOf: (row: JsonValue[]) => readonly RowFact[],
  isNarrow: boolean,
): RowActions | null {
  const followUps = useRowFollowUps(table, source);
  const { hasChanged } = useContext(FollowUpsContext);
  return useMemo(() => {
    const own = followUps ?? objects;
    if (own === null || table.rows.length === 0) return null;
    const { names, on } = own;
    const onRow =
      (index: number) =>
      ({ id }: FollowUp): ShownRow => ({
        row: index + 1,
        nextFrom: (from, step) => {
          for (let number = from + step; ; number += step) {
            const row = shownRows.current[number - 1];
            if (row === undefined) return null;
            const same = on(row)
              .all()
              .find((each) => each.id === id);
            if (same !== undefined) return { row: number, address: same.addressOf() };
          }
        },
        factsOn: (number) => {
          const row = shownRows.current[number - 1];
          return row === undefined ? [] : factsOf(row);
        },
      });
    const draw: RowActions['draw'] = (row, index, more) => {
      const here = on(row);
      if (here.count === 0) return null;
      return <FollowUpButtons followUps={here} about={`row ${index + 1}`} onRow={onRow(index)} {...more} />;
    };
    const end = { header: () => 'Actions', widthPx: widthFor(names), draw };
    const hasRowChanged =
      hasChanged === null
        ? null
        : (row: JsonValue[]) =>
            on(row)
              .all()
              .some((each) => hasChanged(each.addressOf()));
    return { end: isNarrow ? null : end, hasChanged: hasRowChanged, draw };
  }, [followUps, objects, table, shownRows, factsOf, hasChanged, isNarrow]);
}

/** Of several buttons, a row may have one, which then stands for itself. */
function widthFor(names: readonly string[]): number {
  const wanted = names.map((name) => name.length * CHARACTER_PX + AROUND_TEXT_PX);
  return Math.min(WIDEST_PX, Math.max(names.length > 1 ? MENU_PX : NARROWEST_PX, ...wanted));
}
