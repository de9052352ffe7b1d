import statement, { type Sql as Statement } from 'sql-template-tag';
import type { changeType } from '@/lib/contract/command/changelog';
import type { Decoded } from '@/lib/wire/wire';
import { type AuditEntry, type AuditSource, auditInsert } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { CONFIGURATION, CONNECTION } from '@/server/commands/revisions/configuration-sql';
import { CHANGED, changedBy, refuseLoosening } from '@/server/safeguards/loosening';

/** The commands that a change affects: one, several, or all of a template. */
export type ChangedCommands = { orgId: string } & (
  | { commandIds: readonly number[] }
  | { templateId: number }
);

function among(commands: ChangedCommands): Statement {
  const { orgId } = commands;
  return 'templateId' in commands
    ? statement`c.org_id = ${orgId} and c.template_id = ${commands.templateId} and c.follows_command_id is null`
    : statement`c.org_id = ${orgId} and c.command_id = any(${[...commands.commandIds]}::int[])`;
}

const FROM = statement`from command c join template t on t.template_id = c.template_id`;

/**
 * Stores the current state of commands that have no revision yet, so that their first change has something to be
 * compared with. Call it before the change, in its transaction, with the commands locked.
 */
export async function keepStart(tx: Sql, commands: ChangedCommands): Promise<void> {
  await execute(startInsert(commands), tx);
}

/** The same as a CTE of the statement that makes the change: all its parts see what was there before. */
export const startInsert = (commands: ChangedCommands): Statement => statement`
  insert into command_revision (org_id, command_id, version, content)
  select c.org_id, c.command_id, c.version, ${CONFIGURATION} ${FROM}
  where ${among(commands)}
    and not exists (select from command_revision r where r.command_id = c.command_id)`;

/**
 * Notes the connection in the latest revisions of a template's commands, before it changes. Revisions of an earlier
 * release don't have it. Returns the connection's id.
 */
export async function keepConnection(
  tx: Sql,
  { orgId, templateId }: { orgId: string; templateId: number },
): Promise<number> {
  await keepStart(tx, { orgId, templateId });
  const [row] = await query(
    { credential_id: column.int },
    statement`with noted as (
        update command_revision r
        set content = r.content || jsonb_build_object('connection', ${CONNECTION})
        from command c join template t on t.template_id = c.template_id
        where c.org_id = ${orgId} and c.template_id = ${templateId} and r.command_id = c.command_id
          and not r.content ? 'connection' and r.version = (
            select max(last.version) from command_revision last where last.command_id = c.command_id)
      )
      select credential_id from template where org_id = ${orgId} and template_id = ${templateId}`,
    tx,
  );
  if (row === undefined) throw new Error('The template is gone');
  return row.credential_id;
}

interface Revision {
  changeType: Decoded<typeof changeType>;
  /** The commands that got the settings of an earlier revision back, and that revision. */
  restored?: { commandId: number; version: number };
  /** The keys of inputs whose secret default was replaced, which a revision doesn't show. */
  newSecrets?: readonly string[];
}

/**
 * Stores the state of commands after a change, in its transaction. Their versions must have increased by one already.
 * Throws as `refuseLoosening` does.
 */
export async function keepRevisions(
  tx: Sql,
  source: AuditSource,
  commands: ChangedCommands,
  revision: Revision,
): Promise<void> {
  const changed = await query(
    CHANGED,
    statement`with kept as (${revisionsInsert(source, commands, revision)}) ${changedBy(statement`kept`)}`,
    tx,
  );
  await refuseLoosening(tx, source, changed, revision.newSecrets);
}

/** The same, with the audit row of the change, in one statement. */
export async function recordRevisions(
  tx: Sql,
  source: AuditSource,
  entry: AuditEntry,
  commands: ChangedCommands,
  revision: Revision,
): Promise<void> {
  const changed = await query(
    CHANGED,
    statement`with audited as (${auditInsert(source, entry)}),
      kept as (${revisionsInsert(source, commands, revision)}) ${changedBy(statement`kept`)}`,
    tx,
  );
  await refuseLoosening(tx, source, changed);
}

const revisionsInsert = (
  { actorUserId }: AuditSource,
  commands: ChangedCommands,
  { changeType, restored }: Revision,
): Statement => statement`
  insert into command_revision
    (org_id, command_id, version, change_type, changed_by_user_id, restored_version, content)
  select c.org_id, c.command_id, c.version, ${changeType}::text, ${actorUserId}::text,
    case when c.command_id = ${restored?.commandId ?? null}::int then ${restored?.version ?? null}::int end,
    ${CONFIGURATION} ${FROM}
  where ${among(commands)}
  returning org_id, command_id, version, content`;
