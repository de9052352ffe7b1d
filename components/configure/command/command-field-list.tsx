'use client';

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useCan } from '@/components/command/source-kinds';
import { useOwnOrg } from '../dropdowns/use-own-org';
import type { Command } from '../panel/use-configure';
import type { Editing } from '../panel/use-editing';
import { type CommandFields, commandLabel, parseStartupValues, startupText } from './command-fields';
import { DescriptionField } from './description-field';
import { FolderField } from './folder-field';
import { StartupValuesField } from './startup-values-field';

interface CommandFieldListProps {
  command: Command;
  editing: Editing<CommandFields>;
  folders: ReadonlyMap<number, string>;
}

/** The fields of a command, one below the other. */
export function CommandFieldList({ command, editing, folders }: CommandFieldListProps) {
  const { fields, set } = editing;
  const { template } = command;
  // Of one that runs on startup already, this stays the engineers' choice.
  const mayNotStartUp = useOwnOrg(command.orgId)?.role === 'member' && !template.isRunOnStartup;
  const hasTransactions = useCan(template.sourceKind, 'transactions');
  return (
    <Stack gap="lg" mb="lg">
      <TextInput
        label={commandLabel('name')}
        withAsterisk
        maxLength={200}
        value={fields.name}
        error={fields.name.trim() === '' ? 'You must fill out "Name"' : undefined}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <DescriptionField
        value={fields.description}
        fallback={template.description}
        onChange={(description) => set({ description })}
      />
      <FolderField
        folders={folders}
        current={command}
        value={fields.folderId}
        onChange={(folderId) => set({ folderId })}
      />
      <TextInput
        label={commandLabel('runButtonText')}
        placeholder="Run"
        maxLength={40}
        value={fields.runButtonText}
        onChange={(event) => set({ runButtonText: event.currentTarget.value })}
      />
      <TextInput
        label={commandLabel('runningMessage')}
        placeholder="Command is running..."
        maxLength={200}
        value={fields.runningMessage}
        onChange={(event) => set({ runningMessage: event.currentTarget.value })}
      />
      {hasTransactions && (
        <Checkbox
          label={commandLabel('executeInTransaction')}
          description="Turn this off for procedures that commit on their own."
          checked={fields.executeInTransaction}
          onChange={(event) => set({ executeInTransaction: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={commandLabel('isRunOnStartup')}
        description={`Runs whenever someone opens the organization. It must return one row; its columns become variables for inputs.${mayNotStartUp ? ' Only an admin of the organization can switch this on.' : ''}`}
        disabled={mayNotStartUp}
        checked={fields.isRunOnStartup}
        onChange={(event) => set({ isRunOnStartup: event.currentTarget.checked })}
      />
      {fields.isRunOnStartup && (
        <StartupValuesField
          label={commandLabel('startupValues')}
          inputs={template.inputs}
          values={parseStartupValues(fields.startupValues) ?? {}}
          onChange={(values) => set({ startupValues: startupText(values) })}
        />
      )}
    </Stack>
  );
}
