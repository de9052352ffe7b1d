import { z } from 'zod';

/** The sandbox of a Pushboard that runs in separate processes, and the admin to call it as. */
export const SANDBOX = 'sandbox-1';
export const ADMIN = 'demo-dana';

/** Sends one request as the sandbox's admin. Throws unless the response is successful. */
export async function callApp(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      'x-demo-user-id': ADMIN,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new RefusedCall(response.status, `${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface RemoteCommand {
  kitId: number;
  olId: number;
}

/** The body of a request that connects a database. */
export function sourceConnection(orgId: string, sourceUrl: string) {
  const url = new URL(sourceUrl);
  return {
    orgId,
    credType: 'db',
    name: 'Source',
    db: {
      databaseSystem: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      databaseName: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    },
  };
}

/** Connects a database, as an admin would. Returns the credential's id. */
export async function connectSource(origin: string, sourceUrl: string): Promise<number> {
  const answer = await callApp(origin, 'POST', `/${SANDBOX}/creds`, sourceConnection(SANDBOX, sourceUrl));
  return z.object({ creds_id: z.int() }).parse(answer).creds_id;
}

const committed = z.object({
  commits: z.tuple([
    z.object({ error: z.null(), command_instances: z.tuple([z.object({ kit_id: z.int() })]) }),
  ]),
});

/** Creates a command of a routine, such as `public.add(integer, integer)`. */
export const commitRoutine = (
  origin: string,
  credsId: number,
  signature: string,
  warningTag?: 'safe',
): Promise<RemoteCommand> =>
  commitThing(origin, credsId, `db::postgres::${credsId}::${signature}`, warningTag);

/**
 * Creates a command of anything that a connection has, by its cloudId.
 *
 * @param warningTag what it does to data: a command that isn't known to be safe asks before it runs in a browser
 */
export async function commitThing(
  origin: string,
  credsId: number,
  cloudId: string,
  warningTag?: 'safe',
): Promise<RemoteCommand> {
  const answer = await callApp(origin, 'POST', `/${SANDBOX}/batch-commit`, {
    cloudId,
    credsId,
    commitType: 'addition',
    ...(warningTag === undefined ? {} : { warningTag }),
  });
  const kitId = committed.parse(answer).commits[0].command_instances[0].kit_id;
  const command = await callApp(origin, 'GET', `/${SANDBOX}/deep-kits-6/${kitId}`);
  const { anchor_ol } = z.object({ anchor_ol: z.object({ ol_id: z.int() }) }).parse(command);
  return { kitId, olId: anchor_ol.ol_id };
}
