import type { AccessLevel, AccessRole } from './vocabulary';

/** Roles on a command or a folder, as people read them. */
export const roleWords: Readonly<Record<AccessRole, string>> = { admin: 'Engineer', runner: 'Runner' };

/** Something that gives a person a role on a command. */
export interface ExplainedGrant {
  accessLevel: AccessLevel;
  role: AccessRole;
  group: { name: string } | null;
  folder: { name: string } | null;
}

/** What gives a role, with the role: "Runner, by the group Support". */
export const grantWords = (grant: ExplainedGrant): string => {
  const way = wayWords(grant);
  return `${roleWords[grant.role]}${way.startsWith('created') ? ':' : ','} ${way}`;
};

/** What gives a role: "by the group Support". */
export function wayWords({ accessLevel, group, folder }: Omit<ExplainedGrant, 'role'>): string {
  switch (accessLevel) {
    case 'org':
      return 'as an admin of the organization';
    case 'creator':
      return 'created this command';
    case 'user_kit':
      return 'shared with them';
    case 'kit':
      return `by the group ${group?.name ?? ''}`;
    case 'dir': {
      const where = `through the folder ${folder?.name ?? ''}`;
      return group === null ? where : `${where}, by the group ${group.name}`;
    }
  }
}
