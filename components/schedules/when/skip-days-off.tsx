'use client';

import { Checkbox } from '@mantine/core';
import { dayInWords } from '@/components/ui/filters/day-in-words';
import { type JobSettings, useJobSettings } from '../job/use-job-settings';

interface SkipDaysOffProps {
  orgId: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether a job leaves out the organization's days off, and which those are. */
export function SkipDaysOff({ orgId, isOn, onChange }: SkipDaysOffProps) {
  const days = useJobSettings(orgId).data?.daysOff;
  return (
    <Checkbox
      label="Skip days off"
      description={days === undefined ? 'Holidays of your organization' : daysInWords(days)}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function daysInWords(days: JobSettings['daysOff']): string {
  const today = new Date().toISOString().slice(0, 10);
  const coming = days.filter(({ date }) => date >= today);
  const [next] = coming;
  if (next === undefined)
    return 'No day is listed yet. An admin lists them under Days off in Scheduled jobs.';
  const first = `${dayInWords(next.date)}${next.name === '' ? '' : ` (${next.name})`}`;
  return coming.length === 1 ? `Listed: ${first}.` : `${coming.length} days are listed, ${first} first.`;
}
