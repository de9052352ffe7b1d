'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import rows from '../account-list.module.css';
import view from '../account-view.module.css';
import styles from './session-section.module.css';
import { type Session, useSessions } from './use-sessions';

/** Where the person is signed in. Ending a session signs that browser out at once. */
export function SessionSection() {
  const { list, end, endOthers, askToEndOthers } = useSessions();
  const others = (list.data ?? []).filter(({ isCurrent }) => !isCurrent).length;
  return (
    <section aria-label="Sessions">
      <div className={view.bar}>
        <p className={view.about}>
          Where you are signed in. If you don’t recognize one, end it, and change your password where you sign
          in.
        </p>
        {others > 0 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => void askToEndOthers(others)}>
            End all others
          </Button>
        )}
      </div>
      <QueryState query={list} loading={<ListSkeleton />}>
        {(sessions) => (
          <table aria-label="Sessions" className={styles.table}>
            <thead className={rows.block}>
              <tr className={rows.head}>
                <th scope="col">Device</th>
                <th scope="col">Address</th>
                <th scope="col">Signed in</th>
                <th scope="col">Last used</th>
                <th scope="col">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody className={rows.block}>
              {sessions.map((session) => (
                <SessionRow
                  key={session.sessionId}
                  session={session}
                  isEnding={end.isPending && end.variables?.sessionId === session.sessionId}
                  onEnd={() => end.mutate(session)}
                />
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
    </section>
  );
}

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, address, beganAt, lastUsedAt, isCurrent } = session;
  const name = device ?? 'Unknown device';
  return (
    <tr aria-label={name} className={rows.row}>
      <td className={styles.device}>
        <span className={rows.name}>{name}</span>
        {isCurrent && <Chip>This one</Chip>}
      </td>
      <td className={rows.fact} data-label="Address">
        {address ?? '—'}
      </td>
      <td className={rows.fact} data-label="Signed in">
        <Moment at={beganAt} as="ago" />
      </td>
      <td className={rows.fact} data-label="Last used">
        <Moment at={lastUsedAt} as="ago" />
      </td>
      <td className={rows.actions}>
        {!isCurrent && (
          <Button
            variant="default"
            size="compact-sm"
            className={rows.taking}
            loading={isEnding}
            aria-label={`End the session of ${name}`}
            onClick={onEnd}
          >
            End
          </Button>
        )}
      </td>
    </tr>
  );
}
