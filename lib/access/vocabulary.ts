/** Roles in an organization. */
export type OrgRole = 'admin' | 'member';

/** Roles on a command or a folder; shown as *engineer* and *runner*. */
export type AccessRole = 'admin' | 'runner';

/**
 * Through what somebody has a command: `org` as an admin of its organization, `creator` by having made it,
 * `user_kit` by an own grant, `kit` by a group's grant, `dir` through the folder.
 */
export type AccessLevel = 'org' | 'creator' | 'user_kit' | 'kit' | 'dir';

export type Visibility = 'justme' | 'org' | 'public' | 'store';

/** A browser session, whose id is not a secret, or a script that names a demo person in a header. */
export type Through = { kind: 'session'; id: string } | { kind: 'demo' };

/** Who is asking. */
export type Actor =
  | { kind: 'signedOut' }
  | {
      kind: 'person';
      userId: string;
      name: string;
      email: string | null;
      /** Active memberships only: a deleted or pending one is none. */
      memberships: readonly { orgId: string; role: OrgRole }[];
      /** What the person came through; absent where somebody is only decided about. */
      through?: Through;
    };

export type Person = Extract<Actor, { kind: 'person' }>;

/** What one may do to an organization. */
export type OrgAction =
  /** Read what every member may: its name, its people, the lists filtered to what one may see. */
  | 'org.read'
  /** Call below the organization's path at all: members, and outsiders who hold a grant in it. */
  | 'org.enter'
  /** Connect sources, add commands from them, see credentials. */
  | 'org.connect'
  /** Change its name, its people and groups, and read what was done in it. */
  | 'org.manage';

/** What one may do to a command. */
export type CommandAction =
  /** Ask its engineers for access, and be told its name for that. */
  | 'command.request'
  | 'command.see'
  | 'command.run'
  | 'command.configure'
  | 'command.share'
  | 'command.delete';

/** What one may do to a folder. `folder.change` renames, deletes and fills it. */
export type FolderAction = 'folder.see' | 'folder.change';

/** What one may do to a template: it stands behind commands, and changes all of them. */
export type TemplateAction = 'template.configure' | 'template.run';

/** What one may do to a connection beside what org admins may: say how it signs in. */
export type CredentialAction = 'credential.signIn';

/** What one may do to a run. */
export type RunAction = 'run.see' | 'run.start' | 'run.cancel' | 'run.deleteResult';

/** How the actor stands to one command; loaded together with it, in one query. */
export interface CommandStanding {
  orgId: string;
  visibility: Visibility;
  /** The highest role and what gives it; null without any. */
  access: { role: AccessRole; level: AccessLevel } | null;
}

/** How the actor stands to one folder. */
export interface FolderStanding {
  orgId: string;
  role: AccessRole | null;
  /** Whether the actor has access to a command in it. */
  holdsCommand: boolean;
}

/** How the actor stands to the commands of one template. */
export interface TemplateStanding {
  orgId: string;
  seesAny: boolean;
  runsAny: boolean;
  isEngineerOfAll: boolean;
}

/** How the actor stands to the commands that use one connection. */
export interface CredentialStanding {
  orgId: string;
  seesAny: boolean;
  isEngineerOfAll: boolean;
}

/** How the actor stands to one run. */
export interface RunStanding {
  command: CommandStanding;
  startedByActor: boolean;
}
