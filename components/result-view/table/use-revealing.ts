'use client';

import { useMemo, useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { objectPathText, type PathStep, parseObjectPath } from '@/lib/outputs/object-path';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { JsonLine } from '@/lib/results/table/json-lines';
import type { ResultTable } from '@/lib/results/table/result-table';
import { useOutputSettings } from '../output-settings';
import type { CellActions } from './cell-actions';
import type { GridPage } from './pages/grid-page';

/** The masked values of a document that were revealed on this page, by the paths of its lines. */
export function useRevealingLines() {
  const { reveal } = useOutputSettings();
  const [values, setValues] = useState<ReadonlyMap<string, JsonValue>>(new Map());
  return {
    revealed: ({ path }: JsonLine) => values.get(path),
    reveal: ({ path }: JsonLine) => {
      // `$.items[0].email`: what follows the dollar sign is an object path.
      const steps = parseObjectPath(path.replace(/^\$\.?/, ''));
      if (reveal === null || steps === null) return null;
      return async () => {
        const value = await reveal(0, steps);
        if (value !== undefined) setValues((before) => new Map(before).set(path, value));
      };
    },
  };
}

/** The masked cells of a table that were revealed on this page, and how to reveal another. */
export function useRevealing(
  { columns, rows }: ResultTable,
  source: TableSource,
  page: Pick<GridPage, 'rows' | 'numbers'> | null,
): Pick<CellActions, 'revealed' | 'reveal'> {
  const { reveal } = useOutputSettings();
  const [values, setValues] = useState<ReadonlyMap<string, JsonValue>>(new Map());
  return useMemo(() => {
    const stepsTo = (row: JsonValue[], index: number): PathStep[] => {
      const position = page === null ? rows.indexOf(row) : (page.numbers[page.rows.indexOf(row)] ?? -1);
      if (source.kind === 'column') return [position, index];
      return [...(parseObjectPath(source.listPath) ?? []), position, columns[index]?.name ?? ''];
    };
    const resultSet = source.kind === 'column' ? source.resultSet : 0;
    return {
      revealed: (row, index) =>
        values.size === 0 ? undefined : values.get(objectPathText(stepsTo(row, index))),
      reveal:
        reveal === null
          ? null
          : async (row, index) => {
              const steps = stepsTo(row, index);
              const value = await reveal(resultSet, steps);
              if (value !== undefined)
                setValues((before) => new Map(before).set(objectPathText(steps), value));
            },
    };
  }, [columns, rows, source, page, reveal, values]);
}
