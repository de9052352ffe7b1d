'use client';

import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type CommandFields, parseStartupValues, WARNINGS } from './command-fields';
import { DescriptionField } from './description-field';
import { FolderField } from './folder-field';
import type { Command } from './use-configure';
import type { Editing } from './use-editing';

interface CommandFieldListProps {
  command: Command;
  editing: Editing<CommandFields>;
  folders: ReadonlyMap<number, string>;
}

const NO_TAG = 'none';
const tags = Object.entries(WARNINGS).map(([value, label]) => ({ value, label }));

/** The fields of a command, one below the other. */
export function CommandFieldList({ command, editing, folders }: CommandFieldListProps) {
  const { fields, set } = editing;
  const { template } = command;
  return (
    <Stack gap="lg" mb="lg">
      <TextInput
        label="Name"
        withAsterisk
        maxLength={200}
        value={fields.name}
        error={fields.name.trim() === '' ? 'Please enter a name' : undefined}
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
      <Select
        label="Warning tag"
        description="Commands that create or update data ask for confirmation before each run."
        allowDeselect={false}
        data={[{ value: NO_TAG, label: 'No tag' }, ...tags]}
        value={fields.warningTag ?? NO_TAG}
        onChange={(tag) => set({ warningTag: tag === null || tag === NO_TAG ? null : (tag as Tag) })}
      />
      <TextInput
        label="Run button text"
        placeholder="Run"
        maxLength={40}
        value={fields.runButtonText}
        onChange={(event) => set({ runButtonText: event.currentTarget.value })}
      />
      <TextInput
        label="Running message"
        placeholder="Command is running..."
        maxLength={200}
        value={fields.runningMessage}
        onChange={(event) => set({ runningMessage: event.currentTarget.value })}
      />
      <Checkbox
        label="Execute in a transaction"
        description="Turn this off for procedures that commit themselves."
        checked={fields.executeInTransaction}
        onChange={(event) => set({ executeInTransaction: event.currentTarget.checked })}
      />
      <Checkbox
        label="Run on startup"
        description="Runs whenever someone opens the organization. It must return one row; its columns become variables for inputs."
        checked={fields.isRunOnStartup}
        onChange={(event) => set({ isRunOnStartup: event.currentTarget.checked })}
      />
      {fields.isRunOnStartup && (
        <Textarea
          label="Startup values"
          description="The values it runs with: a JSON object with a value for each input."
          placeholder='{"input": "value"}'
          autosize
          minRows={2}
          spellCheck={false}
          value={fields.startupValues}
          error={
            parseStartupValues(fields.startupValues) === undefined ? 'JSON must be an object' : undefined
          }
          onChange={(event) => set({ startupValues: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}

type Tag = NonNullable<CommandFields['warningTag']>;
