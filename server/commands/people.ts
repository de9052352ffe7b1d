import type { AccessLevel, AccessRole, Visibility } from '@/lib/access/vocabulary';

/** Somebody who has a command, with their highest role and what gives it. */
export interface PersonWithAccess {
  userId: string;
  name: string;
  role: AccessRole;
  accessLevel: AccessLevel;
}

export interface CommandPeople {
  /** By name, engineers and runners mixed. */
  people: PersonWithAccess[];
  /** The groups that have it by a grant of its own. */
  groups: GroupRole[];
}

/** The people of a command as a list shows them: some by name, all in number. */
export interface ListedPeople {
  engineers: readonly PersonWithAccess[];
  runners: readonly PersonWithAccess[];
  engineerCount: number;
  runnerCount: number;
  /** Whether somebody is an engineer of it who is no admin of the organization. */
  hasOwnEngineers: boolean;
  groups: GroupRole[];
}

export interface GroupRole {
  groupId: string;
  name: string;
  role: AccessRole;
}

export interface FolderPeople {
  /** Own roles, without those that come by a group. */
  people: { userId: string; name: string; role: AccessRole }[];
  groups: GroupRole[];
  /** Everybody who has a role, each once with the highest. */
  allPeople: (PersonWithAccess & { accessLevel: 'org' | 'dir' })[];
}

/** What of a command decides who has it, besides the grants. */
export interface PlacedCommand {
  org_id: string;
  command_id: number;
  folder_id: number | null;
  visibility: Visibility;
  created_by_user_id: string;
}

/** The grants of one kind in an organization, column by column: the nth of each belong together. */
export interface GrantColumns {
  org_id: string;
  thing: 'command' | 'folder';
  holder: 'user' | 'group';
  thing_ids: number[];
  holder_ids: string[];
  are_admins: boolean[];
}

export interface Member {
  org_id: string;
  user_id: string;
  name: string;
  /** Null for an outsider. */
  state: string | null;
  is_admin: boolean;
}

export interface GroupMembers {
  org_id: string;
  group_id: string;
  name: string;
  user_ids: string[];
}
