'use client';

import { Button, SegmentedControl, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCalendarClock, IconFilterOff, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ReactNode, useEffect } from 'react';
import { EmptyLine, EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { PageDocking } from '@/components/ui/panels/panel-aside';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CardRow, CardTable } from '@/components/ui/table/card-table';
import { Pager } from '@/components/ui/table/pager';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { JOBS_A_PAGE, listJobs } from '@/lib/contract/schedules/jobs';
import { jobPanel, NEW_JOB } from '@/lib/schedules/job-address';
import { LastRuns } from './job/last-runs';
import { stateOf, whenOf } from './job-words';
import { jobsInput } from './jobs-input';
import styles from './jobs-view.module.css';
import { AllPausedNotice, JobSettingsMenu } from './pause-all';
import { type ListedJob, useUpdateJob } from './use-jobs';
import { useReaderZone } from './use-reader-zone';
import { WeekCalendar } from './when/week-calendar';

const SHOWN = ['all', 'mine', 'failing', 'deleted'] as const;

const address = {
  search: parseAsString.withDefault(''),
  show: parseAsStringLiteral(SHOWN).withDefault('all'),
  page: parseAsInteger.withDefault(0),
  cronJobId: parseAsInteger,
};

function useShownJobs(orgId: string) {
  const [shown, setShown] = useQueryStates(address);
  const [search] = useDebouncedValue(shown.search.trim(), 200);
  const { show, page } = shown;
  const base = jobsInput(orgId, { search, show });
  const input = page > 0 ? { ...base, query: { ...base.query, page } } : base;
  const jobs = useQuery({
    queryKey: queryKey(listJobs, input),
    queryFn: ({ signal }) => callApi(listJobs, input, { signal }),
    placeholderData: (previous) => previous,
  });
  return { shown, setShown, jobs };
}

/**
 * Opens the job that the address names, and takes it out of the address: its panel stands there now.
 *
 * @returns the look-up of the job, which may fail or find nothing
 */
function useOpenedJob(orgId: string, jobId: number | null, onOpened: () => void) {
  const panels = useSidePanels();
  const input = { params: { orgId }, query: { cronJobId: jobId ?? 0 } };
  const query = useQuery({
    queryKey: queryKey(listJobs, input),
    queryFn: ({ signal }) => callApi(listJobs, input, { signal }),
    enabled: jobId !== null,
  });
  const job = query.data?.[0];
  useEffect(() => {
    if (jobId === null || job === undefined) return;
    panels.push(jobPanel({ commandId: job.commandId, jobId: job.scheduledJobId, step: 'view' }));
    onOpened();
  }, [jobId, job, panels, onOpened]);
  return query;
}

/** The list stays in use next to a job, so that another one is a press away. */
const docking = { kinds: ['job'] as const, place: null };

interface JobsViewProps {
  orgId: string;
  /** The page's panels. */
  children: ReactNode;
}

