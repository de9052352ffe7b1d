import { z } from 'zod';
import { log } from '@/server/base/log';
import { networkFor } from '@/server/connections/network-policy';
import { headerOf } from '@/server/connectors/_shared/http/http-types';
import { sendOnce } from '@/server/connectors/_shared/http/send-once';

const TIMEOUT_MS = 5_000;
const LARGEST_BYTES = 64_000;

/** What a program says of itself under its own address (client-id metadata documents). */
export const clientDocument = z.looseObject({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(50),
  token_endpoint_auth_method: z.literal('none').optional(),
});

export type ClientDocument = z.output<typeof clientDocument>;

/** Whether a client's id is the address of its document: https, with a path, and nothing that could mean another place. */
export function isDocumentAddress(clientId: string): boolean {
  if (!URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  return (
    url.protocol === 'https:' &&
    url.href === clientId &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  );
}

/**
 * Fetches a program's document. Null if it can't be fetched, or doesn't describe the program at this very address.
 * Anyone may make the server fetch an address, so nothing on this machine or in a private network is reached, whatever
 * connections may reach, unless the operator listed it in PROGRAM_ALLOW.
 */
export async function fetchClientDocument(clientId: string): Promise<ClientDocument | null> {
  const { origin, pathname, search } = new URL(clientId);
  try {
    const response = await sendOnce(
      {
        method: 'GET',
        origin,
        target: pathname + search,
        headers: [['accept', 'application/json']],
        body: null,
        secretHeaders: [],
        secretTexts: [],
        isBodySecret: false,
      },
      {
        guard: { network: networkFor('programs'), isBuiltin: false },
        limits: { timeoutMs: TIMEOUT_MS, maximumBytes: LARGEST_BYTES },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    const isJson = headerOf(response, 'content-type')?.includes('json') ?? false;
    // Redirects aren't followed: they could lead to a page that someone else may fill.
    if (response.status !== 200 || !isJson) return null;
    const parsed = clientDocument.safeParse(JSON.parse(response.body.toBuffer().toString('utf8')));
    return parsed.success && parsed.data.client_id === clientId ? parsed.data : null;
  } catch (error) {
    log().info({ err: error, client: clientId }, 'A client document could not be read');
    return null;
  }
}
