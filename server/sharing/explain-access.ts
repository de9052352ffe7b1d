import statement, { type Sql as Statement } from 'sql-template-tag';
import { decideOnCommand, orgRoleOf } from '@/lib/access/decide';
import type { AccessLevel, AccessRole, Person, Visibility } from '@/lib/access/vocabulary';
import type {
  commandAccessOfPerson,
  readCommandAccess as readCommandAccessOperation,
} from '@/lib/contract/sharing';
import type { Decoded } from '@/lib/contract/wire';
import { accessColumn } from '@/server/access/columns';
import { holdsCommandGrant } from '@/server/access/grants';
import { shownName } from '@/server/access/people/shown-name';
import { commandGrants, commandMembership } from '@/server/access/scope';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { EXPLAINED_PERSON, personOf } from '@/server/sharing/explained-person';
import { column, query, type RowOf } from '@/server/statements';

type Explanation = Decoded<typeof commandAccessOfPerson>;
type Verdict = Explanation['verdict'];

interface Grant {
  role: AccessRole;
  accessLevel: AccessLevel;
  group: { groupId: string; name: string } | null;
  folder: { folderId: number; name: string } | null;
  counts: boolean;
}

const EXPLAINED = {
  ...EXPLAINED_PERSON,
  visibility: accessColumn.visibility,
  /** Strongest first. */
  grants: column.json<Grant[]>(),
};
type ExplainedRow = RowOf<typeof EXPLAINED>;

/** Finds only people related to the organization, so that nobody can probe for others. */
const explainedOf = (orgId: string, commandId: number, userId: string): Statement => statement`
  select u.user_id, ${shownName(statement`c.org_id`)} as name, u.email, m.role as org_role, m.state, c.visibility, (
    select coalesce(json_agg(json_build_object('role', grants.role, 'accessLevel', grants.level,
        'group', case when ug.group_id is not null
          then json_build_object('groupId', ug.group_id, 'name', ug.name) end,
        'folder', case when f.folder_id is not null
          then json_build_object('folderId', f.folder_id, 'name', f.name) end,
        'counts', coalesce(grants.counts, false))
      order by grants.role, grants.rank, ug.name nulls first), '[]')
    from (${commandGrants(statement`${userId}`)}) grants
    left join user_group ug on ug.org_id = c.org_id and ug.group_id = grants.group_id
    left join folder f on f.org_id = c.org_id and f.folder_id = grants.folder_id) as grants
  from command c join "user" u on u.user_id = ${userId} ${commandMembership(statement`${userId}`)}
  where c.org_id = ${orgId} and c.command_id = ${commandId} and (m.user_id is not null
    or ${holdsCommandGrant(statement`c.org_id`, statement`${userId}`)})`;

/**
 * Explains why a person can or cannot run a command. The grants come from the same SQL that decides access, strongest
 * first, and the rights from the same decision, so that the explanation is always right.
 */
export async function readCommandAccess({
  actor,
  subject: { orgId, commandId },
  params,
}: Context<typeof readCommandAccessOperation>): Promise<Explanation> {
  const isMember = orgRoleOf(actor, orgId) !== null;
  if (!isMember && params.userId !== actor.userId) throw notFound();
  const [row] = await query(EXPLAINED, explainedOf(orgId, commandId, params.userId));
  if (row === undefined) throw notFound();
  const { grants, state, visibility } = row;
  const verdictOf = (counting: readonly Grant[]) =>
    verdict(personOf(row, orgId), orgId, visibility, counting);
  const counting = grants.filter(({ counts }) => counts);
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    membership: state ?? 'outside',
    visibility,
    verdict: verdictOf(counting),
    grants: grants.map((grant) => ({
      accessLevel: grant.accessLevel,
      role: grant.role,
      group: grant.group,
      folder: grant.folder,
      void: grant.counts ? null : state === 'active' ? 'justme' : voidFor(state, visibility, grant),
      withoutIt: verdictOf(counting.filter((other) => other !== grant)),
    })),
  };
}

/** Returns why a grant has no effect for a person who is not an active member. */
function voidFor(state: Exclude<ExplainedRow['state'], 'active'>, visibility: Visibility, grant: Grant) {
  if (state !== null) return state;
  return visibility === 'justme' && grant.accessLevel === 'user_kit' ? 'justme' : 'outside';
}

function verdict(
  person: Person,
  orgId: string,
  visibility: Visibility,
  [strongest]: readonly Grant[],
): Verdict {
  const access = strongest === undefined ? null : { role: strongest.role, level: strongest.accessLevel };
  const may = (action: 'command.see' | 'command.run' | 'command.configure') =>
    decideOnCommand(person, action, { orgId, visibility, access }) === 'allowed';
  return {
    role: access?.role ?? null,
    accessLevel: access?.level ?? null,
    canSee: may('command.see'),
    canRun: may('command.run'),
    canConfigure: may('command.configure'),
  };
}
