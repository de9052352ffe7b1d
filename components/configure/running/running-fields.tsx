'use client';

import { Checkbox, Stack } from '@mantine/core';
import { MOST_APPROVAL_HOURS } from '@/lib/settings/running-settings';
import { type CommandFields, commandLabel } from '../command/command-fields';
import type { Editing } from '../panel/use-editing';
import { isWithin, NumberField } from './number-field';

const hours = { least: 1, most: MOST_APPROVAL_HOURS };

export const areRunningFieldsValid = ({ approvalHours }: CommandFields): boolean =>
  isWithin(approvalHours, hours);

/** The fields of the panel, one below the other. */
export function RunningFields({ editing: { fields, set } }: { editing: Editing<CommandFields> }) {
  return (
    <Stack gap="lg" mb="lg">
      <Checkbox
        label={commandLabel('needsApproval')}
        description="A run starts once another engineer of this command has approved exactly its values."
        checked={fields.needsApproval}
        onChange={(event) => set({ needsApproval: event.currentTarget.checked })}
      />
      {fields.needsApproval && (
        <NumberField
          label={commandLabel('approvalHours')}
          description="After this time, a request expires and its run doesn't start."
          bounds={hours}
          value={fields.approvalHours}
          onChange={(approvalHours) => set({ approvalHours: approvalHours ?? Number.NaN })}
        />
      )}
    </Stack>
  );
}
