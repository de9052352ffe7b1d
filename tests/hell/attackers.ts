import { once, setMaxListeners } from 'node:events';
import { z } from 'zod';
import { callApp, type RemoteCommand, sourceConnection } from '../support/doubles/remote-app';
import { type Arsenal, attack } from './attacks';
import { as, callAsDevil, DEVIL, DEVILS, HELL, realms, signIn } from './people';
import { startRogueApi } from './rogue-api';
import { checkRogues, runEverywhere, startRogueServers } from './rogue-servers';
import { attackAsStrangers } from './strangers';

// The process of the attackers, separate so that their cost doesn't slow down the one that measures.

const made = z.object({ kit_id: z.int(), ol_id: z.int() });
const connected = z.object({ creds_id: z.int() });
const committed = z.object({
  commits: z.tuple([z.object({ command_instances: z.tuple([z.object({ kit_id: z.int() })]) })]),
});
const opened = z.object({ anchor_ol: z.object({ ol_id: z.int() }) });

const [, , origin = '', sourceUrl = ''] = process.argv;

async function connectApi(apiOrigin: string, orgId = HELL): Promise<number> {
  const answer = await callApp(
    origin,
    'POST',
    `/${orgId}/creds`,
    {
      orgId,
      credType: 'api',
      name: 'Rogue API',
      syncs: false,
      runs: true,
      stores: false,
      api: { apiBaseUrl: apiOrigin, authType: 'none', name: 'x', usernameSource: 'static' },
    },
    as(DEVIL),
  );
  return connected.parse(answer).creds_id;
}

async function commandOf(
  credsId: number,
  apiOrigin: string,
  path: string,
  orgId = HELL,
): Promise<RemoteCommand> {
  const cloudId = `api::get::${apiOrigin}${path}`;
  const body = { credsId, name: path, cloudId, paramSchema: null, inputs: [], executionEnv: 'nol' };
  const { kit_id: kitId, ol_id: olId } = made.parse(
    await callApp(origin, 'POST', `/${orgId}/command-templates`, body, as(DEVIL)),
  );
  return { kitId, olId };
}

async function commandOfRows(): Promise<RemoteCommand> {
  const answer = await callAsDevil(origin, 'POST', '/creds', sourceConnection(HELL, sourceUrl));
  const credsId = connected.parse(answer).creds_id;
  const cloudId = `db::postgres::${credsId}::public.ten_thousand()`;
  const commits = await callAsDevil(origin, 'POST', '/batch-commit', {
    cloudId,
    credsId,
    commitType: 'addition',
  });
  const kitId = committed.parse(commits).commits[0].command_instances[0].kit_id;
  const command = opened.parse(await callAsDevil(origin, 'GET', `/deep-kits-6/${kitId}`));
  return { kitId, olId: command.anchor_ol.ol_id };
}

const end = new AbortController();
// Every request of every attack ends with this signal.
setMaxListeners(0, end.signal);
process.once('disconnect', () => process.exit(1));

const api = await startRogueApi();
const rogues = await startRogueServers();
const everywhere = new Map<string, RemoteCommand>();
for (const orgId of realms) {
  const id = await connectApi(api.origin, orgId);
  everywhere.set(orgId, await commandOf(id, api.origin, '/slow', orgId));
}
const credsId = await connectApi(api.origin);
const arsenal: Arsenal = {
  origin,
  cookies: await Promise.all(DEVILS.slice(0, 4).map((userId) => signIn(origin, userId))),
  commands: {
    huge: await commandOf(credsId, api.origin, '/huge'),
    bomb: await commandOf(credsId, api.origin, '/bomb'),
    slow: await commandOf(credsId, api.origin, '/slow'),
    rows: await commandOfRows(),
  },
  counts: {},
  over: end.signal,
};
process.send?.('ready');
await once(process, 'message');
void attack(arsenal);
void attackAsStrangers(arsenal);
void checkRogues(arsenal, rogues);
void runEverywhere(arsenal, everywhere);
await once(process, 'message');
end.abort();
process.send?.(arsenal.counts);
await once(process, 'message');
await api.close();
await rogues.close();
process.exit(0);
