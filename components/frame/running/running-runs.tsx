'use client';

import { Loader, Menu, UnstyledButton } from '@mantine/core';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { Elapsed } from '@/components/run-stream/elapsed';
import { runStreamOf } from '@/components/run-stream/run-stream';
import { useLiveRun } from '@/components/run-stream/use-live-run';
import { type RunningRun, useRunningRuns } from '@/components/run-stream/use-running-runs';
import { tellInTitle } from '@/components/ui/layout/title-notice';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { readRunSummary } from '@/lib/contract/runs/history';
import { hasEnded, statusLabel } from '@/lib/runs/run-status';
import type { FrameOrg } from '../frame-props';
import styles from './running-runs.module.css';

interface RunningRunsProps {
  org: FrameOrg;
  userId: string;
}

const NONE: readonly RunningRun[] = [];

/** The person's runs in progress, on every page: how many, which, and since when. Renders nothing while none runs. */
export default function RunningRuns({ org, userId }: RunningRunsProps) {
  const { data: runs = NONE, refetch } = useRunningRuns(org.orgId, userId);
  useEndsInTitle(org.orgId, runs);
  if (runs.length === 0) return null;
  return (
    <>
      {runs.map(({ runId }) => (
        <FollowedRun key={runId} orgId={org.orgId} runId={runId} onEnded={refetch} />
      ))}
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <UnstyledButton className={styles.button}>
            <Loader size={14} aria-hidden />
            <span>
              {runs.length}
              <span className={styles.word}> running</span>
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {runs.map(({ commandId, runId, name, startedAt, createdAt }) => (
            <Menu.Item
              key={runId}
              component={Link}
              href={paths.run(org.slug, commandId, runId)}
              rightSection={
                <span className={styles.elapsed}>
                  <Elapsed sinceMs={Date.parse(startedAt ?? createdAt)} />
                </span>
              }
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

interface FollowedRunProps {
  orgId: string;
  runId: number;
  onEnded: () => unknown;
}

/** Refreshes the list when the stream reports the end of a run. */
function FollowedRun({ orgId, runId, onEnded }: FollowedRunProps) {
  const { live } = useLiveRun(orgId, runId);
  const isOver = live !== null && hasEnded(live.status);
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);
  return null;
}

/** How a run ended. The list may be faster than the stream, which then says nothing more about the run. */
async function wordOfEnd(orgId: string, runId: number): Promise<string> {
  const live = runStreamOf(orgId).latest(runId);
  if (live !== null && hasEnded(live.status)) return statusLabel(live.status, live.endReason).word;
  // If it can't be asked, the title says at least that the run has ended.
  const run = await callApi(readRunSummary, { params: { orgId, runId } }).catch(() => null);
  return run === null ? 'Ended' : statusLabel(run.status, run.endReason).word;
}

/** Shows in the tab's title how a run ended after it has left the list. */
function useEndsInTitle(orgId: string, runs: readonly RunningRun[]): void {
  const before = useRef(runs);
  useEffect(() => {
    const running = new Set(runs.map(({ runId }) => runId));
    for (const { runId, name } of before.current) {
      if (running.has(runId)) continue;
      void wordOfEnd(orgId, runId).then((word) => tellInTitle(`${word}: ${name}`));
    }
    before.current = runs;
  }, [orgId, runs]);
}
