'use client';

import { Button, Group } from '@mantine/core';
import { IconArrowsSort, IconForms, IconListCheck, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Command } from '@/components/configure/panel/use-configure';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { SeveralInputs } from '../several/several-inputs';
import { SyncFoot, useSyncCommand } from '../template/sync-command';
import { ChecksButton } from './checks-button';
import { DraftPreview } from './draft-preview';
import { InputRows } from './input-rows';
import { ReorderInputs } from './reorder-inputs';

/** The mode of the list: open inputs one by one, change several, or reorder them. */
type Mode = 'normal' | 'bulk' | 'reordering';

/** The inputs of a command in the order of its form. */
export function InputList({ command, tabs }: { command: Command; tabs: ReactNode }) {
  const [mode, setMode] = useState<Mode>('normal');
  const done = () => setMode('normal');
  switch (mode) {
    case 'normal':
      return <EachInput command={command} tabs={tabs} onMode={setMode} />;
    case 'bulk':
      return <SeveralInputs command={command} tabs={tabs} onDone={done} />;
    case 'reordering':
      return <ReorderInputs command={command} tabs={tabs} onDone={done} />;
  }
}

const small = { variant: 'default', size: 'compact-sm' } as const;

interface EachInputProps {
  command: Command;
  tabs: ReactNode;
  onMode: (mode: Mode) => void;
}

/** The list whose inputs open on their own. */
function EachInput({ command, tabs, onMode }: EachInputProps) {
  const { inputs, syncCredentialId, inputEdits } = command.template;
  const panels = useSidePanels();
  const sync = useSyncCommand(command);
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context={inputs.length === 1 ? '1 input' : `${inputs.length} inputs`}
      footer={syncCredentialId === null ? undefined : <SyncFoot sync={sync} />}
    >
      {tabs}
      <DraftPreview command={command} />
      {sync.error !== null && <ErrorNotice error={sync.error} title="Sync error" />}
      <Group gap="xs" mb="sm">
        {inputs.length > 1 && (
          <>
            <Button
              {...small}
              leftSection={<IconListCheck size={14} stroke={1.75} aria-hidden />}
              onClick={() => onMode('bulk')}
            >
              Edit several
            </Button>
            <Button
              {...small}
              leftSection={<IconArrowsSort size={14} stroke={1.75} aria-hidden />}
              onClick={() => onMode('reordering')}
            >
              Reorder
            </Button>
          </>
        )}
        {inputEdits.addAndDelete && (
          <Button
            {...small}
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => panels.push({ kind: 'add-input', commandId: command.commandId })}
          >
            Add input
          </Button>
        )}
        {inputs.length > 0 && <ChecksButton command={command} size="compact-sm" />}
      </Group>
      {inputs.length === 0 ? (
        <EmptyNotice icon={<IconForms size={22} stroke={1.75} />} title="No inputs">
          This command runs without any values.
        </EmptyNotice>
      ) : (
        <InputRows command={command} />
      )}
    </SidePanel>
  );
}
