'use client';

import { Button, Stack } from '@mantine/core';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { takesDropdown } from '@/lib/inputs/choices/choices';
import type { Command, CommandInput } from '../panel/use-configure';
import styles from './dropdowns.module.css';

/** The dropdown of an input: which one it is, and the way to choose, change, and unlink it. It is saved at once. */
export function DropdownField({ command, input }: { command: Command; input: CommandInput }) {
  const panels = useSidePanels();
  const { commandId } = command;
  const { inputId, dropdownId } = input;
  const linked = dropdownId === null ? undefined : command.dropdowns[dropdownId];
  if (linked === undefined && !takesDropdown(input.type)) return null;
  return (
    <Stack gap="xs">
      <div>
        <p className={styles.label}>Dropdown</p>
        <p className={styles.help}>People choose from its options instead of typing a value.</p>
      </div>
      <div className={styles.linked}>
        <span className={styles.linkedName}>{linked?.name ?? '—'}</span>
        {linked === undefined ? (
          <>
            <Button
              variant="default"
              onClick={() => panels.push({ kind: 'new-dropdown', commandId, inputId, source: 'command' })}
            >
              From a command
            </Button>
            <Button
              variant="default"
              onClick={() => panels.push({ kind: 'choose-dropdown', commandId, inputId })}
            >
              Add dropdown
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            onClick={() =>
              panels.push({ kind: 'dropdown', dropdownId: linked.dropdownId, linked: { commandId, inputId } })
            }
          >
            Edit dropdown
          </Button>
        )}
      </div>
    </Stack>
  );
}