/** All scheduled jobs of an organization: the next to fire first, with the coming week. */
export function JobsView({ orgId, children }: JobsViewProps) {
  const { shown, setShown, jobs } = useShownJobs(orgId);
  const opened = useOpenedJob(orgId, shown.cronJobId, () => void setShown({ cronJobId: null }));
  const isFiltered = shown.search !== '' || shown.show !== 'all';
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Scheduled jobs</PageTitle>
        <div className={styles.tools}>
          <TextInput
            aria-label="Search jobs"
            placeholder="Search jobs"
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={shown.search}
            onChange={(event) => void setShown({ search: event.currentTarget.value || null, page: null })}
          />
          <SegmentedControl
            aria-label="Which jobs"
            data={[
              { value: 'all', label: 'All' },
              { value: 'mine', label: 'Mine' },
              { value: 'failing', label: 'Failing' },
              { value: 'deleted', label: 'Deleted' },
            ]}
            value={shown.show}
            onChange={(value) =>
              void setShown({ show: SHOWN.find((each) => each === value) ?? null, page: null })
            }
          />
        </div>
        <JobSettingsMenu orgId={orgId} />
        <NewJobButton />
      </div>
      <AllPausedNotice orgId={orgId} />
      {shown.cronJobId !== null && (
        <QueryState query={opened} errorTitle="Error opening the scheduled job" loading={null}>
          {(found) =>
            found.length === 0 && (
              <EmptyLine>
                This scheduled job can't be found: its command was deleted, or you aren't an engineer of it.
              </EmptyLine>
            )
          }
        </QueryState>
      )}
      <QueryState
        query={jobs}
        errorTitle="Error refreshing scheduled job list"
        loading={<ListSkeleton rows={6} />}
      >
        {(found) =>
          found.length === 0 ? (
            <NoJobs
              isFiltered={isFiltered}
              onShowAll={() => void setShown({ search: null, show: null, page: null })}
            />
          ) : (
            <>
              {shown.show !== 'deleted' && <WeekCalendar orgId={orgId} jobs={found} />}
              <JobTable jobs={found} />
            </>
          )
        }
      </QueryState>
      {(shown.page > 0 || jobs.data?.length === JOBS_A_PAGE) && (
        <div className={styles.pages}>
          <Pager
            page={shown.page}
            rowsAPage={JOBS_A_PAGE}
            rowsHere={jobs.data?.length ?? 0}
            count={null}
            labels={{ before: 'Earlier jobs', after: 'Later jobs' }}
            onTurn={(page) => void setShown({ page: page || null })}
          />
        </div>
      )}
      <PageDocking value={docking}>{children}</PageDocking>
    </>
  );
}

/** Asks which command the job runs, and then as on the command's own tab. */
function NewJobButton() {
  const panels = useSidePanels();
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => panels.push({ kind: 'job', job: NEW_JOB })}
    >
      New job
    </Button>
  );
}

function NoJobs({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return isFiltered ? (
    <EmptyNotice
      icon={<IconFilterOff size={22} stroke={1.75} />}
      title="No jobs match"
      action={<Button onClick={onShowAll}>Show all jobs</Button>}
    >
      The search looks for your text in the names of jobs and commands.
    </EmptyNotice>
  ) : (
    <EmptyNotice icon={<IconCalendarClock size={22} stroke={1.75} />} title="No scheduled jobs yet">
      A job runs a command at set times, with the values that you choose and with your rights.
    </EmptyNotice>
  );
}

const COLUMNS = ['Job', 'When', 'Next run', 'Last runs', 'Runs as', 'On'];

function JobTable({ jobs }: { jobs: readonly ListedJob[] }) {
  return (
    <CardTable label="Scheduled jobs" columns={COLUMNS} minWidth={860}>
      {jobs.map((job) => (
        <JobRow key={job.scheduledJobId} job={job} />
      ))}
    </CardTable>
  );
}

function JobRow({ job }: { job: ListedJob }) {
  const panels = useSidePanels();
  const zone = useReaderZone();
  const update = useUpdateJob(job);
  const state = stateOf(job);
  const panel = jobPanel({ commandId: job.commandId, jobId: job.scheduledJobId, step: 'view' });
  return (
    <CardRow
      name={job.name}
      columns={COLUMNS}
      endsWithControl
      isOff={state !== 'enabled'}
      isOpen={panels.stack[0] === panelAddress(panel)}
    >
      <div>
        <UnstyledButton className={styles.name} onClick={() => panels.open(panel)}>
          {job.name}
        </UnstyledButton>
        <span className={styles.second}>{job.commandName}</span>
      </div>
      {whenOf(job, zone)}
      {state === 'enabled' && job.nextRunAt !== null ? (
        <Moment at={job.nextRunAt} as="short" />
      ) : (
        <StatusPill
          tone={state === 'deleted' ? 'none' : 'caution'}
          word={state === 'deleted' ? 'Deleted' : 'Paused'}
        />
      )}
      <LastRuns runs={job.lastRuns} />
      {job.owner.name}
      <Switch
        aria-label={`${job.name} is on`}
        checked={job.isEnabled}
        disabled={job.isDeleted || update.isPending}
        onChange={(event) => update.mutate({ isEnabled: event.currentTarget.checked })}
      />
    </CardRow>
  );
}
