import type { JsonValue } from '@/lib/base/json';
import type { InputValues } from '@/lib/inputs/input';
import { objectValues, rowValues } from '@/lib/results/follow-ups';
import { readTable } from '@/lib/results/table/result-table';
import type { UndoMap } from '@/lib/settings/undo/undo-partner';

interface Undone {
  params: InputValues | null;
  payload: JsonValue;
}

/**
 * What fills in the command that takes a run back: its values, its result as it is shown, and fixed values. A table fills in only if
 * it has one row, since nothing says which of several is meant.
 */
export function undoValues(maps: readonly UndoMap[], { params, payload }: Undone): InputValues {
  const given = maps
    .filter((map) => map.from !== 'output')
    .flatMap((map) => {
      const value = map.from === 'value' ? map.value : params?.[map.name];
      return value === undefined || value === null ? [] : [[map.input_key, value] as const];
    });
  const outputs = maps.flatMap((map) =>
    map.from === 'output'
      ? [{ outputColumnId: 0, inputId: 0, inputKey: map.input_key, path: map.name, isFilled: true }]
      : [],
  );
  return { ...Object.fromEntries(given), ...fromResult(outputs, payload) };
}

function fromResult(maps: Parameters<typeof rowValues>[0]['maps'], payload: JsonValue): InputValues {
  if (maps.length === 0) return {};
  const table = readTable(payload);
  if (table === null) return objectValues({ maps }, payload, payload);
  const [row] = table.rows;
  if (row === undefined || table.rows.length > 1) return {};
  return rowValues(
    { maps },
    table.columns.map(({ name }) => name),
  )(row);
}
