'use client';

import { Button } from '@mantine/core';
import { IconDatabasePlus, IconLayoutGrid } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useCancelRun } from '@/components/run-stream/use-cancel-run';
import { useRunningRuns } from '@/components/run-stream/use-running-runs';
import { EmptyLine, EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { paths } from '@/lib/base/paths';
import { formatCount } from '@/lib/results/table/row-counts';
import { CommandRows, PinnedCommands } from './commands';
import styles from './home.module.css';
import { recentInput } from './home-input';
import { Part } from './part';
import { RunAgain } from './run-again';
import { RunRows } from './run-rows';
import { SharedWithMe } from './shared-with-me';
import { Story } from './story';
import { type HomeOwner, type HomeRun, useHome, useRuns } from './use-home';
import { useWaiting, Waiting } from './waiting';

interface HomeViewProps {
  owner: HomeOwner;
  /** The button that connects a source, for those who may. */
  connect: ReactNode;
  /** What an admin of a new organization does first; null once that is over. */
  firstSteps: ReactNode;
}

/** The first page: what waits for the person, what they run, and what others do. */
export function HomeView({ owner, connect, firstSteps }: HomeViewProps) {
  const { org, userId } = owner;
  const home = useHome(org.orgId);
  const recent = useRuns(recentInput(org.orgId, userId));
  const waiting = useWaiting(owner);
  const failed = new Set(waiting.all.failed.map(({ runId }) => runId));
  return (
    <div className={styles.page}>
      <PageTitle>Home</PageTitle>
      {firstSteps}
      <Waiting owner={owner} waiting={waiting} />
      {/* What waits stands above the rest, which would move from under the pointer. */}
      <QueryState
        query={{ ...home, data: waiting.isKnown ? home.data : undefined }}
        errorTitle="Your commands could not be loaded"
        loading={<HomeSkeleton />}
      >
        {({ pinned, shared, sharedFolders, mostUsed, suggested, hasConnection, story }) => (
          <>
            {story !== null && <Story orgSlug={org.slug} story={story} />}
            {!hasConnection && firstSteps === null && (
              <div className={styles.empty}>
                {owner.isAdmin ? (
                  <EmptyNotice
                    icon={<IconDatabasePlus size={22} stroke={1.75} />}
                    title="Connect a database or API"
                    action={connect}
                  >
                    Its operations become commands: a form with a Run button each, for you and your
                    colleagues.
                  </EmptyNotice>
                ) : (
                  <EmptyNotice icon={<IconLayoutGrid size={22} stroke={1.75} />} title="No commands yet">
                    Your organization isn’t connected to a database or API. Its admins can do that.
                  </EmptyNotice>
                )}
              </div>
            )}
            <PinnedCommands owner={owner} pinned={pinned} />
            <div className={styles.columns}>
              <div className={styles.column}>
                <RunningNow owner={owner} />
                <QueryState
                  query={recent}
                  errorTitle="Your runs could not be loaded"
                  loading={<ListSkeleton rows={4} />}
                  isEmpty={(runs) => runs.length === 0}
                  empty={hasConnection && <NothingRun orgSlug={org.slug} />}
                >
                  {(runs) => (
                    <Recent runs={runs.filter(({ runId }) => !failed.has(runId))} orgSlug={org.slug} />
                  )}
                </QueryState>
              </div>
              <div className={styles.column}>
                <SharedWithMe commands={shared} folders={sharedFolders} orgSlug={org.slug} />
                <CommandRows
                  title="To begin with"
                  commands={suggested}
                  orgSlug={org.slug}
                  fact={({ folderName }) => folderName}
                />
                <CommandRows
                  title="Used most by the team"
                  commands={mostUsed}
                  orgSlug={org.slug}
                  fact={({ runs }) => `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'} in 30 days`}
                />
              </div>
            </div>
          </>
        )}
      </QueryState>
    </div>
  );
}

/** The person's own runs in progress. Renders nothing while none runs. */
function RunningNow({ owner: { org, userId } }: { owner: HomeOwner }) {
  const { data: runs = [] } = useRunningRuns(org.orgId, userId);
  const cancel = useCancelRun();
  if (runs.length === 0) return null;
  return (
    <Part title="Running now" count={runs.length}>
      <RunRows
        runs={runs}
        orgSlug={org.slug}
        actions={(run) => (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Cancel ${run.name}`}
            onClick={() => cancel.mutate(run)}
          >
            Cancel
          </Button>
        )}
      />
    </Part>
  );
}

/** Renders nothing while all of a person's runs wait for them: those are listed above. */
function Recent({ runs, orgSlug }: { runs: readonly HomeRun[]; orgSlug: string }) {
  if (runs.length === 0) return null;
  return (
    <Part title="Recent" all={<Link href={paths.history(orgSlug)}>History</Link>}>
      <RunRows runs={runs} orgSlug={orgSlug} actions={(run) => <RunAgain run={run} orgSlug={orgSlug} />} />
    </Part>
  );
}

function NothingRun({ orgSlug }: { orgSlug: string }) {
  return (
    <Part title="Recent">
      <div className={styles.empty}>
        <EmptyLine>
          You haven’t run anything yet. What you run is listed here, to look at again or to repeat.{' '}
          <Link href={paths.commands(orgSlug)}>Browse commands</Link>
        </EmptyLine>
      </div>
    </Part>
  );
}

function HomeSkeleton() {
  return (
    <div className={styles.columns}>
      <ListSkeleton rows={5} />
      <ListSkeleton rows={5} />
    </div>
  );
}
