import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';

/** A running sync without progress for this long counts as dead: twice as long as the longest pause of Graph. */
export const SILENT_AFTER_MS = 5 * 60 * 1000;

/** The right to sync one organization. Only its holder may store what it read. */
export interface Claim {
  orgId: string;
  id: string;
  usersDeltaLink: string | null;
  groupsDeltaLink: string | null;
}

const CLAIMED = {
  users_delta_link: column.text.nullable(),
  groups_delta_link: column.text.nullable(),
};

/** Claims the sync of an organization. Throws 409 if one is running. */
export async function claimSync(orgId: string): Promise<Claim> {
  const id = ids.request();
  const now = clock.now();
  const silentSince = new Date(now.getTime() - SILENT_AFTER_MS);
  await execute(statement`insert into directory (org_id) values (${orgId}) on conflict do nothing`);
  const [row] = await query(
    CLAIMED,
    statement`update directory set claim = ${id}, claimed_at = ${now}, progress_at = ${now}, read_count = 0
      where org_id = ${orgId} and (claim is null or progress_at < ${silentSince})
      returning users_delta_link, groups_delta_link`,
  );
  if (row === undefined) {
    throw new AppError(
      'conflict',
      'A sync of this organization is already running. Wait until it has ended.',
    );
  }
  return { orgId, id, usersDeltaLink: row.users_delta_link, groupsDeltaLink: row.groups_delta_link };
}

/** Records how far a sync has read, which also keeps its claim. */
export async function noteProgress({ orgId, id }: Claim, readCount: number): Promise<void> {
  await execute(
    statement`update directory set progress_at = ${clock.now()}, read_count = ${readCount}
      where org_id = ${orgId} and claim = ${id}`,
  );
}

/**
 * Locks a claim until the transaction ends, with the organization's memberships. Throws 409 if another sync has taken
 * over, so that an older state is never stored over a newer one.
 */
export async function holdClaim(tx: Sql, { orgId, id }: Claim): Promise<void> {
  await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
  const held = await query(
    {},
    statement`select from directory where org_id = ${orgId} and claim = ${id} for update`,
    tx,
  );
  if (held.length === 0) throw new AppError('conflict', 'Another sync of this organization has taken over.');
}

/** Ends a sync that failed, and keeps its reason for the admins. What earlier syncs stored stays as it is. */
export async function releaseFailed({ orgId, id }: Claim, failure: string): Promise<void> {
  await execute(
    statement`update directory set claim = null, failed_at = ${clock.now()}, failure = ${failure}
      where org_id = ${orgId} and claim = ${id}`,
  );
}
