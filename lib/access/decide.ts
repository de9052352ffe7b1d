import { narrowing, throughText } from './through';
import type {
  Actor,
  ClosedOrg,
  CommandAction,
  CommandStanding,
  CredentialStanding,
  DropdownStanding,
  Effect,
  FolderAction,
  FolderStanding,
  OrgAction,
  OrgRole,
  RunAction,
  RunStanding,
  TemplateAction,
  TemplateStanding,
  Through,
} from './vocabulary';

/**
 * The answer to "may this actor do this to that". `signIn` (401) and `hidden` (404, the thing's existence is private)
 * come before `forbidden` (403, visible but not allowed). Anything not allowed here is refused.
 */
export type Decision = 'allowed' | 'signIn' | 'hidden' | 'forbidden';

/** The actor's role in an organization; null for strangers and for deleted or pending members. */
export function orgRoleOf(actor: Actor, orgId: string): OrgRole | null {
  if (actor.kind === 'signedOut') return null;
  return actor.memberships.find((membership) => membership.orgId === orgId)?.role ?? null;
}

/** Why the actor can't enter an organization that they belong to; null if nothing but their role decides. */
export function closureOf(actor: Actor, orgId: string): ClosedOrg | null {
  if (actor.kind === 'signedOut') return null;
  return actor.closedOrgs?.find((closed) => closed.orgId === orgId) ?? null;
}

/**
 * Whether the way the actor came through allows an operation of this kind, whatever it is about. No token, schedule, or webhook
 * manages an organization: its people, groups, and invitations are changed by a person who is signed in.
 *
 * @param action what the operation needs of an organization; null where it is about something else
 */
export function decideOnEffect(actor: Actor, effect: Effect, action: OrgAction | null): Decision {
  if (!narrowing(actor).effects.includes(effect)) return 'forbidden';
  const isManaging = effect === 'change' && action === 'org.manage';
  return isManaging && isUnattended(actor) ? 'forbidden' : 'allowed';
}

/** Whether the actor is at a browser: what only people do for themselves is refused to their tokens, schedules, and webhooks. */
export const decideInPerson = (actor: Actor): Decision => (isUnattended(actor) ? 'forbidden' : 'allowed');

const UNATTENDED: ReadonlySet<Through['kind']> = new Set(['token', 'schedule', 'webhook']);

const isUnattended = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.through !== undefined && UNATTENDED.has(actor.through.kind);

/**
 * @param holdsGrant whether the actor holds a grant on some command of the organization: an outsider's
 *   only way in.
 */
export function decideOnOrg(actor: Actor, action: OrgAction, orgId: string, holdsGrant: boolean): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  const role = orgRoleOf(actor, orgId);
  if (action === 'org.enter') return role !== null || holdsGrant ? 'allowed' : 'hidden';
  // A caller that may only run some commands sees those, and not who else is in the organization.
  if (role !== null && narrowing(actor).only !== null) return 'forbidden';
  switch (action) {
    case 'org.read':
      return role !== null ? 'allowed' : 'hidden';
    case 'org.connect':
    case 'org.manage':
      if (role === 'admin') return 'allowed';
      return role === 'member' ? 'forbidden' : 'hidden';
  }
}

function canSee(actor: Actor, command: CommandStanding): boolean {
  if (command.visibility === 'public' || command.visibility === 'store') return true;
  return actor.kind === 'person' && command.access !== null;
}

/** Members may know that a command of their organization exists, unless it is someone's private one. */
const canRequest = (actor: Actor, command: CommandStanding): boolean =>
  orgRoleOf(actor, command.orgId) !== null &&
  command.visibility !== 'justme' &&
  narrowing(actor).only === null;

/** Only its creator has access to a `justme` command; nobody else's standing includes access (server/access). */
export function decideOnCommand(actor: Actor, action: CommandAction, command: CommandStanding): Decision {
  if (actor.kind === 'signedOut' && action !== 'command.see') return 'signIn';
  if (action === 'command.request') return canRequest(actor, command) ? 'allowed' : 'hidden';
  if (!canSee(actor, command)) return actor.kind === 'signedOut' ? 'signIn' : 'hidden';
  const { access } = command;
  switch (action) {
    case 'command.see':
      return 'allowed';
    case 'command.run':
      return access !== null ? 'allowed' : 'forbidden';
    case 'command.seeRuns':
      return access !== null && narrowing(actor).only === null ? 'allowed' : 'forbidden';
    case 'command.place':
    case 'command.share':
      if (command.isCopycat === true) return ownsCopycat(actor, command) ? 'allowed' : 'forbidden';
      return decideOnCommand(actor, 'command.configure', command);
    case 'command.configure':
      if (command.isCopycat === true) return 'forbidden';
      return access?.role === 'admin' && orgRoleOf(actor, command.orgId) !== null ? 'allowed' : 'forbidden';
    case 'command.approve':
      if (access?.role !== 'admin' || orgRoleOf(actor, command.orgId) === null) return 'forbidden';
      return decideInPerson(actor);
    case 'command.delete':
      return access?.level === 'creator' || access?.level === 'org' ? 'allowed' : 'forbidden';
  }
}

