'use client';

import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import type { RowDecoration } from '@/lib/contract/command/decoration-shapes';
import { rowHolds } from '@/lib/results/look/row-terms';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import styles from './follow-up-buttons.module.css';
import { FollowUpsContext } from './follow-ups';

/** Rows that are ticked for a button, and how to tick them. */
export interface Ticks {
  isTicked(row: JsonValue[]): boolean;
  toggle(rows: readonly JsonValue[][]): void;
}

interface OwnButton {
  decoration: RowDecoration;
  isOn: (row: readonly JsonValue[]) => boolean;
}

const none: readonly OwnButton[] = [];

/**
 * Lets a person tick rows of a table whose buttons open commands, and opens such a command's bulk panel with those of
 * them that have its button.
 *
 * @param columns the names of the table's columns; keep them stable between renders
 * @param rows those of the page; keep them stable between renders
 * @param numbers the place of each in the whole table, from 0; null for their own
 */
export function useTickedRows(
  source: TableSource,
  columns: ResultTable['columns'],
  rows: readonly JsonValue[][],
  numbers: readonly number[] | null,
): { ticks: Ticks | null; bar: ReactNode } {
  const { rows: decorations, bulkAddressOf } = useContext(FollowUpsContext);
  const own = useMemo(() => {
    if (source.kind !== 'column') return none;
    const names = columns.map(({ name }) => name);
    return decorations
      .filter(({ resultSet }) => resultSet === source.resultSet)
      .map((decoration) => ({ decoration, isOn: rowHolds(decoration.shownWhen, names) }));
  }, [decorations, source, columns]);
  // By their places: rows of other pages are gone by then.
  const [ticked, setTicked] = useState<ReadonlyMap<number, JsonValue[]>>(new Map());
  const placeOf = useMemo(() => new Map(rows.map((row, at) => [row, numbers?.[at] ?? at])), [rows, numbers]);
  const toggle = useCallback(
    (which: readonly JsonValue[][]) =>
      setTicked((before) => {
        const places = which.flatMap((row) => {
          const place = placeOf.get(row);
          return place === undefined ? [] : [[place, row] as const];
        });
        const after = new Map(before);
        const areAll = places.every(([place]) => before.has(place));
        for (const [place, row] of places) {
          if (areAll) after.delete(place);
          else after.set(place, row);
        }
        return after;
      }),
    [placeOf],
  );
  const ticks = useMemo<Ticks | null>(
    () =>
      own.length === 0 || rows.length === 0
        ? null
        : { isTicked: (row) => ticked.has(placeOf.get(row) ?? Number.NaN), toggle },
    [own, rows, ticked, placeOf, toggle],
  );
  const offered = own.map(({ decoration, isOn }) => {
    const places = [...ticked].flatMap(([place, row]) => (isOn(row) ? [place] : []));
    return { decoration, places, address: places.length === 0 ? null : bulkAddressOf(decoration, places) };
  });
  const bar = ticked.size > 0 && (
    <div className={styles.bar} role="status">
      <span className={styles.ticked}>{`${formatCount(ticked.size)} selected`}</span>
      {offered.map(({ decoration, places, address }) => {
        const label = `${decoration.name}, ${countRows(places.length)} in bulk, opens in a new tab`;
        return address === null ? null : (
          <a
            key={decoration.decorationId}
            href={address}
            target="_blank"
            rel="noopener"
            className={styles.button}
            title={`${decoration.name}: ${countRows(places.length)}`}
            aria-label={label}
          >
            <span className={styles.name}>{`${decoration.name} ${formatCount(places.length)}`}</span>
          </a>
        );
      })}
      {offered.every(({ places }) => places.length === 0) && (
        <span className={styles.ticked}>The selected rows have no button.</span>
      )}
      {offered.some(({ places, address }) => places.length > 0 && address === null) && (
        <span className={styles.ticked}>
          Too many separate rows for one address. Deselect some, or use “From a result” in Bulk run.
        </span>
      )}
      <Button variant="subtle" size="compact-xs" onClick={() => setTicked(new Map())}>
        Clear
      </Button>
    </div>
  );
  return { ticks, bar: bar === false ? null : bar };
}
