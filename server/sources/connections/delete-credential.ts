import statement, { type Sql as Statement } from 'sql-template-tag';
import type {
  deleteCredential as deleteCredentialOperation,
  listCredentialCommands as listCommandsOperation,
} from '@/lib/contract/sources/credentials';
import { recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { mayKnow } from '@/server/access/may-know';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { readSaved } from '@/server/sources/connections/changed-connection';
import { refuseBuiltin } from '@/server/sources/connections/update-credential';

const USING = {
  command_id: column.int,
  name: column.text,
  visibility: accessColumn.visibility,
  created_by_user_id: column.text,
};

/** The commands that use a connection, by name. */
async function commandsOf(db: Sql, orgId: string, credentialId: number, userId: string | null) {
  const rows = await query(
    USING,
    statement`select c.command_id, c.name, c.visibility, c.created_by_user_id
     from template t
     join command c on c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null
     where t.org_id = ${orgId} and t.credential_id = ${credentialId}
     order by lower(c.name), c.command_id`,
    db,
  );
  const known = rows.filter((row) =>
    mayKnow(userId)({ visibility: row.visibility, createdByUserId: row.created_by_user_id }),
  );
  return { all: rows, known: known.map(({ command_id, name }) => ({ commandId: command_id, name })) };
}

export async function listCredentialCommands({
  actor,
  subject,
  params,
}: Context<typeof listCommandsOperation>) {
  await readSaved(subject.orgId, params.credsId);
  return (await commandsOf(sql, subject.orgId, params.credsId, actor.userId)).known;
}

const shownNames = 5;

function stillUsed(all: number, known: readonly { name: string }[]): AppError {
  const names = known.slice(0, shownNames).map(({ name }) => `"${name}"`);
  const more = all - names.length;
  const list = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  return new AppError(
    'conflict',
    `${all} ${all === 1 ? 'command uses' : 'commands use'} this connection: ${list}. Delete them together with it, or keep it.`,
  );
}

/**
 * Deletes a connection: its secrets are erased at once, nothing can be run or synced with it, and past runs stay in the
 * history. While commands use it, throws 409 with their names, unless the request deletes them too.
 */
export async function deleteCredential({
  actor,
  subject: { orgId },
  params: { credsId },
  query: { withCommands },
  audit,
}: Context<typeof deleteCredentialOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const saved = await readSaved(orgId, credsId, tx, 'for update');
    refuseBuiltin(saved);
    const { all, known } = await commandsOf(tx, orgId, credsId, actor.userId);
    if (all.length > 0 && withCommands !== true) throw stillUsed(all.length, known);
    for (const step of deletionOf(orgId, credsId)) await execute(step, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'credential.delete',
      subjectType: 'credential',
      subjectId: String(credsId),
      before: { name: saved.name, kit_ids: all.map(({ command_id }) => command_id) },
    });
  });
  return undefined;
}

const deletionOf = (orgId: string, credentialId: number): Statement[] => [
  statement`update command c set deleted_at = now(), version = c.version + 1
   from template t where t.org_id = ${orgId} and t.credential_id = ${credentialId} and c.org_id = t.org_id
     and c.template_id = t.template_id and c.deleted_at is null`,
  // Uploaded descriptions are deleted too, so that they can be uploaded again.
  statement`update template set deleted_at = coalesce(deleted_at, now()), static_command_source_id = null,
     version = version + 1
   where org_id = ${orgId} and credential_id = ${credentialId}`,
  statement`delete from static_command_source where org_id = ${orgId} and credential_id = ${credentialId}`,
  statement`delete from push_webhook where org_id = ${orgId} and credential_id = ${credentialId}`,
  statement`update credential set deleted_at = now(), sealed_secrets = null, version = version + 1
   where org_id = ${orgId} and credential_id = ${credentialId}`,
];
