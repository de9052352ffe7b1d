'use client';

import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { IconFilterOff, IconUserCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { approvalState } from '@/lib/contract/runs/run-approval';
import { ApprovalCard } from './approval-card';
import { approvalLabels } from './approval-words';
import styles from './approvals.module.css';
import { steadyOrder } from './steady-order';
import {
  type Approval,
  BOXES,
  type Box,
  useApproval,
  useApprovalAddress,
  useApprovals,
  wantedAt,
} from './use-approvals';

interface ApprovalsViewProps {
  org: { orgId: string; slug: string };
  userId: string;
}

/** Requests to run commands that need approval: those for me to answer, and those that I asked for. */
export function ApprovalsView({ org, userId }: ApprovalsViewProps) {
  const [{ id, ...address }, setAddress] = useApprovalAddress();
  const { box, state } = wantedAt(address);
  if (id !== null) {
    return (
      <OneApproval
        org={org}
        userId={userId}
        approvalId={id}
        onShowAll={() => void setAddress({ id: null })}
      />
    );
  }
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Approvals</PageTitle>
      </div>
      <p className={styles.lead}>
        Some commands run only after a second person has approved the values: another engineer of the command,
        or an admin. Turning off what protects such a command needs the same approval.
      </p>
      <div className={styles.choices}>
        <SegmentedControl
          aria-label="Whose requests"
          data={[
            { value: 'to_answer', label: 'To answer' },
            { value: 'answered', label: 'Answered' },
            { value: 'asked', label: 'Asked by me' },
          ]}
          value={box}
          onChange={(value) =>
            void setAddress({ box: BOXES.find((each) => each === value) ?? null, state: null })
          }
        />
        {box !== 'to_answer' && (
          <NativeSelect
            aria-label="Which requests"
            data={[
              { value: '', label: 'All requests' },
              ...approvalState.options
                .filter((value) => box === 'asked' || value !== 'waiting')
                .map((value) => ({ value, label: approvalLabels[value].word })),
            ]}
            value={state ?? ''}
            onChange={(event) => {
              const chosen = approvalState.safeParse(event.currentTarget.value);
              void setAddress({ box, state: chosen.success ? chosen.data : null });
            }}
          />
        )}
      </div>
      <ApprovalList
        org={org}
        userId={userId}
        box={box}
        state={state}
        onShowAll={() => void setAddress({ box, state: null })}
      />
    </>
  );
}

const empty: Readonly<Record<Box, { title: string; words: string }>> = {
  to_answer: {
    title: 'Nothing to answer',
    words: 'When someone needs your approval to run a command, their request is listed here.',
  },
  answered: {
    title: 'No requests yet',
    words:
      'Requests that were approved, denied, or ended otherwise are listed here, with how their runs ended.',
  },
  asked: {
    title: 'No requests yet',
    words: 'When you run a command that needs approval, your request is listed here.',
  },
};

interface ApprovalListProps extends ApprovalsViewProps {
  box: Box;
  state: (typeof approvalState.options)[number] | null;
  onShowAll: () => void;
}

function ApprovalList({ org, userId, box, state, onShowAll }: ApprovalListProps) {
  const approvals = useApprovals(org.orgId, { box, state });
  // What was answered here stays until the list is left, so that its outcome can be read.
  const [answered, setAnswered] = useState<readonly Approval[]>([]);
  const shown = useRef<readonly number[]>([]);
  const listed = (pages: readonly Approval[][]): Approval[] => {
    const loaded = pages.flat();
    const gone = answered.filter((one) => loaded.every(({ approvalId }) => approvalId !== one.approvalId));
    const ordered =
      box === 'to_answer' ? steadyOrder(shown.current, [...loaded, ...gone]) : steadyOrder([], loaded);
    shown.current = ordered.map(({ approvalId }) => approvalId);
    return ordered;
  };
  return (
    <QueryState
      query={approvals}
      errorTitle="The requests could not be loaded"
      loading={<ApprovalsSkeleton />}
      isEmpty={({ pages }) => listed(pages).length === 0}
      empty={
        <div className={styles.none}>
          {state === null || box === 'to_answer' ? (
            <EmptyNotice icon={<IconUserCheck size={22} stroke={1.75} />} title={empty[box].title}>
              {empty[box].words}
            </EmptyNotice>
          ) : (
            <EmptyNotice
              icon={<IconFilterOff size={22} stroke={1.75} />}
              title="No requests with this status"
              action={<Button onClick={onShowAll}>Show all requests</Button>}
            >
              There may be requests with another status.
            </EmptyNotice>
          )}
        </div>
      }
    >
      {({ pages }) => (
        <>
          <ul className={styles.list} aria-busy={approvals.isPlaceholderData}>
            {listed(pages).map((approval) => (
              <li key={approval.approvalId}>
                <ListedApproval
                  org={org}
                  userId={userId}
                  approval={approval}
                  isAnswered={answered.includes(approval)}
                  onAnswered={(one) => setAnswered((before) => [...before, one])}
                />
              </li>
            ))}
          </ul>
          {approvals.hasNextPage && (
            <Button
              variant="default"
              loading={approvals.isFetchingNextPage}
              onClick={() => void approvals.fetchNextPage()}
            >
              Older requests
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}

interface ListedApprovalProps extends ApprovalsViewProps {
  approval: Approval;
  /** Whether it was just answered here: the list no longer has it, so its card keeps itself up to date. */
  isAnswered: boolean;
  onAnswered: (approval: Approval) => void;
}

function ListedApproval({ org, userId, approval, isAnswered, onAnswered }: ListedApprovalProps) {
  const followed = useApproval(org.orgId, isAnswered ? approval.approvalId : null);
  return (
    <ApprovalCard
      org={org}
      userId={userId}
      approval={isAnswered ? (followed.data ?? approval) : approval}
      onAnswered={onAnswered}
    />
  );
}

interface OneApprovalProps extends ApprovalsViewProps {
  approvalId: number;
  onShowAll: () => void;
}

/** The request that a message or a run led to. */
function OneApproval({ org, userId, approvalId, onShowAll }: OneApprovalProps) {
  const approval = useApproval(org.orgId, approvalId);
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Request for approval</PageTitle>
        <Button variant="default" onClick={onShowAll}>
          All requests
        </Button>
      </div>
      <QueryState
        query={approval}
        errorTitle="The request could not be loaded"
        loading={<ApprovalsSkeleton />}
      >
        {(found) => <ApprovalCard org={org} userId={userId} approval={found} />}
      </QueryState>
    </>
  );
}

function ApprovalsSkeleton() {
  return (
    <div className={styles.list} aria-hidden>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={132} radius="md" />
      ))}
    </div>
  );
}
