import type { ReactNode } from 'react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { Moment } from '@/components/ui/text/moment';
import styles from './message.module.css';
import { heldBecause, stateOf } from './outbox-words';
import type { OutboxMessage } from './use-outbox';

/** The facts of a message, by name. */
export function MessageFacts({ message }: { message: OutboxMessage }) {
  const { toName, toAddress, sentBy, createdAt, sentAt, dueAt, state, lastError, attempts } = message;
  const isHeld = usePanelPage()?.isHeld ?? false;
  const held = heldBecause(message, isHeld);
  return (
    <dl className={styles.facts}>
      <Fact name="Status">
        <StatusPill {...stateOf(message, isHeld)} />
      </Fact>
      <Fact name="To">
        {toName} · {toAddress}
      </Fact>
      <Fact name="By">{sentBy}</Fact>
      <Fact name="Created">
        <Moment at={createdAt} as="short" />
      </Fact>
      {sentAt !== null && (
        <Fact name="Sent">
          <Moment at={sentAt} as="short" />
        </Fact>
      )}
      {held !== null && <Fact name="Why it waits">{held}</Fact>}
      {lastError !== null && <Fact name="What went wrong">{lastError}</Fact>}
      {state === 'waiting' && attempts > 0 && held === null && (
        <Fact name="Tried next">
          <Moment at={dueAt} as="short" />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
