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
 * What fills in the command that takes a run back: its values, and its result as it is shown. A table fills in only if
 * it has one row, since nothing says which of several is meant.
 */
export function undoValues(maps: readonly UndoMap[], { params, payload }: Undone): InputValues {
  const given = maps
    .filter(({ from }) => from === 'input')
    .flatMap(({ input_key, name }) => {
      const value = params?.[name];
      return value === undefined || value === null ? [] : [[input_key, value] as const];
    });
  const outputs = maps
    .filter(({ from }) => from === 'output')
    .map(({ input_key, name }) => ({
      outputColumnId: 0,
      inputId: 0,
      inputKey: input_key,
      path: name,
      isFilled: true,
    }));
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
