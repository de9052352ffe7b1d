'use client';

import { Button } from '@mantine/core';
import { IconFilterOff, IconMail } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { OutboxList } from './outbox-list';
import { OutboxSkeleton } from './outbox-skeleton';
import styles from './outbox-view.module.css';
import { StateChoice } from './state-choice';
import { useOutbox, useOutboxState } from './use-outbox';

interface OutboxViewProps {
  orgId: string;
  /** Whether messages are sent at all; otherwise admins pass them on themselves. */
  sendsMail: boolean;
}

/** The messages to people of the organization, with their recipients and delivery status. */
export function OutboxView({ orgId, sendsMail }: OutboxViewProps) {
  const [state, setState] = useOutboxState();
  const outbox = useOutbox(orgId, state);
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Outbox</PageTitle>
        <StateChoice state={state} onChoose={(chosen) => void setState(chosen)} />
      </div>
      <p className={styles.lead}>
        {sendsMail
          ? 'Messages to people, sent and unsent. The text of a message is kept until it is sent.'
          : 'No mail server is set up, so nothing is sent. Open a message, copy its link, and pass it on to the person it is for.'}
      </p>
      <QueryState
        query={outbox}
        loading={<OutboxSkeleton />}
        isEmpty={({ pages }) => pages[0]?.length === 0}
        empty={
          <div className={styles.card}>
            {state === null ? (
              <EmptyNotice icon={<IconMail size={22} stroke={1.75} />} title="No messages yet">
                Invitations, shares, links and access requests are listed here, with their status.
              </EmptyNotice>
            ) : (
              <EmptyNotice
                icon={<IconFilterOff size={22} stroke={1.75} />}
                title="No messages with this status"
                action={<Button onClick={() => void setState(null)}>Show all messages</Button>}
              >
                There may be messages with another status.
              </EmptyNotice>
            )}
          </div>
        }
      >
        {({ pages }) => (
          <div className={styles.card} aria-busy={outbox.isPlaceholderData}>
            <OutboxList rows={pages.flat()} />
            {outbox.hasNextPage && (
              <div className={styles.more}>
                <Button
                  variant="default"
                  loading={outbox.isFetchingNextPage}
                  onClick={() => void outbox.fetchNextPage()}
                >
                  Older messages
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryState>
    </>
  );
}
