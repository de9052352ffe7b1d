import { useCallback } from 'react';
import type { Command } from '../../use-command';
import { editedKeys } from '../edited-keys';
import type { BulkDraft } from '../use-bulk-draft';
import { findOptionsOf } from './find-options';
import { type NamingInput, type RowOptions, readRowOptions } from './row-options';

type Rows = readonly Readonly<Record<string, string>>[];

/**
 * Returns a reader of the options that the rows name. Rows of results and of earlier runs have values, which name nothing
 * until a person changes them.
 */
export function useRowOptions(
  { orgId, commandId, dropdowns, template }: Command,
  { inputs: lined, names, file, matched }: BulkDraft,
  rows: Rows,
): (signal: AbortSignal) => Promise<RowOptions> {
  const { inputs } = template;
  return useCallback(
    (signal) => {
      const naming = lined.flatMap((input): NamingInput[] => {
        const dropdown = input.dropdownId === null ? undefined : dropdowns[input.dropdownId];
        if (dropdown?.kind !== 'command_output') return [];
        const naming = { input, dependsOn: dropdown.dependsOn };
        if (file?.holdsValues !== true || !matched.has(input.key)) return [naming];
        if (file.edited === undefined) return [];
        return [{ ...naming, isNamedIn: (row) => editedKeys(file, matched, row).has(input.key) }];
      });
      return readRowOptions(inputs, naming, rows, names, findOptionsOf({ orgId, commandId }, signal));
    },
    [orgId, commandId, dropdowns, inputs, lined, names, file, matched, rows],
  );
}
