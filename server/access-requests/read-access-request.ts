import statement from 'sql-template-tag';
import type { readAccessRequest as readAccessRequestOperation } from '@/lib/contract/access-requests';
import { loadCommand } from '@/server/access/load-command';
import { clock } from '@/server/clock';
import type { Sql } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { hashOfToken } from '@/server/ids';
import { column, execute, query } from '@/server/statements';

/**
 * Returns an access request by the token of the link that was mailed to an engineer. Only that engineer can read it,
 * and only while they may share the command.
 */
export async function readAccessRequest({
  actor,
  subject: { orgId },
  params: { token },
}: Context<typeof readAccessRequestOperation>) {
  const [row] = await query(
    { user_id: column.text, name: column.text, email: column.text.nullable(), command_id: column.int },
    statement`select u.user_id, u.name, u.email, r.command_id
     from access_request r join "user" u on u.user_id = r.requester_user_id
     where r.token_hash = ${hashOfToken(token)} and r.org_id = ${orgId} and r.engineer_user_id = ${actor.userId}
       and r.expires_at > ${clock.now()}`,
  );
  if (row === undefined) {
    throw new AppError(
      'not_found',
      'This request is no longer open. It was answered or sent again, was meant for another person, or is older than a week.',
    );
  }
  await loadCommand(actor, orgId, row.command_id, 'command.share');
  return { userId: row.user_id, name: row.name, email: row.email, commandId: row.command_id };
}

/** Ends all requests of a person for a command, once they have access to it. */
export async function endAccessRequests(
  tx: Sql,
  orgId: string,
  commandId: number,
  requesterId: string,
): Promise<void> {
  await execute(
    statement`delete from access_request where org_id = ${orgId} and command_id = ${commandId}
      and requester_user_id = ${requesterId}`,
    tx,
  );
}
