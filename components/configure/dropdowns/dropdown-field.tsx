'use client';

import { Button, Menu, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
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
  const create = (source: 'command' | 'hardcoded') =>
    panels.push({ kind: 'new-dropdown', commandId, inputId, source });
  return (
    <Stack gap="xs">
      <div>
        <p className={styles.label}>Dropdown</p>
        <p className={styles.help}>People choose from its options instead of typing a value.</p>
      </div>
      <div className={styles.linked}>
        <span className={styles.linkedName}>{linked?.name ?? 'None'}</span>
        {linked === undefined ? (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
                Add dropdown
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => create('command')}>From a command</Menu.Item>
              <Menu.Item onClick={() => create('hardcoded')}>From a fixed list</Menu.Item>
              <Menu.Item onClick={() => panels.push({ kind: 'choose-dropdown', commandId, inputId })}>
                An existing dropdown
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
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
