import statement, { type Sql as Statement } from 'sql-template-tag';
import { decideOnFolder } from '@/lib/access/decide';
import type { AccessRole, Person } from '@/lib/access/vocabulary';
import type {
  folderAccessOfPerson,
  readFolderAccess as readFolderAccessOperation,
} from '@/lib/contract/sharing/sharing';
import type { Decoded } from '@/lib/wire/wire';
import { holdsCommandGrant } from '@/server/access/grants';
import { shownName } from '@/server/access/people/shown-name';
import {
  commandGrants,
  commandMembership,
  folderGrants,
  folderMembership,
  grantsOnFollowed,
} from '@/server/access/scope';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { EXPLAINED_PERSON, personOf } from '@/server/sharing/explained-person';

type Explanation = Decoded<typeof folderAccessOfPerson>;
type Verdict = Explanation['verdict'];

interface Grant {
  role: AccessRole;
  accessLevel: 'org' | 'dir';
  group: { groupId: string; name: string } | null;
  counts: boolean;
}

const EXPLAINED = {
  ...EXPLAINED_PERSON,
  command_count: column.int,
  /** Strongest first. */
  grants: column.json<Grant[]>(),
};

/**
 * The commands of the folder that the person keeps without the folder's grants and without their own organization role.
 */
const ownCommandsOf = (userId: string): Statement => statement`
  select count(*)::int from command c ${commandMembership(statement`${userId}`)}
  where c.org_id = f.org_id and c.folder_id = f.folder_id and c.deleted_at is null and exists (
    select from (${commandGrants(statement`${userId}`)}) grants where grants.counts
      and grants.level not in ('org', 'dir'))
    and (c.follows_command_id is null or exists (
      select from (${grantsOnFollowed(statement`${userId}`)}) grants
      where grants.counts and grants.level <> 'org' and grants.folder_id is distinct from f.folder_id))`;

/** Finds only people related to the organization, so that nobody can probe for others. */
const explainedOf = (orgId: string, folderId: number, userId: string): Statement => statement`
  select u.user_id, ${shownName(statement`f.org_id`)} as name, u.email, m.role as org_role, m.state, (${ownCommandsOf(userId)}) as command_count, (
    select coalesce(json_agg(json_build_object('role', grants.role, 'accessLevel', grants.level,
        'group', case when ug.group_id is not null
          then json_build_object('groupId', ug.group_id, 'name', ug.name) end,
        'counts', coalesce(grants.counts, false))
      order by grants.role, grants.rank, ug.name nulls first), '[]')
    from (${folderGrants(statement`${userId}`)}) grants
    left join user_group ug on ug.org_id = f.org_id and ug.group_id = grants.group_id) as grants
  from folder f join "user" u on u.user_id = ${userId} ${folderMembership(statement`${userId}`)}
  where f.org_id = ${orgId} and f.folder_id = ${folderId} and (m.user_id is not null
    or ${holdsCommandGrant(statement`f.org_id`, statement`${userId}`)})`;

/**
 * Explains why a person can or cannot open a folder, as `readCommandAccess` does for commands. A person who has a
 * command in the folder can open it without a role on it.
 */
export async function readFolderAccess({
  subject: { orgId, folderId },
  params,
}: Context<typeof readFolderAccessOperation>): Promise<Explanation> {
  const [row] = await query(EXPLAINED, explainedOf(orgId, folderId, params.userId));
  if (row === undefined) throw notFound();
  const { grants, state, command_count: commandCount } = row;
  const person = personOf(row, orgId);
  const counting = grants.filter(({ counts }) => counts);
  // A former admin is still a member, so their other grants stay.
  const verdictOf = (left: readonly Grant[]) => verdict(person, orgId, left, commandCount > 0);
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    membership: state ?? 'outside',
    verdict: verdictOf(counting),
    commandCount,
    grants: grants.map((grant) => ({
      accessLevel: grant.accessLevel,
      role: grant.role,
      group: grant.group,
      void: grant.counts || state === 'active' ? null : (state ?? 'outside'),
      withoutIt: verdictOf(counting.filter((other) => other !== grant)),
    })),
  };
}

function verdict(
  person: Person,
  orgId: string,
  [strongest]: readonly Grant[],
  holdsOtherwise: boolean,
): Verdict {
  const role = strongest?.role ?? null;
  const may = (action: 'folder.see' | 'folder.change') =>
    decideOnFolder(person, action, { orgId, role, holdsCommand: holdsOtherwise }) === 'allowed';
  return { role, canOpen: may('folder.see'), canChange: may('folder.change') };
}
