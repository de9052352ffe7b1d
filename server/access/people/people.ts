import statement from 'sql-template-tag';
import type { AccessLevel, AccessRole } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import { column, type RowOf } from '@/server/base/database/statements';

/** A person who has a command, with their highest role and its source. */
export interface PersonWithAccess {
  userId: string;
  name: string;
  email: string | null;
  role: AccessRole;
  accessLevel: AccessLevel;
}

export interface CommandPeople {
  /** By name, engineers and runners mixed. */
  people: PersonWithAccess[];
  /** The groups that have a grant on the command itself. */
  groups: GroupRole[];
}

/** The people of a command as lists show them: some by name, and how many there are. */
export interface ListedPeople {
  engineers: readonly PersonWithAccess[];
  runners: readonly PersonWithAccess[];
  engineerCount: number;
  runnerCount: number;
  /** Whether anyone is an engineer of it without being an admin of the organization. */
  hasOwnEngineers: boolean;
  groups: GroupRole[];
}

export interface GroupRole {
  groupId: string;
  name: string;
  role: AccessRole;
}

/** A group with its active members, by name. */
export interface GroupWithMembers extends GroupRole {
  people: readonly Pick<PersonWithAccess, 'userId' | 'name'>[];
}

/** An active member, or an invited person who will have the role once they join. */
export interface FolderPerson extends PersonWithAccess {
  isPending?: boolean;
}

export interface FolderPeople {
  /** Their own roles, without those from groups. */
  people: FolderPerson[];
  groups: GroupWithMembers[];
  /** Everyone who has a role, each once with the highest. */
  allPeople: FolderPerson[];
}

const PLACE = {
  org_id: column.text,
  command_id: column.int,
  folder_id: column.int.nullable(),
  visibility: accessColumn.visibility,
  created_by_user_id: column.text,
};

/** The columns of a command that decide who has it, besides the grants. */
export const PLACED_COMMAND = {
  ...PLACE,
  follows_command_id: column.int.nullable(),
  /** Of a copycat, the command that it follows; null if that was deleted. */
  followed: column.json<RowOf<typeof PLACE> | null>(),
};
export type PlacedCommand = RowOf<typeof PLACED_COMMAND>;

/** The columns of `PLACED_COMMAND`, of the command `c`. */
export const PLACED_COLUMNS = statement`
  c.org_id, c.command_id, c.folder_id, c.visibility, c.created_by_user_id, c.follows_command_id,
  case when c.follows_command_id is not null then (
    select json_build_object('org_id', o.org_id, 'command_id', o.command_id, 'folder_id', o.folder_id,
      'visibility', o.visibility, 'created_by_user_id', o.created_by_user_id)
    from command o
    where o.org_id = c.org_id and o.command_id = c.follows_command_id and o.deleted_at is null) end as followed`;

/** The ids of the commands whose grants decide who has some commands. */
export const idsThatDecide = (
  commands: readonly Pick<PlacedCommand, 'command_id' | 'followed'>[],
): number[] =>
  commands.flatMap(({ command_id, followed }) =>
    followed === null ? [command_id] : [command_id, followed.command_id],
  );

/** The commands or folders of an organization that one person or group was granted with one role. */
export const GRANTS = {
  org_id: column.text,
  thing: column.oneOf(['command', 'folder']),
  holder: column.oneOf(['user', 'group']),
  holder_id: column.text,
  role: accessColumn.role,
  thing_ids: column.ints,
};
export type Grants = RowOf<typeof GRANTS>;

export const MEMBER = {
  org_id: column.text,
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  /** Null for an outsider. */
  state: accessColumn.membershipState.nullable(),
  is_admin: column.boolean,
};
export type Member = RowOf<typeof MEMBER>;

export const GROUP_MEMBERS = {
  org_id: column.text,
  group_id: column.text,
  name: column.text,
  user_ids: column.texts,
};
export type GroupMembers = RowOf<typeof GROUP_MEMBERS>;
