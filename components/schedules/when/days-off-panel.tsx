'use client';

import { Button, Checkbox, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { MOST_DAYS_OFF } from '@/lib/contract/schedules/job-settings';
import { JOBS_A_PAGE, listJobs, updateJob } from '@/lib/contract/schedules/jobs';
import type { JobSettings } from '../job/use-job-settings';
import { useJobSettings, useUpdateJobSettings } from '../job/use-job-settings';
import { jobsInput } from '../jobs-input';
import { type ListedJob, paramsOf, useRefresh } from '../use-jobs';

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
    // NaN, which text without a date gives, fails these comparisons, too.
    if (!(toMs >= fromMs && toMs - fromMs < MOST_DAYS_OFF * DAY_MS)) return { wrong: line };
    for (let atMs = fromMs; atMs <= toMs; atMs += DAY_MS)
      days.push({ date: new Date(atMs).toISOString().slice(0, 10), name });
  }
  return { days };
}

/** The organization's days off, and which jobs skip them. */
export function DaysOffPanel({ orgId }: { orgId: string }) {
  const settings = useJobSettings(orgId);
  const input = jobsInput(orgId);
  const jobs = useQuery({
    queryKey: queryKey(listJobs, input),
    queryFn: ({ signal }) => callApi(listJobs, input, { signal }),
  });
  const error = settings.error ?? jobs.error;
  return settings.data === undefined || jobs.data === undefined ? (
    <SidePanel title="Days off">
      {error !== null && (
        <ErrorNotice error={error} onRetry={() => void Promise.all([settings.refetch(), jobs.refetch()])} />
      )}
    </SidePanel>
  ) : (
    <DaysOffForm orgId={orgId} saved={settings.data.daysOff} jobs={jobs.data} />
  );
}

/** Saves which jobs skip days off. */
function useSaveSkipping(jobs: readonly ListedJob[]) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (skipping: readonly string[]) => {
      for (const job of jobs) {
        const skipsDaysOff = skipping.includes(String(job.scheduledJobId));
        if (skipsDaysOff === job.skipsDaysOff) continue;
        await callApi(updateJob, { params: paramsOf(job), body: { skipsDaysOff } });
      }
    },
    onSettled: refresh,
  });
}

interface DaysOffFormProps {
  orgId: string;
  saved: readonly DayOff[];
  jobs: readonly ListedJob[];
}

function DaysOffForm({ orgId, saved, jobs }: DaysOffFormProps) {
  const panels = useSidePanels();
  const update = useUpdateJobSettings(orgId);
  const saveSkipping = useSaveSkipping(jobs);
  const [text, setText] = useState(() => textOf(saved));
  const [skipping, setSkipping] = useState(() =>
    jobs.filter(({ skipsDaysOff }) => skipsDaysOff).map(({ scheduledJobId }) => String(scheduledJobId)),
  );
  const read = daysIn(text);
  const error = saveSkipping.error ?? update.error;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!('days' in read)) return;
    const { days: daysOff } = read;
    saveSkipping.mutate(skipping, {
      onSuccess: () => update.mutate({ daysOff }, { onSuccess: panels.pop }),
    });
  }
  return (
    <SidePanel
      title="Days off"
      footer={
        <FormFooter
          form={FORM}
          label="Save"
          isDisabled={'wrong' in read}
          isPending={saveSkipping.isPending || update.isPending}
        />
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Textarea
            label="Dates"
            description="Holidays and other days without work, one per line or a span such as 2026-12-24..2027-01-01, with a name if you like. Jobs that skip days off don't run on them. Each job uses the date in its own time zone."
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
          {jobs.length > 0 && <SkippingJobs jobs={jobs} skipping={skipping} onChoose={setSkipping} />}
          {error !== null && <ErrorNotice error={error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}

interface SkippingJobsProps {
  jobs: readonly ListedJob[];
  /** The ids of those that skip days off. */
  skipping: string[];
  onChoose: (ids: string[]) => void;
}

/** A job runs on days off unless it says otherwise, so the dates alone stop nothing. */
function SkippingJobs({ jobs, skipping, onChoose }: SkippingJobsProps) {
  return (
    <Checkbox.Group
      label={`${skipping.length} of ${jobs.length === 1 ? '1 job skips' : `${jobs.length} jobs skip`} days off`}
      description={
        jobs.length === JOBS_A_PAGE
          ? `The others run on these dates, too. The next ${JOBS_A_PAGE} jobs are listed; for more, open each under When.`
          : 'The others run on these dates, too.'
      }
      value={skipping}
      onChange={onChoose}
    >
      <Stack gap={6} mt={8} align="flex-start">
        {jobs.map(({ scheduledJobId, name, commandName }) => (
          <Checkbox
            key={scheduledJobId}
            value={String(scheduledJobId)}
            label={name === commandName ? name : `${name} (${commandName})`}
          />
        ))}
        {skipping.length < jobs.length && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChoose(jobs.map(({ scheduledJobId }) => String(scheduledJobId)))}
          >
            Choose all
          </Button>
        )}
      </Stack>
    </Checkbox.Group>
  );
}
