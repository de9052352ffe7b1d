import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { directoryOrgs } from '@/server/people/directory/first-org';
import { syncGroups, syncPeople } from '@/server/people/directory/sync';

/** A sync that failed is repeated after this time, or earlier if syncs are more frequent. */
const RETRY_MS = 5 * 60 * 1000;

const product = { actorUserId: null, requestId: null, address: null };

/** Syncs each organization whose last sync is long enough ago. Several workers may call it at once. */
export async function syncDueDirectories(signal: AbortSignal): Promise<void> {
  const { directory } = env();
  if (directory === null || directory.syncEveryMs === 0) return;
  await directoryOrgs(product);
  const nowMs = clock.nowMs();
  const before = new Date(nowMs - directory.syncEveryMs);
  const failedBefore = new Date(nowMs - Math.min(RETRY_MS, directory.syncEveryMs));
  const due = await query(
    { org_id: column.text },
    statement`select org_id from directory
      where coalesce(failed_at < ${failedBefore},
        users_synced_at is null or groups_synced_at is null or least(users_synced_at, groups_synced_at) < ${before})
      order by org_id`,
  );
  for (const { org_id: orgId } of due) {
    if (signal.aborted) return;
    await unlessRunning(() => syncPeople(orgId, product, signal));
    await unlessRunning(() => syncGroups(orgId, product, signal));
  }
}

async function unlessRunning(sync: () => Promise<unknown>): Promise<void> {
  try {
    await sync();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  }
}
