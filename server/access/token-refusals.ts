import { scopeTitle } from '@/lib/access/scope-title';
import type { Actor, Effect, OrgAction } from '@/lib/access/vocabulary';

export const ONLY_IN_PERSON = 'No token allows that. Sign in to Pushboard in your browser.';

type Token = { name: string; allows: 'everything' | 'read' | 'run'; does: string };

/** The token that the actor came with, and what it does: "only runs 2 commands"; null for people at a browser. */
function tokenOf(actor: Actor): Token | null {
  if (actor.kind !== 'person' || actor.through?.kind !== 'token') return null;
  const { name } = actor;
  const { scope } = actor.through;
  if (scope.kind !== 'run') return { name, allows: scope.kind, does: 'only reads' };
  const [commandCount, folderCount] = [scope.commandIds.length, scope.folderIds.length];
  const runs = scopeTitle({ scope: 'run', commandCount, folderCount }).replace(/^Run/, 'only runs');
  return { name, allows: 'run', does: runs };
}

/** Why a token doesn't allow an operation of this kind, whatever it is about, and which one would. */
export function refusedByKind(actor: Actor, effect: Effect, orgAction: OrgAction | null): string {
  const token = tokenOf(actor);
  if (token === null) return 'This does not allow that.';
  if (effect === 'change' && orgAction === 'org.manage') return ONLY_IN_PERSON;
  const wanted = effect === 'run' ? 'do everything or run this command' : 'do everything';
  return `This needs a token that can ${wanted}; this one ${token.does}.`;
}

/** Why a token may not do this to that: because of the token, or because of its person; null for people at a browser. */
export function refusedToToken(actor: Actor): string | null {
  const token = tokenOf(actor);
  if (token === null) return null;
  return token.allows === 'run'
    ? `This token ${token.does}. For anything else, use one that can read or do everything.`
    : `${token.name}, whose token this is, does not have the rights for this. Ask an engineer or an admin.`;
}
