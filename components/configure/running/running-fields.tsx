'use client';

import { Stack, TextInput } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { runningBounds } from '@/lib/settings/running-settings';
import { type CommandFields, commandLabel } from '../command/command-fields';
import styles from '../inputs/input-rules.module.css';
import type { Editing } from '../panel/use-editing';
import { isWithin, NumberField } from './number-field';

const { retryCount, retryDelaySeconds } = runningBounds;
const timeoutSeconds = { ...runningBounds.timeoutSeconds, isOptional: true as const };
const concurrencyLimit = { ...runningBounds.concurrencyLimit, isOptional: true as const };
const minutesSaved = { ...runningBounds.minutesSaved, isOptional: true as const };
const bounds = {
  timeoutSeconds,
  retryCount,
  retryDelaySeconds,
  concurrencyLimit,
  minutesSaved,
};

type NumberKey = keyof typeof bounds;

export const areRunningFieldsValid = (fields: CommandFields): boolean =>
  (Object.keys(bounds) as NumberKey[]).every((key) => isWithin(fields[key], bounds[key]));

/** The fields of the panel, one below the other. */
export function RunningFields({ editing: { fields, set } }: { editing: Editing<CommandFields> }) {
  const number = (key: NumberKey, description: string) => (
    <NumberField
      label={commandLabel(key)}
      description={description}
      bounds={bounds[key]}
      value={fields[key]}
      onChange={(value) => set({ [key]: value ?? ('isOptional' in bounds[key] ? null : Number.NaN) })}
    />
  );
  return (
    <Stack gap="lg" mb="lg">
      {number(
        'timeoutSeconds',
        'A run that takes longer is stopped. Leave it empty for the limit of this installation, which is 48 hours unless its operator changed it.',
      )}
      {number(
        'concurrencyLimit',
        'Further runs wait for a free place. Leave it empty for as many as Pushboard allows.',
      )}
      {fields.warningTag === 'safe' ? (
        <>
          {number(
            'retryCount',
            'A failed run is run again with the same values, up to this many times. 0 for never.',
          )}
          {fields.retryCount > 0 && number('retryDelaySeconds', 'Counted from the end of the failed run.')}
        </>
      ) : (
        <Notice kind="info">
          Only commands that are set to “Reads data” under Safety are retried after a failure.
        </Notice>
      )}
      <h3 className={styles.heading}>For Analytics</h3>
      {number(
        'minutesSaved',
        'What a person would need without this command. Analytics adds it up for runs that succeed.',
      )}
      <TextInput
        label={commandLabel('minutesSavedColumn')}
        description="Analytics then adds up the numbers in this column of the results, and not the estimate."
        maxLength={200}
        value={fields.minutesSavedColumn}
        onChange={(event) => set({ minutesSavedColumn: event.currentTarget.value })}
      />
    </Stack>
  );
}
