'use client';

import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import type { RowEnd } from '@/components/ui/table/row-end';
import type { JsonValue } from '@/lib/base/json';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import { FollowUpButtons } from './follow-up-buttons';
import styles from './follow-up-buttons.module.css';
import { type FollowUp, type FollowUpsOf, type ShownRow, useRowFollowUps } from './follow-ups';
import type { Ticks } from './ticked-rows';

const CHARACTER_PX = 7;
const AROUND_TEXT_PX = 42;
const NARROWEST_PX = 92;
const MENU_PX = 104;
const TICK_PX = 32;
const WIDEST_PX = { wide: 200, narrow: 132 };

/**
 * Returns the actions at the end of each row of a table; null for a table without actions. One button stands for itself, and several share
 * a menu.
 *
 * @param objects buttons of other kinds than row decorations; null for none
 * @param ticks null where rows can't be ticked
 */
export function useRowActions(
  table: ResultTable,
  source: TableSource,
  objects: FollowUpsOf | null,
  ticks: Ticks | null,
): RowEnd<JsonValue[]> | null {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const followUps = useRowFollowUps(table, source);
  /** The rows in the order in which the table shows them, for the next one and the one before. */
  const shownRows = useRef<readonly JsonValue[][]>(table.rows);
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
    const names = count > 1 ? ['', ''] : all().map(({ name }) => name);
    return {
      header: (shown) => {
        shownRows.current = shown;
        return ticks === null ? (
          'Actions'
        ) : (
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label="Select all rows that are shown"
              checked={shown.length > 0 && shown.every(ticks.isTicked)}
              onChange={() => ticks.toggle(shown)}
            />
            Actions
          </label>
        );
      },
      ...(ticks !== null && { isMarked: ticks.isTicked }),
      widthPx: widthFor(names, isNarrow) + (ticks === null ? 0 : TICK_PX),
      draw: (row, index) => (
        <>
          {ticks !== null && (
            <label className={styles.tick}>
              <input
                type="checkbox"
                aria-label={`Select row ${index + 1}`}
                checked={ticks.isTicked(row)}
                onChange={() => ticks.toggle([row])}
              />
            </label>
          )}
          <FollowUpButtons followUps={of(row)} about={`row ${index + 1}`} onRow={onRow(index)} />
        </>
      ),
    };
  }, [followUps, objects, table, isNarrow, ticks]);
}

function widthFor([name = '', ...others]: readonly string[], isNarrow: boolean): number {
  if (others.length > 0) return MENU_PX;
  const wanted = name.length * CHARACTER_PX + AROUND_TEXT_PX;
  return Math.min(isNarrow ? WIDEST_PX.narrow : WIDEST_PX.wide, Math.max(NARROWEST_PX, wanted));
}
