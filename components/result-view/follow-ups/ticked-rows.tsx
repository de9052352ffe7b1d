'use client';

import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import type { RowDecoration } from '@/lib/contract/command/decoration-shapes';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import styles from './follow-up-buttons.module.css';
import { FollowUpsContext } from './follow-ups';

/** Rows that are ticked for a button, and how to tick them. */
export interface Ticks {
  isTicked(row: JsonValue[]): boolean;
  toggle(rows: readonly JsonValue[][]): void;
}

const none: readonly RowDecoration[] = [];

/**
 * Lets a person tick rows of a table whose buttons open commands, and opens such a command's bulk panel with them.
 *
 * @param rows those of the page; keep them stable between renders
 * @param numbers the place of each in the whole table, from 0; null for their own
 */
export function useTickedRows(
  source: TableSource,
  rows: readonly JsonValue[][],
  numbers: readonly number[] | null,
): { ticks: Ticks | null; bar: ReactNode } {
  const { rows: decorations, bulkAddressOf } = useContext(FollowUpsContext);
  const own = useMemo(
    () =>
      source.kind === 'column' ? decorations.filter(({ resultSet }) => resultSet === source.resultSet) : none,
    [decorations, source],
  );
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const placeOf = useMemo(() => new Map(rows.map((row, at) => [row, numbers?.[at] ?? at])), [rows, numbers]);
  const toggle = useCallback(
    (which: readonly JsonValue[][]) =>
      setTicked((before) => {
        const places = which.flatMap((row) => placeOf.get(row) ?? []);
        const after = new Set(before);
        const areAll = places.every((place) => before.has(place));
        for (const place of places) {
          if (areAll) after.delete(place);
          else after.add(place);
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
  const bar = ticked.size > 0 && (
    <div className={styles.bar} role="status">
      <span className={styles.ticked}>{`${formatCount(ticked.size)} selected`}</span>
      {own.map((decoration) => {
        const address = bulkAddressOf(decoration, [...ticked]);
        const label = `${decoration.name}, ${countRows(ticked.size)} in bulk, opens in a new tab`;
        return address === null ? null : (
          <a
            key={decoration.decorationId}
            href={address}
            target="_blank"
            rel="noopener"
            className={styles.button}
            title={`${decoration.name}: ${countRows(ticked.size)}`}
            aria-label={label}
          >
            <span className={styles.name}>{`${decoration.name} ${formatCount(ticked.size)}`}</span>
          </a>
        );
      })}
      {own[0] !== undefined && bulkAddressOf(own[0], [...ticked]) === null && (
        <span className={styles.ticked}>
          Too many separate rows for one address. Deselect some, or use “From a result” in Bulk run.
        </span>
      )}
      <Button variant="subtle" size="compact-xs" onClick={() => setTicked(new Set())}>
        Clear
      </Button>
    </div>
  );
  return { ticks, bar: bar === false ? null : bar };
}
