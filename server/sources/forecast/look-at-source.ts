import statement from 'sql-template-tag';
import { expectedBreaks } from '@/lib/changes/expected-breaks';
import type * as contract from '@/lib/contract/sources/expected-breaks';
import { utcTime } from '@/lib/runs/run-times';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { readingTime } from '@/server/commands/template/source-changes';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { type KnownBreak, keepExpected } from '@/server/dependents/expected-breaks';
import type { Context } from '@/server/operations/context';
import { checkOf } from '@/server/sources/forecast/check-of';
import { tellOfBreaks } from '@/server/sources/forecast/tell-of-breaks';
import { inTurn } from '@/server/sources/sync/compare-places';
import { type ComparedClosely, compareSourceClosely } from '@/server/sources/sync/compare-source';
import { type Diff, diffOf, settle } from '@/server/sources/sync/diff-source';

/** A connection, by the organization that it belongs to. */
export interface Connected {
  orgId: string;
  credentialId: number;
}

/** Looks at a source on request, and returns what that person may know of it. */
export async function lookAtSource({
  actor,
  subject: { orgId },
  params: { credsId },
  signal,
}: Context<typeof contract.lookAtSource>) {
  const compared = await inTurn({ orgId, userId: actor.userId, signal }, () =>
    look({ orgId, credentialId: credsId }),
  );
  return checkOf(await diffOf(actor, orgId, compared));
}

/**
 * Compares a source with the commands made of it, keeps what the next sync would change and break, and tells the
 * engineers of what wasn't expected before. A source that can't be read is noted as such, and what was expected of it
 * stays. Throws 404 for a connection that doesn't exist, and 422 with the reason if the source can't be read.
 */
export async function look(connected: Connected): Promise<ComparedClosely> {
  const { orgId, credentialId } = connected;
  const readAt = await readingTime();
  try {
    const compared = await compareSourceClosely(orgId, { credentialId, staticCommandSourceId: null });
    const diff = await diffOf(null, orgId, compared);
    await settle(orgId, compared, diff, readAt);
    await keep(connected, readAt, diff);
    return compared;
  } catch (error) {
    if (isReadingFailure(error)) await noteFailure(connected, readAt, error.message);
    throw error;
  }
}

/** Whether a source could not be read, for a reason that people can act on. */
export const isReadingFailure = (error: unknown): error is AppError | ConnectorError =>
  error instanceof AppError || error instanceof ConnectorError;

const differing = ({ deleted, modified, undeleted }: Diff): number =>
  deleted.length + modified.length + undeleted.length;

async function keep({ orgId, credentialId }: Connected, readAt: Date, diff: Diff): Promise<void> {
  const breaks = expectedBreaks(diff, utcTime).filter((each): each is KnownBreak => each.commandId !== null);
  await transaction(async (tx) => {
    const isNewest = await query(
      { credential_id: column.int },
      statement`update credential set looked_at = ${readAt}, look_failure = null, look_change_count = ${differing(diff)}
        where org_id = ${orgId} and credential_id = ${credentialId} and deleted_at is null
          and coalesce(looked_at <= ${readAt}, true)
        returning credential_id`,
      tx,
    );
    if (isNewest.length === 0) return;
    const added = await keepExpected(tx, orgId, credentialId, breaks);
    await tellOfBreaks(tx, { orgId, credentialId, breaks: added });
  });
}

const noteFailure = ({ orgId, credentialId }: Connected, readAt: Date, reason: string): Promise<void> =>
  execute(
    statement`update credential set looked_at = ${readAt}, look_failure = ${reason}
      where org_id = ${orgId} and credential_id = ${credentialId} and coalesce(looked_at <= ${readAt}, true)`,
  );
