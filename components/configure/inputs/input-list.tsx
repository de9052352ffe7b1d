'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconEyeOff, IconForms, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { UnsavedChip } from '../panel/unsaved-chip';
import type { Command } from '../panel/use-configure';
import { inputFields } from './input-fields';
import styles from './input-list.module.css';
import { SyncFoot, useSyncCommand } from './sync-command';

/** The inputs of a command in the order of its form; each opens on its own. */
export function InputList({ command, tabs }: { command: Command; tabs: ReactNode }) {
  const panels = useSidePanels();
  const { inputs } = command.template;
  const names = inputNames(inputs);
  const sync = useSyncCommand(command);
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context={`${inputs.length} inputs`}
      footer={command.template.syncCredentialId === null ? undefined : <SyncFoot sync={sync} />}
    >
      {tabs}
      {sync.error !== null && <ErrorNotice error={sync.error} title="Sync error" />}
      {inputs.length === 0 ? (
        <EmptyNotice icon={<IconForms size={22} stroke={1.75} />} title="No inputs">
          This command runs without any values.
        </EmptyNotice>
      ) : (
        <ul className={styles.list}>
          {inputs.map((input) => (
            <li key={input.inputId}>
              <UnstyledButton
                className={styles.input}
                onClick={() =>
                  panels.push({
                    kind: 'configure-input',
                    commandId: command.commandId,
                    inputId: input.inputId,
                  })
                }
              >
                <span className={styles.names}>
                  <span className={styles.key}>{input.key}</span>
                  <span className={styles.shown}>
                    {nameOf(names, input.key)} · {input.type.typeId}
                  </span>
                </span>
                {input.defaultAmbiguousInput === 'required' && <Chip>required</Chip>}
                {input.hidden && (
                  <Chip icon={<IconEyeOff size={14} stroke={1.75} aria-hidden />}>Hidden</Chip>
                )}
                {input.locked && <Chip icon={<IconLock size={14} stroke={1.75} aria-hidden />}>Locked</Chip>}
                {input.conditions !== null && <Chip>Conditional</Chip>}
                <UnsavedChip draftKey={`${command.commandId}-${input.inputId}`} saved={inputFields(input)} />
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {inputs.length > 1 && (
        <Button
          variant="default"
          mt="xl"
          onClick={() => panels.push({ kind: 'input-checks', commandId: command.commandId })}
        >
          {command.inputChecks.length === 0
            ? 'Checks across inputs'
            : `Checks across inputs (${command.inputChecks.length})`}
        </Button>
      )}
    </SidePanel>
  );
}
