import { decideInPerson, decideOnEffect, decideOnServer } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import type { AnyOperation } from '@/lib/contract/operation';
import { enforce } from '@/server/access/enforce';
import { loadCredential, loadFolder, loadOrg, loadTemplate } from '@/server/access/load/load';
import { loadCommand, loadRunnable } from '@/server/access/load/load-command';
import { loadDropdowns } from '@/server/access/load/load-dropdowns';
import { loadRun, loadRunGroup, loadStartableRun } from '@/server/access/load/load-run';
import { refuseClosed } from '@/server/access/refuse-closed';
import { ONLY_IN_PERSON, refusedByKind } from '@/server/access/token-refusals';
import { forbidden, notSignedIn } from '@/server/base/errors';
import { idAt } from '@/server/http/requests/check-input';

/**
 * Loads the subject of a request with the actor's own access, or throws: 401, then 404, then 403.
 *
 * @param readBody returns the request's unchecked body; called only if the permission's id is in it. Its errors are
 *   reported only to people who may enter the organization at all.
 * @param isOperator whether the request also comes from the operator of the server
 */
export async function authorize(
  { permission, effect }: Pick<AnyOperation, 'permission' | 'effect'>,
  actor: Actor,
  params: { orgId?: string },
  readBody: () => Promise<unknown>,
  isOperator = false,
): Promise<unknown> {
  if (permission.needs === 'nothing') return null;
  if (permission.needs === 'operator') {
    enforce(decideOnServer(actor, isOperator), actor);
    return null;
  }
  const isOpenToAll = permission.needs === 'command' && permission.action === 'command.see';
  if (actor.kind === 'signedOut' && !isOpenToAll) throw notSignedIn();
  // Before any lookup, so that the response is the same whether the subject exists or not.
  const orgAction = permission.needs === 'org' ? permission.action : null;
  if (decideOnEffect(actor, effect, orgAction) !== 'allowed')
    throw forbidden(refusedByKind(actor, effect, orgAction));

  if (params.orgId !== undefined) refuseClosed(actor, params.orgId);

  async function idOf(place: string): Promise<number> {
    try {
      return idAt(place, params, place.startsWith('body.') ? await readBody() : undefined);
    } catch (malformed) {
      if (params.orgId !== undefined) await loadOrg(actor, params.orgId, 'org.enter');
      throw malformed;
    }
  }

  switch (permission.needs) {
    case 'signedIn':
      if (permission.inPerson && decideInPerson(actor) !== 'allowed') throw forbidden(ONLY_IN_PERSON);
      return null;
    case 'org':
      return loadOrg(actor, orgOf(params), permission.action);
    case 'command': {
      const load = permission.form ? loadRunnable : loadCommand;
      return load(actor, params.orgId ?? null, await idOf(permission.id), permission.action);
    }
    case 'folder':
      return loadFolder(actor, orgOf(params), await idOf(permission.id), permission.action);
    case 'credential':
      return loadCredential(actor, orgOf(params), await idOf(permission.id));
    case 'dropdowns': {
      const dropdownId = permission.id === undefined ? null : await idOf(permission.id);
      return loadDropdowns(actor, orgOf(params), dropdownId);
    }
    case 'template':
      return loadTemplate(actor, orgOf(params), await idOf(permission.id), permission.action);
    case 'runGroup':
      return loadRunGroup(actor, orgOf(params), await idOf(permission.id));
    case 'run': {
      const commandId = permission.command === undefined ? null : await idOf(permission.command);
      const load = permission.form ? loadStartableRun : loadRun;
      return load(actor, orgOf(params), commandId, await idOf(permission.id), permission.action);
    }
  }
}

function orgOf(params: { orgId?: string }): string {
  if (params.orgId === undefined)
    throw new Error('An operation on an organization needs {orgId} in its path');
  return params.orgId;
}
