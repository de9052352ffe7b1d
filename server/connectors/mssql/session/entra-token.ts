import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { send } from '@/server/connectors/_shared/http/send';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { MssqlConnection } from '../connection';

const answerSchema = z.object({ access_token: z.string().min(1) });
const failureSchema = z.object({ error_description: z.string() });

/** What databases accept tokens for, by the cloud that issues them. */
function scopeFor(authority: string): string {
  const { hostname } = new URL(authority);
  if (hostname.endsWith('.us')) return 'https://database.usgovcloudapi.net/.default';
  if (hostname.endsWith('.cn')) return 'https://database.chinacloudapi.cn/.default';
  return 'https://database.windows.net/.default';
}

/** A token of the client credentials grant for the application of a connection. */
export async function entraToken(
  { authority, tenantId, username, password }: MssqlConnection,
  context: Pick<ConnectorContext, 'network' | 'isBuiltin'>,
  signal: AbortSignal,
): Promise<string> {
  const { origin } = new URL(authority);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: username,
    client_secret: password,
    scope: scopeFor(authority),
  });
  const response = await send(
    {
      method: 'POST',
      origin,
      target: `/${encodeURIComponent(tenantId ?? '')}/oauth2/v2.0/token`,
      headers: [
        ['accept', 'application/json'],
        ['content-type', 'application/x-www-form-urlencoded'],
      ],
      body: Buffer.from(form.toString()),
      secretHeaders: [],
      secretTexts: [],
      isBodySecret: true,
    },
    {
      guard: context,
      limits: { timeoutMs: 30_000, maximumBytes: 1_000_000 },
      signal,
    },
  );
  const text = response.body.toBuffer().toString('utf8');
  const read = answerSchema.safeParse(jsonOrNull(text));
  if (response.status === 200 && read.success) return read.data.access_token;
  const words =
    failureSchema.safeParse(jsonOrNull(text)).data?.error_description ?? `HTTP ${response.status}`;
  const message = `Microsoft Entra refused a token for "${username}". Check tenant id, client id, and client secret. (${words.slice(0, 1000)})`;
  throw new ConnectorError('unauthorized', message);
}
