'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useMarkRuns } from '@/components/run-stream/use-mark-runs';
import { QueryState } from '@/components/ui/feedback/query-state';
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
import { useArrivals } from './use-arrivals';
import { type HomeOwner, useNeedsAttention, useRuns, useWaitingApprovals } from './use-home';

const STOPPED: StatusLabel = { tone: 'bad', word: 'Stopped' };

/**
 * What waits for the person, and what they asked others for. Known once all of it has been read, or couldn't be; `failed`
 * is what couldn't, or not again.
 */
export function useWaiting({ org, userId }: HomeOwner) {
  const queries = {
    stopped: useNeedsAttention(org.orgId),
    toAnswer: useWaitingApprovals(org.orgId, 'to_answer'),
    asked: useWaitingApprovals(org.orgId, 'asked'),
    failed: useRuns(failedInput(org.orgId, userId)),
  };
  const all = {
    stopped: queries.stopped.data?.total ?? 0,
    toAnswer: queries.toAnswer.data ?? [],
    asked: queries.asked.data ?? [],
    failed: queries.failed.data ?? [],
  };
  const each = Object.values(queries);
  const failed = each.filter(({ isError }) => isError);
  const [worst] = failed.toSorted((a, b) => Number(a.data !== undefined) - Number(b.data !== undefined));
  return {
    all,
    isKnown: each.every(({ isPending }) => !isPending),
    isWhole: each.every(({ data }) => data !== undefined),
    failed: worst && {
      data: worst.data as unknown,
      error: worst.error,
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
    },
  };
}

interface WaitingProps {
  owner: HomeOwner;
  waiting: ReturnType<typeof useWaiting>;
}

/**
 * What waits for the person: what stopped working, requests for approval, and failures that nobody has handled; and below,
 * what they asked others for.
 */
export function Waiting({ owner, waiting: { all, isWhole, failed: unread } }: WaitingProps) {
  const { org, userId } = owner;
  const { isShown, arrived, show } = useArrivals(
    isWhole
      ? [
          ...(all.stopped > 0 ? [STOPPED.word] : []),
          ...[...all.toAnswer, ...all.asked].map(keyOfRequest),
          ...all.failed.map(keyOfRun),
        ]
      : undefined,
  );
  const stopped = isShown(STOPPED.word) ? all.stopped : 0;
  const toAnswer = all.toAnswer.filter((request) => isShown(keyOfRequest(request)));
  const asked = all.asked.filter((request) => isShown(keyOfRequest(request)));
  const failed = all.failed.filter((run) => isShown(keyOfRun(run)));
  const mark = useMarkRuns(org.orgId);
  return (
    <>
      <div role="status" className={styles.arrived}>
        {arrived > 0 && (
          <Button variant="light" size="compact-sm" onClick={show}>
            {arrived === 1 ? 'Show 1 new' : `Show ${formatCount(arrived)} new`}
          </Button>
        )}
      </div>
      {unread !== undefined && (
        <QueryState query={unread} errorTitle="Some of what waits for you could not be loaded" loading={null}>
          {() => null}
        </QueryState>
      )}
      {stopped + toAnswer.length + failed.length > 0 && (
        <Part title="Waiting for me">
          <div className={styles.lists}>
            {stopped + toAnswer.length > 0 && (
              <ul className={styles.runs}>
                {stopped > 0 && (
                  <Row
                    status={STOPPED}
                    href={paths.needsAttention(org.slug)}
                    name={
                      stopped === 1
                        ? '1 thing needs attention'
                        : `${formatCount(stopped)} things need attention`
                    }
                    about="What no longer works as it was set up"
                    isMine
                  />
                )}
                <Requests requests={toAnswer} userId={userId} orgSlug={org.slug} isMine />
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
                      aria-label={`Dismiss: ${run.name}`}
                      title="Marks it as handled"
                      onClick={() => mark.mutate({ runs: { runIds: [run.runId] }, isDealtWith: true })}
                    >
                      Dismiss
                    </Button>
                  </>
                )}
              />
            )}
          </div>
        </Part>
      )}
      {asked.length > 0 && (
        <Part title="Waiting for others">
          <ul className={styles.runs}>
            <Requests requests={asked} userId={userId} orgSlug={org.slug} />
          </ul>
        </Part>
      )}
    </>
  );
}

const keyOfRequest = ({ approvalId }: { approvalId: number }): string => `request ${approvalId}`;
const keyOfRun = ({ runId }: { runId: number }): string => `run ${runId}`;

interface RequestsProps {
  requests: NonNullable<ReturnType<typeof useWaitingApprovals>['data']>;
  userId: string;
  orgSlug: string;
  /** Whether they wait for the person. */
  isMine?: boolean;
}

function Requests({ requests, userId, orgSlug, isMine = false }: RequestsProps) {
  return requests.map(({ approvalId, commandName, userId: askerId, userName, createdAt, changes, note }) => (
    <Row
      key={approvalId}
      status={WAITING_FOR_APPROVAL}
      href={paths.approval(orgSlug, approvalId)}
      name={commandName}
      about={`${askerId === userId ? 'You asked' : `${userName} asks`} to ${changes.length > 0 ? 'change' : 'run'} it${note === null || note === '' ? '' : `: “${note}”`}`}
      when={<Moment at={createdAt} as="ago" />}
      isMine={isMine}
    />
  ));
}

interface RowProps {
  status: StatusLabel;
  href: string;
  name: string;
  about: string;
  when?: ReactNode;
  isMine: boolean;
}

function Row({ status, href, name, about, when, isMine }: RowProps) {
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
      {isMine && (
        <span className={styles.actions}>
          <Button
            component={Link}
            href={href}
            prefetch={false}
            variant="default"
            size="compact-sm"
            aria-label={`Review: ${name}`}
          >
            Review
          </Button>
        </span>
      )}
    </li>
  );
}
