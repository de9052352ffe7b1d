/** Roles in an organization. */
export type OrgRole = 'admin' | 'member';

/** Roles on a command or a folder; shown as *engineer* and *runner*. */
export type AccessRole = 'admin' | 'runner';

/**
 * How a person has a command: `org` as an admin of its organization, `creator` by having created it, `user_kit` by a
 * direct grant, `kit` by a group's grant, `dir` through the folder.
 */
export type AccessLevel = 'org' | 'creator' | 'user_kit' | 'kit' | 'dir';

export type Visibility = 'justme' | 'org' | 'public' | 'store';

/** What an operation does: it shows something, runs a command, or changes something. */
export type Effect = 'read' | 'run' | 'change';

/** Some commands: those named, and all that are in some folders. */
export interface ChosenCommands {
  commandIds: readonly number[];
  folderIds: readonly number[];
}

/** What a token may do of what its person may do. One that runs also reads what it runs, and its own runs. */
export type TokenScope = { kind: 'everything' } | { kind: 'read' } | ({ kind: 'run' } & ChosenCommands);

/**
 * What a person came through. It narrows what they may do, and never widens it. No id in it is a secret. `issuer` is who
 * vouched for the person when the session began, or when the token was made; unknown if nobody recorded it. `demo` is a
 * script that names a demo person in a header.
 */
export type Through =
  | { kind: 'session'; id: string; issuer?: string | null }
  | { kind: 'demo' }
  | {
      kind: 'token';
      id: string;
      scope: TokenScope;
      issuer?: string | null;
      /** Whether its programs run commands that aren't known to be safe without a person's confirmation. */
      allowsUnasked?: boolean;
    }
  | { kind: 'schedule'; jobId: number; commandId: number }
  | { kind: 'webhook'; webhookId: number; commandId: number };

/** An organization of a person that this session or token can't enter, and what it would need. */
export type ClosedOrg =
  | { orgId: string; needs: 'issuer'; issuer: string; isToken: boolean }
  /** A session that was never unused for longer than this. */
  | { orgId: string; needs: 'recent'; hours: number };

/** The person or visitor who makes a request. */
export type Actor =
  | { kind: 'signedOut' }
  | {
      kind: 'person';
      userId: string;
      name: string;
      email: string | null;
      /** Active memberships only; deleted and pending ones don't count, and neither do those of closed organizations. */
      memberships: readonly { orgId: string; role: OrgRole }[];
      /** The organizations whose sign-in policy keeps them out; absent if there are none. */
      closedOrgs?: readonly ClosedOrg[];
      /** How the person is connected; absent if a decision is only made about them. */
      through?: Through;
    };

export type Person = Extract<Actor, { kind: 'person' }>;

/** What an actor may do to an organization. */
export type OrgAction =
  /** Read what every member may: its name, its people, and the lists filtered to what the actor may see. */
  | 'org.read'
  /** Make any call below the organization's path: members, and outsiders with a grant in it. */
  | 'org.enter'
  /** Connect sources, add commands from them, and see credentials. */
  | 'org.connect'
  /** Change its name, its people, and its groups, and read its audit log. */
  | 'org.manage';

/** What an actor may do to a command. */
export type CommandAction =
  /** Ask its engineers for access, and see its name for that. */
  | 'command.request'
  | 'command.see'
  | 'command.run'
  /** See all of its runs, as its history does: not with a token for some commands, which sees only its own. */
  | 'command.seeRuns'
  | 'command.configure'
  /** Answer a request to run it, in person. Nobody answers their own. */
  | 'command.approve'
  /** Name it and move it, which is all that a copycat's owner changes of it. */
  | 'command.place'
  | 'command.share'
  | 'command.delete';

/** What an actor may do to a folder. `folder.change` renames, deletes, and fills it. */
export type FolderAction = 'folder.see' | 'folder.change';

/** What an actor may do to a template. Changes affect all of its commands. */
export type TemplateAction = 'template.configure' | 'template.run';

/** What an actor may do to a connection in addition to the rights of org admins: set how it authenticates. */
export type CredentialAction = 'credential.signIn';

/** What an actor may do to a run. */
export type RunAction = 'run.see' | 'run.start' | 'run.cancel' | 'run.deleteResult';

/** The actor's standing on one command, loaded together with it in one query. */
export interface CommandStanding {
  orgId: string;
  visibility: Visibility;
  /** The highest role and what gives it; null without one. On a copycat, the role is that on the original. */
  access: { role: AccessRole; level: AccessLevel } | null;
  /** Whether it follows the configuration of another command. */
  isCopycat?: boolean;
}

/** The actor's standing on the dropdowns of an organization, or on one of them. */
export interface DropdownStanding {
  orgId: string;
  /** Whether they are an engineer of at least one command. */
  isEngineer: boolean;
  /** Whether they are an engineer of every command that uses it. */
  isEngineerOfAll: boolean;
}

/** The actor's standing on one folder. */
export interface FolderStanding {
  orgId: string;
  role: AccessRole | null;
  /** Whether the actor has access to a command in it. */
  holdsCommand: boolean;
}

/** The actor's standing on the commands of one template. */
export interface TemplateStanding {
  orgId: string;
  seesAny: boolean;
  runsAny: boolean;
  isEngineerOfAll: boolean;
}

/** The actor's standing on the commands that use one connection. */
export interface CredentialStanding {
  orgId: string;
  seesAny: boolean;
  isEngineerOfAll: boolean;
}

/** The actor's standing on one run. */
export interface RunStanding {
  command: CommandStanding;
  startedByUserId: string;
  /** What that person came through, as `throughText` writes it. */
  startedThrough: string | null;
}