/** Copycats are named, moved and shared by who made them, and by org admins, as they are deleted. */
const ownsCopycat = (actor: Actor, { access, orgId }: CommandStanding): boolean =>
  (access?.level === 'creator' || access?.level === 'org') && orgRoleOf(actor, orgId) !== null;

/** Folders belong to the organization: an outsider's grant on a command in one doesn't reveal it. */
export function decideOnFolder(actor: Actor, action: FolderAction, folder: FolderStanding): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  if (orgRoleOf(actor, folder.orgId) === null) return 'hidden';
  if (folder.role === null && !folder.holdsCommand) return 'hidden';
  switch (action) {
    case 'folder.see':
      return 'allowed';
    case 'folder.change':
      return folder.role === 'admin' ? 'allowed' : 'forbidden';
  }
}

/**
 * A template may be changed by people who may change all of its commands, and run by people who may run one of them.
 */
export function decideOnTemplate(actor: Actor, action: TemplateAction, template: TemplateStanding): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  if (!template.seesAny) return 'hidden';
  if (action === 'template.run') return template.runsAny ? 'allowed' : 'forbidden';
  return template.isEngineerOfAll && orgRoleOf(actor, template.orgId) !== null ? 'allowed' : 'forbidden';
}

/** Org admins set how a connection authenticates, and so does an engineer of every command that uses it. */
export function decideOnCredential(actor: Actor, credential: CredentialStanding): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  const role = orgRoleOf(actor, credential.orgId);
  if (role === 'admin') return 'allowed';
  if (!credential.seesAny) return 'hidden';
  return credential.isEngineerOfAll && role !== null ? 'allowed' : 'forbidden';
}

/**
 * Which connection a command may run with: any of the organization for its admins, and for engineers one whose commands,
 * or some of them, they are an engineer of.
 *
 * @param isEngineer of a command of the connection; null if the organization doesn't have the connection
 */
export function decideOnConnectionChoice(actor: Actor, orgId: string, isEngineer: boolean | null): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  if (isEngineer === null || orgRoleOf(actor, orgId) === null) return 'hidden';
  const isAdmin = orgRoleOf(actor, orgId) === 'admin' && narrowing(actor).only === null;
  return isAdmin || isEngineer ? 'allowed' : 'hidden';
}

/**
 * Engineers see the organization's dropdowns and add to them. One that several commands share is changed by org admins,
 * and by an engineer of all of these commands.
 */
export function decideOnDropdowns(actor: Actor, dropdowns: DropdownStanding): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  const role = orgRoleOf(actor, dropdowns.orgId);
  if (role === null) return 'hidden';
  if (narrowing(actor).only !== null) return 'forbidden';
  if (role === 'admin') return 'allowed';
  return dropdowns.isEngineer && dropdowns.isEngineerOfAll ? 'allowed' : 'forbidden';
}

/**
 * Everyone who may run a command sees its runs. People who lose the command lose all of them, including their own. A
 * token for some commands sees the runs that were started with it.
 */
export function decideOnRun(actor: Actor, action: RunAction, run: RunStanding): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  const { access } = run.command;
  if (access === null) return 'hidden';
  const isStartedByActor = run.startedByUserId === actor.userId;
  const isSameWay = isStartedByActor && run.startedThrough === throughText(actor.through);
  if (narrowing(actor).only !== null && !isSameWay) return 'hidden';
  switch (action) {
    case 'run.see':
      return 'allowed';
    case 'run.start':
      return isStartedByActor ? 'allowed' : 'forbidden';
    case 'run.cancel':
    case 'run.deleteResult':
      return isStartedByActor || access.role === 'admin' ? 'allowed' : 'forbidden';
  }
}

/**
 * Whether the actor sees the details of the server's own services: an admin of an organization that isn't a sandbox, which
 * anyone who signs in may have.
 *
 * @param isSandbox whether an organization is one that people only try the product in
 */
export function decideOnServerDetails(actor: Actor, isSandbox: (orgId: string) => boolean): Decision {
  if (actor.kind === 'signedOut') return 'signIn';
  if (narrowing(actor).only !== null) return 'forbidden';
  const isAdmin = actor.memberships.some(({ orgId, role }) => role === 'admin' && !isSandbox(orgId));
  return isAdmin ? 'allowed' : 'forbidden';
}

/** Whether the caller may look inside the server: its operator alone. What else a person is doesn't count. */
export function decideOnServer(actor: Actor, isOperator: boolean): Decision {
  if (isOperator) return 'allowed';
  return actor.kind === 'signedOut' ? 'signIn' : 'forbidden';
}
