import statement, { type Sql as Statement } from 'sql-template-tag';
import { decideOnCommand, orgRoleOf } from '@/lib/access/decide';
import type { AccessLevel, AccessRole, CommandStanding, Person, Visibility } from '@/lib/access/vocabulary';
import type {
  commandAccessOfPerson,
  readCommandAccess as readCommandAccessOperation,
} from '@/lib/contract/sharing/sharing';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import { LEVELS } from '@/server/access/grant-sources';
import { holdsCommandGrant } from '@/server/access/grants';
import { shownName } from '@/server/access/people/shown-name';
import { commandGrants, commandMembership, grantsOnFollowed } from '@/server/access/scope';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { EXPLAINED_PERSON, personOf } from '@/server/sharing/explained-person';

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
  is_copycat: column.boolean,
  /** Strongest first. */
  grants: column.json<Grant[]>(),
  /** Those on the command that a copycat follows, which it depends on; strongest first, and null for other commands. */
  followed: column.json<Grant[] | null>(),
};
type ExplainedRow = RowOf<typeof EXPLAINED>;

const grantsJson = (grants: Statement): Statement => statement`(
    select coalesce(json_agg(json_build_object('role', grants.role, 'accessLevel', grants.level,
        'group', case when ug.group_id is not null
          then json_build_object('groupId', ug.group_id, 'name', ug.name) end,
        'folder', case when f.folder_id is not null
          then json_build_object('folderId', f.folder_id, 'name', f.name) end,
        'counts', coalesce(grants.counts, false))
      order by grants.role, grants.rank, ug.name nulls first), '[]')
    from (${grants}) grants
    left join user_group ug on ug.org_id = c.org_id and ug.group_id = grants.group_id
    left join folder f on f.org_id = c.org_id and f.folder_id = grants.folder_id)`;

/** Whether removing a grant on a copycat removes one on its original, too: the admin role, or one on a folder of both. */
const isSameGrant = (grant: Grant, other: Grant): boolean =>
  grant.accessLevel === other.accessLevel &&
  (grant.accessLevel === 'org' ||
    (grant.accessLevel === 'dir' &&
      grant.folder?.folderId === other.folder?.folderId &&
      grant.group?.groupId === other.group?.groupId));

/** What is left of a person's grants without one of them. A copycat needs a grant on its original, which has the role. */
function leftWithout({ grants, followed }: ExplainedRow, taken: Grant | null): Grant[] {
  const own = grants.filter((grant) => grant.counts && grant !== taken);
  if (followed === null) return own;
  const original = followed.find(
    ({ counts, ...grant }) => counts && !(taken !== null && isSameGrant(taken, { counts, ...grant })),
  );
  const ranked = [...own].sort((a, b) => LEVELS.indexOf(a.accessLevel) - LEVELS.indexOf(b.accessLevel));
  return original === undefined ? [] : ranked.map((grant) => ({ ...grant, role: original.role }));
}

/** Finds only people related to the organization, so that nobody can probe for others. */
const explainedOf = (orgId: string, commandId: number, userId: string): Statement => statement`
  select u.user_id, ${shownName(statement`c.org_id`)} as name, u.email, m.role as org_role, m.state, c.visibility, c.follows_command_id is not null as is_copycat,
    ${grantsJson(commandGrants(statement`${userId}`))} as grants,
    case when c.follows_command_id is not null then ${grantsJson(grantsOnFollowed(statement`${userId}`))} end as followed
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
  const verdictWithout = (taken: Grant | null) =>
    verdict(personOf(row, orgId), { orgId, visibility, isCopycat: row.is_copycat }, leftWithout(row, taken));
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    membership: state ?? 'outside',
    visibility,
    verdict: verdictWithout(null),
    grants: grants.map((grant) => ({
      accessLevel: grant.accessLevel,
      role: grant.role,
      group: grant.group,
      folder: grant.folder,
      void: grant.counts
        ? null
        : state === 'active'
          ? voidForMember(visibility, grant)
          : voidFor(state, visibility, grant),
      withoutIt: verdictWithout(grant),
    })),
  };
}

/** Returns why a grant has no effect for an active member: of a copycat, they may not have the original. */
const voidForMember = (visibility: Visibility, { accessLevel }: Grant) =>
  visibility === 'justme' && accessLevel !== 'creator' ? 'justme' : 'original';

/** Returns why a grant has no effect for a person who is not an active member. */
function voidFor(state: Exclude<ExplainedRow['state'], 'active'>, visibility: Visibility, grant: Grant) {
  if (state !== null) return state;
  return visibility === 'justme' && grant.accessLevel === 'user_kit' ? 'justme' : 'outside';
}

function verdict(
  person: Person,
  command: Omit<CommandStanding, 'access'>,
  [strongest]: readonly Grant[],
): Verdict {
  const access = strongest === undefined ? null : { role: strongest.role, level: strongest.accessLevel };
  const may = (action: 'command.see' | 'command.run' | 'command.configure') =>
    decideOnCommand(person, action, { ...command, access }) === 'allowed';
  return {
    role: access?.role ?? null,
    accessLevel: access?.level ?? null,
    canSee: may('command.see'),
    canRun: may('command.run'),
    canConfigure: may('command.configure'),
  };
}
