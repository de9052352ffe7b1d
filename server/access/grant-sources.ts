import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import type { AccessLevel, Visibility } from '@/lib/access/vocabulary';

/** Everything that can give a person access to a command; of those that give the same role, the strongest first. */
export const LEVELS: readonly AccessLevel[] = ['org', 'creator', 'user_kit', 'kit', 'dir'];

/**
 * Whether a source of access currently counts, in SQL of the command `c`, the membership `m`, and a
 * level; `countsAs` is the same rule in code. These two are the only implementation.
 *
 * - Only the creator has access to a `justme` command; not even an admin of the organization does.
 * - A member whose membership is deleted or pending has no access, whatever grants remain.
 * - A person without a membership is an outsider, who has access only by their own grants on single commands.
 */
export const commandCounts = (level: Statement): Statement =>
  statement`(coalesce(m.state = 'active', ${level} = 'user_kit') and (c.visibility <> 'justme' or ${level} = 'creator'))`;

/** The same for the folder `f`: only active members have access to folders. */
export const FOLDER_COUNTS = statement`coalesce(m.state = 'active', false)`;

/** @param state of the person's membership; null for an outsider */
export function countsAs(level: AccessLevel, state: string | null, visibility: Visibility): boolean {
  const isIn = state === null ? level === 'user_kit' : state === 'active';
  return isIn && (visibility !== 'justme' || level === 'creator');
}

/** One kind of thing that gives a person a role. */
export interface GrantSource {
  level: AccessLevel;
  role: Statement;
  /** The table that has it; null if the rows of the subject and of the membership `m` do. */
  table: Statement | null;
  /** Which of the rows give the person access to the subject. */
  gives: Statement;
  groupId: Statement;
  folderId: Statement;
}

const NONE = { groupId: statement`null::text`, folderId: statement`null::int` };
const GRANTED = statement`g.role`;

/** A grant on the command `c` or the folder `f`, to a person or to a group that they are in. */
function grantOf(
  subject: 'c' | 'f',
  table: 'command' | 'folder',
  holder: 'user' | 'group',
  person: Statement,
): Pick<GrantSource, 'table' | 'gives' | 'role' | 'groupId'> {
  const name = raw(`${table}_${holder}_grant`);
  const id = raw(`${table}_id`);
  const on = statement`g.org_id = ${raw(subject)}.org_id and g.${id} = ${raw(subject)}.${id}`;
  if (holder === 'user') {
    const gives = statement`${on} and g.user_id = ${person}`;
    return { table: statement`${name} g`, gives, role: GRANTED, groupId: NONE.groupId };
  }
  const members = statement`(
    ${name} g join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id)`;
  const gives = statement`${on} and gm.user_id = ${person}`;
  return { table: members, gives, role: GRANTED, groupId: statement`g.group_id` };
}

const ADMIN = { ...NONE, level: 'org', role: statement`'admin'::access_role`, table: null } as const;
const BY_ORG: GrantSource = { ...ADMIN, gives: statement`m.role = 'admin'` };

/** Everything that gives a person access to the command `c`, by their membership `m`. */
export const commandSources = (
  person: Statement,
): Record<'byOrg' | 'byCreating', GrantSource> & {
  granted: readonly GrantSource[];
} => ({
  byOrg: BY_ORG,
  byCreating: { ...ADMIN, level: 'creator', gives: statement`c.created_by_user_id = ${person}` },
  granted: [
    { ...NONE, level: 'user_kit', ...grantOf('c', 'command', 'user', person) },
    { ...NONE, level: 'kit', ...grantOf('c', 'command', 'group', person) },
    { level: 'dir', ...grantOf('c', 'folder', 'user', person), folderId: statement`g.folder_id` },
    { level: 'dir', ...grantOf('c', 'folder', 'group', person), folderId: statement`g.folder_id` },
  ],
});

/** Everything that gives a person a role on the folder `f`, by their membership `m`. */
export const folderSources = (person: Statement): readonly GrantSource[] => [
  BY_ORG,
  { ...NONE, level: 'dir', ...grantOf('f', 'folder', 'user', person) },
  { ...NONE, level: 'dir', ...grantOf('f', 'folder', 'group', person) },
];

/** The position of a level among those that give the same role; 1 is the strongest. */
export const rankOf = (level: AccessLevel): Statement => raw(String(LEVELS.indexOf(level) + 1));

export const levelOf = (level: AccessLevel): Statement => raw(`'${level}'`);
