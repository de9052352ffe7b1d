'use client';

import { UnstyledButton } from '@mantine/core';
import { useSendLink } from '../panel/link/use-send-link';
import type { Shared } from '../panel/sharing';
import type { Viewer } from '../panel/use-viewer';
import { AccessRow } from '../people/access-row';
import { useRowChanges } from '../people/use-row-changes';
import styles from './already-have-access.module.css';

const MOST_ROWS = 5;

interface AlreadyHaveAccessProps {
  shared: Shared;
  viewer: Viewer;
  onAll: () => void;
  onWhy: ((userId: string) => void) | null;
}

/** The first few people who have access, below the new recipients. */
export function AlreadyHaveAccess({ shared, viewer, onAll, onWhy }: AlreadyHaveAccessProps) {
  const changes = useRowChanges(shared.subject, !shared.isCopycat);
  const sendLink = useSendLink(shared);
  const rows = [...shared.people, ...shared.groups];
  const shown = rows.length > MOST_ROWS + 1 ? rows.slice(0, MOST_ROWS) : rows;
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Already have access">
      <h3 className={styles.title}>Already have access</h3>
      <table className={styles.table} aria-label="Already have access">
        <thead className={styles.unseen}>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Access through</th>
            <th scope="col">Role</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody className={styles.body}>
          {shown.map((row) => {
            const foreseen = changes.foreseen(row);
            return (
              <tr key={`${row.kind}-${row.id}`} className={styles.row} data-leaving={foreseen === null}>
                <AccessRow
                  row={foreseen ?? row}
                  orgSlug={viewer.org?.slug ?? null}
                  changes={foreseen === null ? null : changes}
                  isOwn={row.kind === 'person' && row.id === viewer.userId}
                  onSendLink={sendLink === null ? null : () => sendLink(row)}
                  onWhy={row.kind === 'person' && onWhy !== null ? () => onWhy(row.id) : null}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <UnstyledButton className={styles.all} onClick={onAll}>
          All {rows.length.toLocaleString('en-US')}
        </UnstyledButton>
      )}
    </section>
  );
}
