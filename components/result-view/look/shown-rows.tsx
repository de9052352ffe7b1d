'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useOutputSettings } from '../output-settings';

/** What a table shows of its rows and columns. */
export interface Shown {
  /** Null where that isn't known. */
  rows: number | null;
  /** From 0, as the source returned them, in the shown order. */
  columns: readonly number[];
}

/** What the tables of runs show, for the actions around them. */
interface ShownTables {
  tables: ReadonlyMap<string, Shown>;
  tell: (runId: number, resultSet: number, shown: Shown) => void;
}

const Tables = createContext<ShownTables>({ tables: new Map(), tell: () => {} });

const keyOf = (runId: number, resultSet: number): string => `${runId}.${resultSet}`;

/** Around a result and the actions on it. */
export function ShownRowsOf({ children }: { children: ReactNode }) {
  const [tables, setTables] = useState<ShownTables['tables']>(new Map());
  const value = useMemo<ShownTables>(
    () => ({
      tables,
      tell: (runId, resultSet, shown) =>
        setTables((before) => {
          const key = keyOf(runId, resultSet);
          const isSame = JSON.stringify(before.get(key)) === JSON.stringify(shown);
          return isSame ? before : new Map(before).set(key, shown);
        }),
    }),
    [tables],
  );
  return <Tables value={value}>{children}</Tables>;
}

/** Returns a function that says what a table shows. */
export function useTellShown(resultSet: number): (shown: Shown) => void {
  const { runId } = useOutputSettings();
  const { tell } = useContext(Tables);
  return useCallback((shown) => tell(runId, resultSet, shown), [tell, runId, resultSet]);
}

/** What a table of a run shows; null if it isn't drawn. */
export function useShown(runId: number, resultSet: number): Shown | null {
  return useContext(Tables).tables.get(keyOf(runId, resultSet)) ?? null;
}
