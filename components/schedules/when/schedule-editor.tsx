'use client';

import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { ZoneSelect } from '@/components/ui/fields/zone-select';
import { parseCron } from '@/lib/schedules/cron-expression';
import {
  expressionOf,
  FREQUENCIES,
  type Frequency,
  frequencyWords,
  type Preset,
  presetOf,
} from '@/lib/schedules/presets';
import { wordsOf } from '@/lib/schedules/words';
import { useJobSettings } from '../job/use-job-settings';
import { daysOffWords } from './days-off-words';
import { NextTimes } from './next-times';
import styles from './schedule-editor.module.css';

export interface EditedPlan {
  cronExpression: string;
  cronTimezone: string;
  skipsDaysOff: boolean;
}

interface ScheduleEditorProps {
  orgId: string;
  plan: EditedPlan;
  /** The skipped times of a job that exists. */
  skippedTimes?: readonly string[];
  onChange: (changes: Partial<EditedPlan>) => void;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** When a job fires: chosen, or written as a cron expression; with what that means, and the next ten times. */
export function ScheduleEditor({ orgId, plan, skippedTimes, onChange }: ScheduleEditorProps) {
  const { cronExpression, cronTimezone, skipsDaysOff } = plan;
  const daysOff = useJobSettings(orgId).data?.daysOff ?? [];
  const preset = presetOf(cronExpression);
  const parsed = parseCron(cronExpression);
  const choose = (changes: Partial<Preset>) => {
    const expression = expressionOf({ ...preset, ...changes });
    if (expression !== null) onChange({ cronExpression: expression });
  };
  return (
    <Stack gap="lg">
      <div className={styles.choice}>
        <Select
          label="How often"
          data={FREQUENCIES.map((value) => ({ value, label: frequencyWords[value] }))}
          value={preset.frequency}
          allowDeselect={false}
          onChange={(value) => choose({ frequency: (value ?? 'custom') as Frequency })}
        />
        <DetailFields preset={preset} onChoose={choose} />
      </div>
      <TextInput
        label="Cron expression"
        description={
          parsed.ok ? wordsOf(cronExpression) : 'Minute, hour, day of the month, month, day of the week'
        }
        error={parsed.ok ? undefined : parsed.message}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ input: styles.machine }}
        value={cronExpression}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => onChange({ cronExpression: event.currentTarget.value })}
      />
      <ZoneSelect value={cronTimezone} onChange={(zone) => onChange({ cronTimezone: zone })} />
      <Checkbox
        label="Skip days off"
        description={daysOffWords(daysOff)}
        checked={skipsDaysOff}
        onChange={(event) => onChange({ skipsDaysOff: event.currentTarget.checked })}
      />
      {parsed.ok && (
        <NextTimes
          cron={parsed.cron}
          zone={cronTimezone}
          skippedTimes={skippedTimes}
          daysOff={skipsDaysOff ? daysOff : []}
        />
      )}
    </Stack>
  );
}

function DetailFields({
  preset,
  onChoose,
}: {
  preset: Preset;
  onChoose: (changes: Partial<Preset>) => void;
}) {
  const { frequency, time, weekday, day } = preset;
  if (frequency === 'custom' || frequency === 'quarter-hour') return null;
  return (
    <>
      {frequency === 'weekly' && (
        <Select
          label="On"
          data={WEEKDAYS.map((label, value) => ({ value: String(value), label }))}
          value={String(weekday)}
          allowDeselect={false}
          onChange={(value) => onChoose({ weekday: Number(value) })}
        />
      )}
      {frequency === 'monthly' && (
        <TextInput
          label="On day"
          type="number"
          min={1}
          max={31}
          value={day}
          onChange={(event) => {
            const value = event.currentTarget.valueAsNumber;
            if (value >= 1 && value <= 31) onChoose({ day: Math.floor(value) });
          }}
        />
      )}
      {frequency === 'hourly' ? (
        <TextInput
          label="At minute"
          type="number"
          min={0}
          max={59}
          value={Number(time.slice(3))}
          onChange={(event) => {
            const value = event.currentTarget.valueAsNumber;
            if (value >= 0 && value <= 59)
              onChoose({ time: `00:${String(Math.floor(value)).padStart(2, '0')}` });
          }}
        />
      ) : (
        <TextInput
          label="At"
          type="time"
          value={time}
          onChange={(event) =>
            /^\d\d:\d\d$/.test(event.currentTarget.value) && onChoose({ time: event.currentTarget.value })
          }
        />
      )}
    </>
  );
}
