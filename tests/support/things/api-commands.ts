import { numberIn, send } from '../app/http';
import { type MadeCommand, ORG_A } from './organizations';
import { people } from './people';

/** Connects organization A to an API on loopback. Returns the credential's id. */
export async function connectApi(origin: string): Promise<number> {
  const body = {
    orgId: ORG_A,
    credType: 'api',
    name: 'Local',
    syncs: false,
    runs: true,
    stores: false,
    api: { apiBaseUrl: origin, authType: 'none', name: 'x', usernameSource: 'static' },
  };
  return numberIn(await send('POST', `/${ORG_A}/creds`, { as: people.orgAdmin, body }), 'creds_id');
}

/** Creates a command without inputs that gets a path of an API, as organization A's org admin. */
export async function createApiCommand(credsId: number, origin: string, path: string): Promise<MadeCommand> {
  const cloudId = `api::get::${origin}${path}`;
  const answered = await send('POST', `/${ORG_A}/command-templates`, {
    as: people.orgAdmin,
    body: { credsId, name: path, cloudId, paramSchema: null, inputs: [], executionEnv: 'nol' },
  });
  return { commandId: numberIn(answered, 'kit_id'), templateId: numberIn(answered, 'ol_id') };
}
