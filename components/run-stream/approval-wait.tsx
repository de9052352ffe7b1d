'use client';

import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import styles from './approval-wait.module.css';
import { approverNames } from './approver-names';
import type { Run } from './use-run';

/** Who can approve a run that waits for it, and until when. */
export function ApprovalWait({ approval }: { approval: NonNullable<Run['approval']> }) {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  const { mayAnswer, otherApprovers } = approval;
  const answerers =
    mayAnswer && otherApprovers.length === 0
      ? 'Only you'
      : approverNames([...(mayAnswer ? ['You'] : []), ...otherApprovers]);
  return (
    <div className={styles.box}>
      <IconUserCheck size={18} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <p>
          {approval.approvers.length === 0
            ? 'Nobody can approve this at the moment: the command has no other engineer.'
            : `${answerers} can approve this. It then starts by itself.`}
        </p>
        <p className={styles.until}>
          The request expires <Moment at={approval.expiresAt} as="short" inSentence />
          {approval.note !== null && <span className={styles.note}>“{approval.note}”</span>}
        </p>
      </div>
      {orgSlug !== undefined && approval.mayView && (
        <Button
          variant={mayAnswer ? 'filled' : 'default'}
          component={Link}
          href={paths.approval(decodeURIComponent(orgSlug), approval.approvalId)}
        >
          {mayAnswer ? 'Answer the request' : 'View the request'}
        </Button>
      )}
    </div>
  );
}
