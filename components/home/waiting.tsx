'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useMarkRuns } from '@/components/run-stream/use-mark-runs';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { formatCount } from '@/lib/results/table/row-counts';
import { type StatusLabel, WAITING_FOR_APPROVAL } from '@/lib/runs/run-status';
import styles from './home.module.css';
import { failedInput } from './home-input';
import { Part } from './part';
import { RunAgain } from './run-again';
import { RunRows } from './run-rows';
import { type HomeOwner, useNeedsAttention, useRuns, useWaitingApprovals } from './use-home';

const STOPPED: StatusLabel = { tone: 'bad', word: 'Stopped' };

/**
 * What waits for the person, or for others to answer them: what stopped working, requests for approval, and failures that
 * nobody dealt with.
 */
export function Waiting({ owner }: { owner: HomeOwner }) {
  const { org, userId } = owner;
  const stopped = useNeedsAttention(org.orgId).data?.total ?? 0;
  const toAnswer = useWaitingApprovals(org.orgId, 'to_answer').data ?? [];
  const asked = useWaitingApprovals(org.orgId, 'asked').data ?? [];
  const failed = useRuns(failedInput(org.orgId, userId)).data ?? [];
  const mark = useMarkRuns(org.orgId);
  const requests = [...toAnswer, ...asked];
  if (stopped + requests.length + failed.length === 0) return null;
  return (
    <Part title="Waiting for me">
      <div className={styles.lists}>
        {stopped + requests.length > 0 && (
          <ul className={styles.list}>
            {stopped > 0 && (
              <Row
                status={STOPPED}
                href={paths.needsAttention(org.slug)}
                name={
                  stopped === 1 ? '1 thing needs attention' : `${formatCount(stopped)} things need attention`
                }
                about="What no longer works as it was set up"
              />
            )}
            {requests.map(({ approvalId, commandName, userId: askerId, userName, createdAt, changes }) => (
              <Row
                key={approvalId}
                status={WAITING_FOR_APPROVAL}
                href={paths.approval(org.slug, approvalId)}
                name={commandName}
                about={`${askerId === userId ? 'You asked' : `${userName} asks`} to ${changes.length > 0 ? 'change' : 'run'} it`}
                when={<Moment at={createdAt} as="ago" />}
              />
            ))}
          </ul>
        )}
        {failed.length > 0 && (
          <RunRows
            runs={failed}
            orgSlug={org.slug}
            actions={(run) => (
              <>
                <RunAgain run={run} orgSlug={org.slug} />
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={`Mark as dealt with: ${run.name}`}
                  onClick={() => mark.mutate({ runs: { runIds: [run.runId] }, isDealtWith: true })}
                >
                  Dealt with
                </Button>
              </>
            )}
          />
        )}
      </div>
    </Part>
  );
}

interface RowProps {
  status: StatusLabel;
  href: string;
  name: string;
  about: string;
  when?: ReactNode;
}

function Row({ status, href, name, about, when }: RowProps) {
  return (
    <li className={styles.run}>
      <StatusPill {...status} />
      <span className={styles.what}>
        <Link href={href} prefetch={false} className={styles.name}>
          {name}
        </Link>
        <span className={styles.aside}>{about}</span>
      </span>
      <span className={styles.when}>{when}</span>
    </li>
  );
}
