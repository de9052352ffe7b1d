import type { AccessRole } from '@/lib/access/vocabulary';
import { commandAccess } from '@/server/access/scope';
import { STORED_CREDENTIAL, type StoredCredential } from '@/server/credentials/open-credential';
import { type Sql, transaction } from '@/server/db';
import { env } from '@/server/env';
import { notifyRunChangedSql } from '@/server/runs/run-changes';
import { wakeWaitingRuns } from '@/server/runs/waiting-runs';

/** A run that this worker has taken, and what it needs. */
export interface ClaimedRun {
  orgId: string;
  snapshot: string;
  /** The starter's role on the command, now. */
  role: AccessRole | null;
  /** What the run was started with, whether or not it is still there. */
  credentialId: number;
  /** Null where the connection was deleted since. */
  credential: StoredCredential | null;
  templateId: number;
  /** The command's own HTTP headers, as `openHeaders` takes them. */
  sealedHeaders: Buffer | null;
}

type ClaimedRow = {
  org_id: string;
  snapshot: string;
  role: AccessRole | null;
  run_credential_id: number;
  template_id: number;
  sealed_headers: Buffer | null;
} & (StoredCredential | { credential_id: null });

/** The first half of a Postgres advisory lock; the second is the credential's id. */
const PLACES_LOCK = 7001;

/**
 * Takes a run off the queue: only one worker can, and only one that was started and not yet ended. Where its
 * connection or command has as many runs as it may have at once, it waits instead, and is woken when one ends.
 *
 * Done again after a broken connection it answers the same run again, so one worker must not have two of one run.
 */
export async function claimRun(runId: number, workerId: string): Promise<ClaimedRun | null> {
  const { row, waitingFor } = await transaction(async (tx) => {
    // Counting and taking a place are two steps; this keeps others from doing both in between.
    await tx.query(`select pg_advisory_xact_lock(${PLACES_LOCK}, credential_id) from run where run_id = $1`, [
      runId,
    ]);
    const taken = await take(tx, runId, workerId);
    return { row: taken, waitingFor: taken === undefined ? await wait(tx, runId) : null };
  });
  // A place that came free before the wait could be seen was offered to nobody.
  if (waitingFor !== null) await wakeWaitingRuns(waitingFor);
  if (row === undefined) return null;
  const { org_id, snapshot, role, run_credential_id, template_id, sealed_headers, ...credential } = row;
  return {
    orgId: org_id,
    snapshot,
    role,
    credentialId: run_credential_id,
    credential: credential.credential_id === null ? null : credential,
    templateId: template_id,
    sealedHeaders: sealed_headers,
  };
}

async function take(tx: Sql, runId: number, workerId: string): Promise<ClaimedRow | undefined> {
  const [row] = await tx.query<ClaimedRow>(
    `with claimed as (
       update run set status = 'running', started_at = coalesce(started_at, now()), worker_id = $2
       where run_id = $1 and queued_at is not null and (
         (status = 'running' and worker_id = $2) or status = 'starting' and (
           select count(*) < $3 and count(*) filter (where o.command_id = run.command_id) < $4
           from run o where o.credential_id = run.credential_id and o.status = 'running'))
       returning run_id, org_id, command_id, template_id, started_by_user_id, snapshot, credential_id
     ), told as (select ${notifyRunChangedSql('run_id')} from claimed)
     select claimed.org_id, claimed.snapshot, claimed.credential_id as run_credential_id, access.role,
       t.template_id, t.sealed_headers, ${STORED_CREDENTIAL}
     from claimed
     cross join told
     join template t on t.org_id = claimed.org_id and t.template_id = claimed.template_id
     left join command c on c.org_id = claimed.org_id and c.command_id = claimed.command_id
       and c.deleted_at is null
     left join credential k on k.org_id = claimed.org_id and k.credential_id = claimed.credential_id
       and k.deleted_at is null
     ${commandAccess('claimed.started_by_user_id')}`,
    [runId, workerId, env().credentialConcurrency, env().commandConcurrency],
  );
  return row;
}

/** Answers the connection that the run waits for; null where it is not to be run at all. */
async function wait(tx: Sql, runId: number): Promise<number | null> {
  const [row] = await tx.query<{ credential_id: number }>(
    `update run set is_waiting = true
     where run_id = $1 and status = 'starting' and queued_at is not null
     returning credential_id`,
    [runId],
  );
  return row?.credential_id ?? null;
}
