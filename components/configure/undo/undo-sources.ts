import type { RunMap } from '@/lib/settings/undo/undo-partner';
import { type OfferedCommand, useOutputs } from '../decorations/use-decorations';
import type { Command } from '../panel/use-configure';

/** A value of a run, or a part of its result, that can fill an input of the partner. */
export type UndoSource = Pick<RunMap, 'from' | 'name'>;

/** What a run of a command has to fill its partner with: its visible inputs, and the outputs that its results had. */
export function useUndoSources(command: Command) {
  const columns = useOutputs(command, 'row');
  const fields = useOutputs(command, 'object');
  const outputs = [...(columns.data ?? []), ...(fields.data ?? [])].filter(
    ({ resultSet }) => resultSet === 0,
  );
  const inputs = command.template.inputs.filter(({ hidden }) => !hidden);
  const found: UndoSource[] = [
    ...[...new Set(outputs.map(({ path }) => path))].map((name) => ({ from: 'output' as const, name })),
    ...inputs.map(({ key }) => ({ from: 'input' as const, name: key })),
  ];
  return { found, outputs, isReady: columns.isSuccess && fields.isSuccess };
}

export type UndoSources = ReturnType<typeof useUndoSources>;

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Fills inputs from what has their name, in any case: of the result first, since that says what was made. */
export function matchedMaps(inputs: OfferedCommand['inputs'], sources: readonly UndoSource[]): RunMap[] {
  return inputs
    .filter(({ hidden }) => !hidden)
    .flatMap(({ key }) => {
      const source = sources.find(({ name }) => lastName(name) === key.toLowerCase());
      return source === undefined ? [] : [{ input_key: key, ...source }];
    });
}
