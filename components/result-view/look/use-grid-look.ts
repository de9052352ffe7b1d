'use client';

import { useCallback, useMemo } from 'react';
import type { ChangeLook, GridLook } from '@/components/ui/table/served-rows';
import type { ShownColumn, TableSource } from '@/lib/results/table/arrange-columns';
import { useLook } from './use-look';

/**
 * The look at a table as its grid has it: a grid counts columns as engineers arranged them, an address and the server as
 * the source returned them.
 *
 * @param arranged keep it stable between renders
 * @param staysFirst whether the first column stays at the left, unless the person chose which do
 */
export function useGridLook(
  source: TableSource,
  arranged: readonly ShownColumn[],
  staysFirst: boolean,
): { look: GridLook; onLook: ChangeLook } {
  const { look, change } = useLook(source);
  const toGrid = useMemo(() => movedBy(placesOf(arranged)), [arranged]);
  const toSource = useMemo(() => movedBy(arranged.map(({ index }) => index)), [arranged]);
  const ofGrid = useMemo(() => {
    const inGrid = toGrid(look);
    if (inGrid.pinned !== null || !staysFirst) return inGrid;
    const first = arranged.findIndex(({ index, setting }) =>
      look.hidden === null ? setting?.isHidden !== true : !look.hidden.includes(index),
    );
    return { ...inGrid, pinned: [first] };
  }, [toGrid, look, staysFirst, arranged]);
  const onLook = useCallback<ChangeLook>(
    (of) =>
      change((before) => {
        const inGrid = toGrid(before);
        return toSource({ ...inGrid, ...of(inGrid) });
      }),
    [change, toGrid, toSource],
  );
  return { look: ofGrid, onLook };
}

/** By the source's index of a column, its place in the grid. */
function placesOf(arranged: readonly ShownColumn[]): number[] {
  const places: number[] = [];
  for (const [place, { index }] of arranged.entries()) places[index] = place;
  return places;
}

/** Returns a function that names the columns of a look by other numbers. Those without one are left out. */
function movedBy(numbers: readonly number[]) {
  const all = (columns: readonly number[]) => columns.flatMap((column) => numbers[column] ?? []);
  const moved = <Of extends { column: number }>(of: Of): Of[] =>
    all([of.column]).map((column) => ({ ...of, column }));
  return ({ sort, search, filters, hidden, pinned }: GridLook): GridLook => ({
    sort: sort === null ? null : (moved(sort)[0] ?? null),
    search,
    filters: filters.flatMap(moved),
    hidden: hidden === null ? null : all(hidden),
    pinned: pinned === null ? null : all(pinned),
  });
}
