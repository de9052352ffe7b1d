import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/dependents/dependents';
import { dependentKinds, MOST_DEPENDENTS } from '@/lib/contract/dependents/dependents';
import { shownName } from '@/server/access/people/shown-name';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { dependentsOf } from '@/server/dependents/command-dependents';
import { connectionDependents } from '@/server/dependents/connection-dependents';
import { folderDependents } from '@/server/dependents/folder-dependents';
import { personDependents, tokensOfPerson } from '@/server/dependents/person-dependents';
import type { Context } from '@/server/operations/context';

const DEPENDENT = {
  needed_id: column.int,
  kind: column.oneOf(dependentKinds),
  total: column.int,
  is_hidden: column.boolean,
  hidden: column.int,
  name: column.text.nullable(),
  command_id: column.int,
  command_name: column.text,
  owner_name: column.text.nullable(),
  next_at: column.time.nullable(),
  scheduled_job_id: column.int.nullable(),
};

/** Lists what needs a command. */
export const listDependents = ({
  actor,
  subject: { orgId, commandId },
}: Context<typeof contract.listDependents>) =>
  read(actor, orgId, dependentsOf(statement`${orgId}`, statement`${commandId}::int`), commandId);

/** Lists what needs the commands of a connection, which are deleted with it. Throws 404 for one that doesn't exist. */
export async function listConnectionDependents({
  actor,
  subject: { orgId },
  params: { credsId },
}: Context<typeof contract.listConnectionDependents>) {
  const found = await query(
    {},
    statement`select from credential where org_id = ${orgId} and credential_id = ${credsId} and deleted_at is null`,
  );
  if (found.length === 0) throw notFound();
  return read(actor, orgId, connectionDependents(statement`${orgId}`, statement`${credsId}::int`));
}

/** Lists what runs with rights that its owner has only by a folder. */
export const listFolderDependents = ({
  actor,
  subject: { orgId, folderId },
}: Context<typeof contract.listFolderDependents>) =>
  read(actor, orgId, folderDependents(statement`${orgId}`, statement`${folderId}::int`));

/** Lists what runs with a person's rights, and counts the tokens that do. */
export async function listPersonDependents({
  actor,
  subject: { orgId },
  params: { userId },
}: Context<typeof contract.listPersonDependents>) {
  const [needing, tokens] = await Promise.all([
    read(actor, orgId, personDependents(statement`${orgId}`, statement`${userId}`)),
    query({ count: column.int }, tokensOfPerson(statement`${orgId}`, statement`${userId}`)),
  ]);
  return { ...needing, programs: tokens[0]?.count ?? 0 };
}

type Dependents = z.output<typeof contract.dependents>;

/**
 * Reads what needs each of some commands, by the command that is needed. Those that nothing needs are left out.
 *
 * @param reader who sees it; null for the product itself, from which nothing is hidden
 */
export async function dependentsByCommand(
  reader: Person | null,
  orgId: string,
  commandIds: readonly number[],
): Promise<Map<number, Dependents>> {
  if (commandIds.length === 0) return new Map();
  const needing = statement`select gone.command_id as needed_id, needing.*
    from unnest(${[...commandIds]}::int[]) gone (command_id)
    cross join lateral (${dependentsOf(statement`${orgId}`, statement`gone.command_id`)}) needing`;
  const byCommand = new Map<number, RowOf<typeof DEPENDENT>[]>();
  for (const row of await readRows(reader, orgId, needing, null)) {
    const rows = byCommand.get(row.needed_id) ?? [];
    byCommand.set(row.needed_id, rows);
    rows.push(row);
  }
  return new Map([...byCommand].map(([commandId, rows]) => [commandId, shown(rows)]));
}

/**
 * Reads dependents: those of commands that the caller can see by name, and the others as counts.
 *
 * @param commandId a command whose own dependents count although it was deleted
 */
async function read(actor: Person, orgId: string, needing: Statement, commandId: number | null = null) {
  const ofOne = statement`select 0 as needed_id, needing.* from (${needing}) needing`;
  return shown(await readRows(actor, orgId, ofOne, commandId));
}

const readRows = (reader: Person | null, orgId: string, needing: Statement, commandId: number | null) =>
  query(
    DEPENDENT,
    statement`with needing as materialized (${needing}),
     seen as (
       select n.needed_id, n.kind, n.name, n.command_id, c.name as command_name, n.next_at, n.scheduled_job_id,
         ${reader === null ? statement`false` : statement`access.role is null`} as is_hidden,
         (select ${shownName(statement`${orgId}`)} from "user" u
           left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id where u.user_id = n.owner_id) as owner_name
       from needing n
       join command c on c.org_id = ${orgId} and c.command_id = n.command_id
         and (c.deleted_at is null or c.command_id = ${commandId}::int)
       ${reader === null ? empty : commandAccess(viewerOf(reader))}
     ), counted as (
       select seen.*, (count(*) over (partition by needed_id, kind))::int as total,
         (count(*) filter (where is_hidden) over (partition by needed_id, kind))::int as hidden,
         row_number() over (partition by needed_id, kind order by is_hidden, next_at, command_name, name) as place
       from seen
     )
     select needed_id, kind, total, is_hidden, hidden, name, command_id, command_name, owner_name, next_at, scheduled_job_id
     from counted where place <= ${MOST_DEPENDENTS} order by needed_id, kind, place`,
  );

function shown(rows: readonly RowOf<typeof DEPENDENT>[]): Dependents {
  const hidden = new Map(rows.flatMap((row) => (row.hidden > 0 ? [[row.kind, row.hidden] as const] : [])));
  return {
    dependents: rows
      .filter((row) => !row.is_hidden)
      .sort((a, b) => dependentKinds.indexOf(a.kind) - dependentKinds.indexOf(b.kind))
      .map((row) => ({
        kind: row.kind,
        total: row.total,
        name: row.name,
        commandId: row.command_id,
        commandName: row.command_name,
        ownerName: row.owner_name,
        nextAt: row.next_at?.toISOString() ?? null,
        cronJobId: row.scheduled_job_id,
      })),
    hidden: [...hidden].map(([kind, count]) => ({ kind, count })),
  };
}
