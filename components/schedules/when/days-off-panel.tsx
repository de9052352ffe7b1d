'use client';

import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { JobSettings } from '../job/use-job-settings';
import { useJobSettings, useUpdateJobSettings } from '../job/use-job-settings';

const FORM = 'days-off';

type DayOff = JobSettings['daysOff'][number];

const textOf = (days: readonly DayOff[]): string =>
  days.map(({ date, name }) => `${date} ${name}`.trim()).join('\n');

/** The days in a text, one a line; or the first line that can't be read. */
function daysIn(text: string): { days: DayOff[] } | { wrong: string } {
  const days: DayOff[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, date = '', name = ''] = /^(\d{4}-\d{2}-\d{2})(?:\s+(.*))?$/.exec(line) ?? [];
    if (date === '' || Number.isNaN(Date.parse(date))) return { wrong: line };
    days.push({ date, name });
  }
  return { days };
}

/** The organization's days off. */
export function DaysOffPanel({ orgId }: { orgId: string }) {
  const settings = useJobSettings(orgId);
  return settings.data === undefined ? (
    <SidePanel title="Days off">
      {settings.error !== null && (
        <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />
      )}
    </SidePanel>
  ) : (
    <DaysOffForm orgId={orgId} saved={settings.data.daysOff} />
  );
}

function DaysOffForm({ orgId, saved }: { orgId: string; saved: readonly DayOff[] }) {
  const panels = useSidePanels();
  const update = useUpdateJobSettings(orgId);
  const [text, setText] = useState(() => textOf(saved));
  const read = daysIn(text);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if ('days' in read) update.mutate({ daysOff: read.days }, { onSuccess: panels.pop });
  }
  return (
    <SidePanel
      title="Days off"
      footer={
        <FormFooter form={FORM} label="Save" isDisabled={'wrong' in read} isPending={update.isPending} />
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Textarea
          label="Dates"
          description="Holidays and other days without work, one per line, with a name if you like. Jobs that are set to skip days off don't run on them. Each job uses the date in its own time zone."
          placeholder={'2026-12-25 Christmas\n2027-01-01 New Year'}
          autosize
          minRows={8}
          value={text}
          error={
            'wrong' in read ? `“${read.wrong}” doesn't begin with a date such as 2026-12-25.` : undefined
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {update.error !== null && <ErrorNotice error={update.error} />}
      </form>
    </SidePanel>
  );
}
