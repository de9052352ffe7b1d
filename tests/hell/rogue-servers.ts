import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteCommand } from '../support/doubles/remote-app';
import { callApp } from '../support/doubles/remote-app';
import { startSilentServer } from '../support/doubles/silent-server';
import { databaseOf } from '../support/doubles/tds/database';
import { startTdsDouble } from '../support/doubles/tds/server';
import { count } from './counts';
import { as, DEVIL, HELL, realms } from './people';
import type { Target } from './strangers';

const CHECKS_AT_ONCE = 12;
/** A caller leaves a check after this time, and begins the next one. */
const LEAVES_AFTER_MS = 3_000;
const PAUSE_MS = 250;

/** Servers that never answer, and one of SQL Server that sends its clients back to itself. */
export interface RogueServers {
  silentPort: number;
  circlingPort: number;
  close(): Promise<void>;
}

export async function startRogueServers(): Promise<RogueServers> {
  const silent = await startSilentServer((socket: Socket) => socket.resume());
  const routing = { host: '127.0.0.1', port: 0 };
  const circling = await startTdsDouble({ answer: databaseOf(() => []), routing });
  routing.port = circling.port;
  return {
    silentPort: silent.port,
    circlingPort: circling.port,
    close: async () => {
      await circling.close();
      await silent.close();
    },
  };
}

const login = { host: '127.0.0.1', databaseName: 'shop', username: 'pushboard', password: 'secret' };

/** Connections that lead to servers which don't answer as they should. */
function hostileParts({ silentPort, circlingPort }: RogueServers) {
  const db = (databaseSystem: string, port: number) => ({ databaseSystem, ...login, port });
  const api = { apiBaseUrl: `http://127.0.0.1:${silentPort}`, authType: 'none', name: 'x' };
  return [
    { credType: 'db', db: { ...db('mssql', circlingPort), encryption: 'disable' } },
    { credType: 'db', db: { ...db('mssql', silentPort), encryption: 'disable' } },
    { credType: 'db', db: db('postgres', silentPort) },
    { credType: 'api', api: { ...api, usernameSource: 'static' } },
  ];
}

/** Checks of connections to hostile servers, each left after a while. */
export async function checkRogues({ origin, counts, over }: Target, rogues: RogueServers): Promise<void> {
  const parts = hostileParts(rogues);
  const place = async (_: unknown, number: number) => {
    for (let turn = number; !over.aborted; turn += 1) {
      const part = parts[turn % parts.length];
      const body = { orgId: HELL, name: 'Rogue', syncs: false, runs: true, stores: false, ...part };
      try {
        const response = await fetch(`${origin}/api/v1/${HELL}/creds`, {
          method: 'POST',
          headers: { ...as(DEVIL), 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(LEAVES_AFTER_MS),
        });
        await response.arrayBuffer();
        count(counts, 'checks', response.status);
      } catch {
        if (!over.aborted) count(counts, 'checks', 'left');
      }
      await sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, place));
}

/** One person's runs that never end, in each of their organizations at once. */
export async function runEverywhere(
  { origin, counts, over }: Target,
  commands: ReadonlyMap<string, RemoteCommand>,
): Promise<void> {
  const endless = async (orgId: string, { kitId, olId }: RemoteCommand) => {
    while (!over.aborted) {
      try {
        const call = (path: string, body: object) =>
          callApp(origin, 'POST', `/${orgId}${path}`, body, as(DEVIL));
        const { run_id: runId } = (await call('/run-async-i', { kitId, olId })) as { run_id: number };
        await call('/run-async-ii', { kitId, olId, runId, runrams: {} });
        count(counts, 'everywhere', 'started');
      } catch (thrown) {
        const [status = 'aborted'] = /\b[45]\d\d\b/.exec(String(thrown)) ?? [];
        if (!over.aborted) count(counts, 'everywhere', status);
        await sleep(2_000, undefined, { signal: over }).catch(() => undefined);
      }
      await sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  };
  const all = realms.flatMap((orgId) => {
    const command = commands.get(orgId);
    return command === undefined ? [] : [1, 2, 3].map(() => endless(orgId, command));
  });
  await Promise.all(all);
}
