'use client';

import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { NobodyApproves } from '@/components/command/approval/nobody-approves';
import { templateSettings } from '@/lib/settings/command-settings';
import { runningBounds } from '@/lib/settings/running-settings';
import { type CommandFields, commandLabel } from '../command/command-fields';
import { ChecksButton } from '../inputs/list/checks-button';
import type { Command } from '../panel/use-configure';
import type { Editing } from '../panel/use-editing';
import { isWithin, NumberField } from './number-field';
import styles from './safety-fields.module.css';

type Tag = NonNullable<CommandFields['warningTag']>;

/** As the words of the setting have it. */
const NO_TAG = 'null';
const { null: noTag, ...tagWords } = templateSettings.warningTag.words;
const tags = Object.entries({ [NO_TAG]: noTag, ...tagWords }).map(([value, label]) => ({ value, label }));

export const areSafetyFieldsValid = ({ approvalHours }: CommandFields): boolean =>
  isWithin(approvalHours, runningBounds.approvalHours);

interface SafetyFieldsProps {
  command: Command;
  editing: Editing<CommandFields>;
}

/** The fields of the panel, one below the other, and where the safeguards of single inputs and columns are. */
export function SafetyFields({ command, editing: { fields, set } }: SafetyFieldsProps) {
  return (
    <Stack gap="lg" mb="lg">
      <Select
        label={commandLabel('warningTag')}
        description="Decides whether a run asks first: only commands that read data don’t."
        allowDeselect={false}
        data={tags}
        value={fields.warningTag ?? NO_TAG}
        onChange={(tag) => set({ warningTag: tag === null || tag === NO_TAG ? null : (tag as Tag) })}
      />
      <Checkbox
        label={commandLabel('needsApproval')}
        description="A run starts once another engineer of this command, or an admin, has approved exactly its values."
        checked={fields.needsApproval}
        onChange={(event) => set({ needsApproval: event.currentTarget.checked })}
      />
      {fields.needsApproval && <NobodyApproves command={command} />}
      {fields.needsApproval && (
        <NumberField
          label={commandLabel('approvalHours')}
          description="After this time, a request expires and its run doesn't start."
          bounds={runningBounds.approvalHours}
          value={fields.approvalHours}
          onChange={(value) => set({ approvalHours: value ?? Number.NaN })}
        />
      )}
      <TextInput
        label={commandLabel('confirmationWord')}
        description="People type it before each run, and scripts send it. Leave it empty to ask for nothing."
        maxLength={40}
        value={fields.confirmationWord}
        onChange={(event) => set({ confirmationWord: event.currentTarget.value })}
      />
      <Stack gap="xs" align="flex-start">
        <ChecksButton command={command} />
        <p className={styles.hint}>
          To lock or hide an input, use the Inputs tab; to mask a column, the Output tab.
        </p>
      </Stack>
    </Stack>
  );
}
