import statement from 'sql-template-tag';
import { CONFIRMATION_MINUTES } from '@/lib/contract/runs/confirmations';
import type { InputValues } from '@/lib/inputs/input';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import {
  digestOf,
  type IntendedRun,
  revisionOf,
  shownValues,
} from '@/server/runs/confirmations/intended-run';

/** How many runs one program can ask for in the time that a confirmation is valid: more than a person could look at. */
const MOST_ASKED = 50;

/** Who asks: a program, for the person whose token it has. */
export interface Asker {
  userId: string;
  tokenId: string;
}

/**
 * Asks a person to confirm exactly this run. Returns the id, which is part of the address that they open. Throws 403 for a
 * service account, which nobody signs in as.
 *
 * @param values as the form would have them: what the program gave, and the defaults that are filled in
 */
export async function askConfirmation(
  { userId, tokenId }: Asker,
  run: IntendedRun,
  values: InputValues,
  audit: AuditSource,
): Promise<string> {
  const { orgId, commandId, name } = run.command;
  await refuseServiceAccount(userId, name);
  const confirmationId = ids.confirmation();
  const nowMs = clock.nowMs();
  const revision = await revisionOf(run.command);
  await transaction(async (tx) => {
    const [asked] = await query(
      { count: column.int },
      statement`select count(*)::int from run_confirmation
       where token_id = ${tokenId} and expires_at > ${new Date(nowMs)}`,
      tx,
    );
    if ((asked?.count ?? 0) >= MOST_ASKED) throw tooMany();
    await execute(
      statement`insert into run_confirmation
         (confirmation_id, org_id, command_id, user_id, token_id, is_dry_run, revision, shown, digest, created_at, expires_at)
       values (${confirmationId}, ${orgId}, ${commandId}, ${userId}, ${tokenId}, ${run.isDryRun}, ${revision},
         ${shownValues(run, values)}, ${digestOf(run)}, ${new Date(nowMs)},
         ${new Date(nowMs + CONFIRMATION_MINUTES * 60_000)})`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'confirmation.ask',
      subjectType: 'command',
      subjectId: String(commandId),
      after: { confirmation_id: confirmationId, token_id: tokenId, is_dry_run: run.isDryRun },
    });
  });
  return confirmationId;
}

const tooMany = () =>
  new AppError(
    'too_many_requests',
    `This program has asked for ${MOST_ASKED} confirmations within ${CONFIRMATION_MINUTES} minutes. Wait a few minutes before you ask for another.`,
    { retryAfterSeconds: 60 },
  );

async function refuseServiceAccount(userId: string, commandName: string): Promise<void> {
  const [row] = await query(
    { is_service_account: column.boolean },
    statement`select service_org_id is not null as is_service_account from "user" where user_id = ${userId}`,
  );
  if (row?.is_service_account !== true) return;
  throw forbidden(
    `A person has to confirm “${commandName}”, and this token is a service account's, which nobody signs in as. Use a token that may change data without asking; a command with a confirmation word is for people alone.`,
  );
}
