'use client';

import { useState } from 'react';
import type { BulkDraft } from '../use-bulk-draft';
import type { RowIssues } from '../use-checked-rows';

/** A cell of the rows that will run: the row from 0, and the key of its input. */
interface Place {
  row: number;
  key: string;
}

/** Editing the cells of the rows one at a time, from problem to problem. */
export function useCellEditing(
  draft: BulkDraft,
  issues: RowIssues,
  { takesFocus, scrollTo }: { takesFocus: boolean; scrollTo: (row: number) => void },
) {
  const keys = draft.inputs.map(({ key }) => key);
  const [at, setAt] = useState<(Place & { isOpen: boolean }) | null>(
    takesFocus && keys[0] !== undefined ? { row: 0, key: keys[0], isOpen: false } : null,
  );
  const problems = [...issues]
    .flatMap(([row, found]) => found.map(({ key }) => ({ row, key })))
    .filter(({ key }) => keys.includes(key))
    .sort((a, b) => comparePlaces(a, b, keys));
  const goTo = (place: Place): void => {
    scrollTo(place.row);
    setAt({ ...place, isOpen: true });
  };
  return {
    stateOf: (row: number, key: string) =>
      at === null || at.row !== row || at.key !== key
        ? null
        : at.isOpen
          ? ('open' as const)
          : ('done' as const),
    edit: (row: number, key: string) => setAt({ row, key, isOpen: true }),
    /** Opens the first problem after a row; the first of all behind the last. Returns its row; null without any. */
    editAfter: (row: number): number | null => {
      const next = problems.find((each) => each.row > row) ?? problems[0];
      if (next !== undefined) goTo(next);
      return next?.row ?? null;
    },
    done: (place: Place, text: string | null, then: 'stay' | 'leave' | 'next' | 'previous'): boolean => {
      if (text !== null) draft.edit(place.row, place.key, text);
      const isBeyond = (each: Place) => comparePlaces(each, place, keys) * (then === 'next' ? 1 : -1) > 0;
      const next =
        then === 'next'
          ? problems.find(isBeyond)
          : then === 'previous'
            ? problems.findLast(isBeyond)
            : undefined;
      if (next !== undefined) goTo(next);
      // A person who left for another cell has opened that one by now.
      else setAt((now) => (now?.row === place.row && now.key === place.key ? afterwards(place, then) : now));
      return next !== undefined;
    },
  };
}

const afterwards = (place: Place, then: string) => (then === 'stay' ? { ...place, isOpen: false } : null);

/** In the order of the rows, and of the inputs within a row. */
function comparePlaces(a: Place, b: Place, keys: readonly string[]): number {
  return a.row - b.row || keys.indexOf(a.key) - keys.indexOf(b.key);
}
