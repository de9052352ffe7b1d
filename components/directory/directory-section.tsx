'use client';

import { Notice } from '@/components/ui/feedback/notice';
import { Moment } from '@/components/ui/text/moment';
import { AdminEmails } from './admin-emails';
import styles from './directory-section.module.css';
import { useDirectory } from './use-directory';

interface DirectorySectionProps {
  orgId: string;
  adminEmails: readonly string[];
}

/** For admins: who of the directory administers the organization, and how the last sync went. */
export function DirectorySection({ orgId, adminEmails }: DirectorySectionProps) {
  return (
    <section aria-label="Directory" className={styles.section}>
      <AdminEmails orgId={orgId} saved={adminEmails} />
      <SyncState orgId={orgId} />
    </section>
  );
}

function SyncState({ orgId }: { orgId: string }) {
  const { data, isError } = useDirectory(orgId);
  if (isError) return <p className={styles.state}>The state of the directory could not be loaded.</p>;
  if (data === undefined) return <p className={styles.state}> </p>;
  const { readCount, usersSyncedAt, failure } = data;
  return (
    <>
      <p className={styles.state} role="status">
        {readCount !== null && `Syncing with the directory: ${readCount.toLocaleString('en-US')} read so far`}
        {readCount === null && usersSyncedAt === null && 'Not synced with the directory yet'}
        {readCount === null && usersSyncedAt !== null && (
          <>
            Synced with the directory <Moment at={usersSyncedAt} as="ago" />
          </>
        )}
      </p>
      {readCount === null && failure !== null && (
        <Notice kind="info" title="The last sync failed, and changed nothing">
          {failure}
        </Notice>
      )}
    </>
  );
}
