import statement from 'sql-template-tag';
import type {
  compareRevisions as compareRevisionsOperation,
  readRevision as readRevisionOperation,
} from '@/lib/contract/command/revisions';
import { type Configuration, differencesOf } from '@/lib/settings/configuration';
import { personNameThen } from '@/server/access/people/names-then';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { ChangeType } from '@/server/commands/revisions/audited-changes';
import { CONFIGURATION } from '@/server/commands/revisions/configuration-sql';
import type { Context } from '@/server/operations/context';

const revision = {
  version: column.int,
  change_type: column.json<ChangeType | null>(),
  restored_version: column.int.nullable(),
  changed_at: column.time,
  changed_by_user_id: column.text.nullable(),
  user_name: column.text.nullable(),
  content: column.json<Configuration>(),
  present: column.json<Configuration>(),
  others: column.ints,
};

/** That many of a command's revisions are offered to compare with. */
const MOST_OTHERS = 10_000;

/** Returns how a command was configured, and how that differs from now. */
export async function readRevision({ subject, params }: Context<typeof readRevisionOperation>) {
  const [row] = await query(
    revision,
    statement`select r.version, r.change_type, r.restored_version, r.changed_at, r.changed_by_user_id,
        ${personNameThen(statement`r.changed_at`)} as user_name, r.content, ${CONFIGURATION} as present,
        array(select other.version from command_revision other
          where other.command_id = r.command_id and other.version <> r.version
          order by other.version desc limit ${MOST_OTHERS}) as others
      from command_revision r
      join command c on c.org_id = r.org_id and c.command_id = r.command_id
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      left join "user" u on u.user_id = r.changed_by_user_id
      where r.org_id = ${subject.orgId} and r.command_id = ${subject.commandId} and r.version = ${params.revision}`,
  );
  if (row === undefined) throw notFound();
  return {
    version: row.version,
    changeType: row.change_type,
    restoredVersion: row.restored_version,
    changedAt: row.changed_at.toISOString(),
    changedByUserId: row.changed_by_user_id,
    changedBy: row.user_name === null ? null : { name: row.user_name },
    settings: row.content.settings,
    headers: row.content.headers,
    inputs: row.content.inputs,
    decorations: row.content.decorations,
    errorTarget: row.content.errorTarget,
    others: row.others,
    differences: differencesOf(row.content, row.present),
  };
}

/** Compares two revisions of a command; in either order. Throws 404 if it doesn't have one of them. */
export async function compareRevisions({ subject, params }: Context<typeof compareRevisionsOperation>) {
  const rows = await query(
    { version: column.int, content: column.json<Configuration>() },
    statement`select version, content from command_revision
      where org_id = ${subject.orgId} and command_id = ${subject.commandId}
        and version in (${params.revision}, ${params.other})`,
  );
  const contentOf = (version: number) => rows.find((row) => row.version === version)?.content;
  const [before, after] = [contentOf(params.revision), contentOf(params.other)];
  if (before === undefined || after === undefined) throw notFound();
  return { differences: differencesOf(before, after) };
}
