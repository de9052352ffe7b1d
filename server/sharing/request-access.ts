import statement from 'sql-template-tag';
import type { sendGeneralEmail as sendGeneralEmailOperation } from '@/lib/contract/sharing/access-requests';
import { emailAddress } from '@/lib/wire/email-address';
import { recordAudit } from '@/server/access/audit';
import { type Engineer, engineersAt } from '@/server/access/engineers';
import { loadCommand } from '@/server/access/load/load-command';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';
import { hashOfToken, ids } from '@/server/base/ids';
import { loadMailOrg } from '@/server/messages/links';
import { accessRequestMail, LINK_DAYS } from '@/server/messages/messages';
import { notify } from '@/server/messages/notify';
import { allowMail, queueMail } from '@/server/messages/queue-mail';
import type { Context } from '@/server/operations/context';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Few enough that engineers are not pestered. */
const MOST_AN_HOUR = 40;

const address = emailAddress();

/**
 * Mails a request for access to engineers. Only engineers of the command can be recipients; the request fails for
 * anyone else.
 */
export async function requestAccess({
  actor,
  subject: { orgId },
  body,
  audit,
}: Context<typeof sendGeneralEmailOperation>) {
  const command =
    body.commandId == null ? null : await loadCommand(actor, orgId, body.commandId, 'command.request');
  const addresses = [...new Set(body.toAddresses.map((text) => text.trim().normalize('NFC').toLowerCase()))];
  return transaction(async (tx) => {
    const engineers = await engineersAt(tx, orgId, command?.commandId ?? null, addresses);
    const chosen = chosenAmong(engineers, addresses);
    await allowMail(tx, orgId, actor.userId, chosen.length, { kind: 'access_request', most: MOST_AN_HOUR });
    const org = await loadMailOrg(tx, orgId);
    const outcomes = [];
    for (const engineer of chosen) {
      const token =
        command === null
          ? null
          : await beginRequest(tx, {
              orgId,
              commandId: command.commandId,
              requesterId: actor.userId,
              engineerId: engineer.userId,
              message: body.message,
            });
      const { subject, message } = body;
      const mail = accessRequestMail({ org, sender: actor, command, subject, message, token });
      const { posted } = await queueMail(tx, orgId, actor, engineer, 'access_request', mail);
      outcomes.push({ email: engineer.email, userId: engineer.userId, error: null, posted, mailId: null });
    }
    if (command !== null) {
      const userIds = chosen.map(({ userId }) => userId);
      const { commandId } = command;
      await notify(tx, { orgId, userIds, kind: 'access_request', actorUserId: actor.userId, commandId });
    }
    await recordAudit(tx, audit, {
      orgId,
      action: 'access.request',
      subjectType: command === null ? 'org' : 'command',
      subjectId: command === null ? orgId : String(command.commandId),
      after: { asked_user_ids: chosen.map(({ userId }) => userId) },
    });
    return outcomes;
  });
}

/**
 * Throws 400 for the first address that is not an engineer's. Nothing is sent then, not even to the valid addresses.
 */
function chosenAmong(engineers: ReadonlyMap<string, Engineer>, addresses: readonly string[]): Engineer[] {
  return addresses.map((text, index) => {
    const engineer = engineers.get(text);
    if (engineer !== undefined) return engineer;
    const message = address.safeParse(text).success
      ? "Only engineers can be asked for access, and this is not an engineer's address."
      : 'Not a valid email!';
    throw invalidAt(`toAddresses.${index}`, message);
  });
}

interface AccessRequest {
  orgId: string;
  commandId: number;
  requesterId: string;
  engineerId: string;
  message: string;
}

/** Asking again ends the link that was sent before. */
async function beginRequest(
  tx: Sql,
  { orgId, commandId, requesterId, engineerId, message }: AccessRequest,
): Promise<string> {
  const token = ids.token();
  await execute(
    statement`insert into access_request (org_id, command_id, requester_user_id, engineer_user_id,
       token_hash, expires_at, message)
     values (${orgId}, ${commandId}, ${requesterId}, ${engineerId}, ${hashOfToken(token)},
       ${new Date(clock.nowMs() + LINK_DAYS * DAY_MS)}, ${message})
     on conflict (org_id, command_id, requester_user_id, engineer_user_id)
     do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
       message = excluded.message`,
    tx,
  );
  return token;
}
