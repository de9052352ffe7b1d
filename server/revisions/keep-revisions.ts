import statement, { type Sql as Statement } from 'sql-template-tag';
import type { changeType } from '@/lib/contract/changelog';
import type { Ours } from '@/lib/contract/wire';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/db';
import { CONFIGURATION } from '@/server/revisions/configuration-sql';
import { execute } from '@/server/statements';

/** Which commands a change is about: one, several, or all of a template. */
export type ChangedCommands = { orgId: string } & (
  | { commandIds: readonly number[] }
  | { templateId: number }
);

function among(commands: ChangedCommands): Statement {
  const { orgId } = commands;
  return 'templateId' in commands
    ? statement`c.org_id = ${orgId} and c.template_id = ${commands.templateId}`
    : statement`c.org_id = ${orgId} and c.command_id = any(${[...commands.commandIds]}::int[])`;
}

const FROM = statement`from command c join template t on t.template_id = c.template_id`;

/**
 * Keeps how commands stand that have no revision yet, so that their first change has something to differ from. To be
 * called before the change, in its transaction, with the commands locked.
 */
export async function keepStart(tx: Sql, commands: ChangedCommands): Promise<void> {
  await execute(
    statement`insert into command_revision (org_id, command_id, version, content)
      select c.org_id, c.command_id, c.version, ${CONFIGURATION} ${FROM}
      where ${among(commands)}
        and not exists (select from command_revision r where r.command_id = c.command_id)`,
    tx,
  );
}

interface Revision {
  changeType: Ours<typeof changeType>;
  /** Which of them got the settings of an earlier revision back, and of which. */
  restored?: { commandId: number; version: number };
}

/** Keeps how commands stand after a change, in its transaction. Their versions must have grown with it. */
export async function keepRevisions(
  tx: Sql,
  { actorUserId }: AuditSource,
  commands: ChangedCommands,
  { changeType, restored }: Revision,
): Promise<void> {
  await execute(
    statement`insert into command_revision
        (org_id, command_id, version, change_type, changed_by_user_id, restored_version, content)
      select c.org_id, c.command_id, c.version, ${changeType}::text, ${actorUserId}::text,
        case when c.command_id = ${restored?.commandId ?? null}::int then ${restored?.version ?? null}::int end,
        ${CONFIGURATION} ${FROM}
      where ${among(commands)}`,
    tx,
  );
}
