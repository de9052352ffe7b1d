'use client';

import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { MOST_DAYS_OFF } from '@/lib/contract/schedules/job-settings';
import type { JobSettings } from '../job/use-job-settings';
import { useJobSettings, useUpdateJobSettings } from '../job/use-job-settings';

const FORM = 'days-off';

type DayOff = JobSettings['daysOff'][number];

const textOf = (days: readonly DayOff[]): string =>
  days.map(({ date, name }) => `${date} ${name}`.trim()).join('\n');

const DAY_MS = 86_400_000;
const LINE = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:\.\.|–|to)\s*(\d{4}-\d{2}-\d{2}))?(?:\s+(.*))?$/;

/** The days in a text, one or a span of them a line; or the first line that can't be read. */
function daysIn(text: string): { days: DayOff[] } | { wrong: string } {
  const days: DayOff[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, first = '', last = first, name = ''] = LINE.exec(line) ?? [];
    const [fromMs, toMs] = [Date.parse(first), Date.parse(last)];
    // Also what is no date at all.
    if (!(toMs >= fromMs && toMs - fromMs < MOST_DAYS_OFF * DAY_MS)) return { wrong: line };
    for (let atMs = fromMs; atMs <= toMs; atMs += DAY_MS)
      days.push({ date: new Date(atMs).toISOString().slice(0, 10), name });
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
          description="Holidays and other days without work, one per line or a span such as 2026-12-24..2027-01-01, with a name if you like. Only jobs with “Skip days off”, under When, leave them out. Each job uses the date in its own time zone."
          placeholder={'2026-12-25 Christmas\n2027-01-01 New Year'}
          autosize
          minRows={8}
          value={text}
          error={
            'wrong' in read
              ? `“${read.wrong}” doesn't begin with a date such as 2026-12-25, or a span such as 2026-12-24..2027-01-01.`
              : undefined
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {update.error !== null && <ErrorNotice error={update.error} />}
      </form>
    </SidePanel>
  );
}
