'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { useMarkRuns } from '@/components/run-stream/use-mark-runs';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { WAITING_FOR_APPROVAL } from '@/lib/runs/run-status';
import styles from './home.module.css';
import { failedInput } from './home-input';
import { Part } from './part';
import { RunRows } from './run-rows';
import { type HomeOwner, useRuns, useWaitingApprovals } from './use-home';

/** What waits for the person, or for others to answer them: requests for approval, and failures that nobody dealt with. */
export function Waiting({ owner }: { owner: HomeOwner }) {
  const { org, userId } = owner;
  const toAnswer = useWaitingApprovals(org.orgId, 'to_answer').data ?? [];
  const asked = useWaitingApprovals(org.orgId, 'asked').data ?? [];
  const failed = useRuns(failedInput(org.orgId, userId)).data ?? [];
  const mark = useMarkRuns(org.orgId);
  if (toAnswer.length + asked.length + failed.length === 0) return null;
  return (
    <Part title="Waiting for me">
      <div className={styles.lists}>
        {toAnswer.length + asked.length > 0 && (
          <ul className={styles.list}>
            {[...toAnswer, ...asked].map(
              ({ approvalId, commandName, userId: askerId, userName, createdAt, changes }) => (
                <li key={approvalId} className={styles.run}>
                  <StatusPill {...WAITING_FOR_APPROVAL} />
                  <span className={styles.what}>
                    <Link
                      href={paths.approval(org.slug, approvalId)}
                      prefetch={false}
                      className={styles.name}
                    >
                      {commandName}
                    </Link>
                    <span className={styles.aside}>
                      {askerId === userId ? 'You asked' : `${userName} asks`}{' '}
                      {changes.length > 0 ? 'to change it' : 'to run it'}
                    </span>
                  </span>
                  <span className={styles.when}>
                    <Moment at={createdAt} as="row" />
                  </span>
                </li>
              ),
            )}
          </ul>
        )}
        {failed.length > 0 && (
          <RunRows
            runs={failed}
            orgSlug={org.slug}
            actions={({ runId, commandId, name, isBulkParent }) => (
              <>
                {!isBulkParent && (
                  <Button
                    component={Link}
                    href={paths.withValuesOf(org.slug, commandId, runId)}
                    prefetch={false}
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Again: ${name}`}
                  >
                    Again
                  </Button>
                )}
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={`Mark as dealt with: ${name}`}
                  onClick={() => mark.mutate({ runs: { runIds: [runId] }, isDealtWith: true })}
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
