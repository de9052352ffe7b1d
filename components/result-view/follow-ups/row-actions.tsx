'use client';

import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { RowEnd } from '@/components/ui/table/row-end';
import type { JsonValue } from '@/lib/base/json';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import { FollowUpButtons } from './follow-up-buttons';
import styles from './follow-up-buttons.module.css';
import { type FollowUpsOf, useRowFollowUps } from './follow-ups';
import type { Ticks } from './ticked-rows';

const CHARACTER_PX = 7;
const AROUND_TEXT_PX = 42;
const NARROWEST_PX = 92;
const MENU_PX = 104;
const TICK_PX = 24;
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
  return useMemo(() => {
    const of = followUps ?? objects;
    const [sample] = table.rows;
    if (of === null || sample === undefined) return null;
    const { count, all } = of(sample);
    const names = count > 1 ? ['', ''] : all().map(({ name }) => name);
    return {
      header: (shown) =>
        ticks === null ? (
          'Actions'
        ) : (
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label="Tick all rows that are shown"
              checked={shown.length > 0 && shown.every(ticks.isTicked)}
              onChange={() => ticks.toggle(shown)}
            />
            Actions
          </label>
        ),
      widthPx: widthFor(names, isNarrow) + (ticks === null ? 0 : TICK_PX),
      draw: (row, index) => (
        <>
          {ticks !== null && (
            <input
              type="checkbox"
              className={styles.tick}
              aria-label={`Tick row ${index + 1}`}
              checked={ticks.isTicked(row)}
              onChange={() => ticks.toggle([row])}
            />
          )}
          <FollowUpButtons followUps={of(row)} about={`row ${index + 1}`} />
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
