import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { Recent } from '@/lib/base/memory/recent';
import { withDeadline } from '@/server/base/waiting/deadline';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { ConnectorError } from '../_shared/connector-error';
import { cancelled, timedOut } from '../_shared/http/faults';
import type { HttpRequest, HttpResponse } from '../_shared/http/http-types';
import { send } from '../_shared/http/send';
import { guardFor } from '../_shared/network-guard';
import type { ConnectorContext } from '../connector-context';
import type { AzureAppConnection } from './connection';

const limits = { timeoutMs: 20_000, maximumBytes: 1_000_000 };
/** A secret that was replaced in its vault is used within this time. */
const keptMs = 5 * 60_000;
const mostKept = 1000;

interface Kept {
  value: string;
  untilMs: number;
}

/** Secrets by app registration and address. */
const kept = new Recent<Kept>(mostKept);

export function forgetVaultSecrets(): void {
  kept.clear();
}

const tokenAnswer = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/) });
const secretAnswer = z.object({ value: z.string() });

/**
 * A token for the vaults of a cloud, by OAuth's client credentials grant.
 *
 * @param scope such as `https://vault.azure.net/.default`
 */
export async function vaultToken(
  { tenantId, clientId, clientSecret }: AzureAppConnection,
  context: ConnectorContext,
  scope: string,
  caller: AbortSignal | null,
): Promise<string> {
  const url = new URL(`${context.cloud.azureLogin}/${tenantId}/oauth2/v2.0/token`);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  });
  const response = await sendInTime(
    {
      method: 'POST',
      origin: url.origin,
      target: url.pathname,
      headers: [
        ['accept', 'application/json'],
        ['content-type', 'application/x-www-form-urlencoded'],
      ],
      body: Buffer.from(form.toString()),
      secretHeaders: [],
      secretTexts: [],
      isBodySecret: true,
    },
    context,
    caller,
  );
  const read = tokenAnswer.safeParse(jsonOrNull(response.body.toBuffer().toString('utf8')));
  if (response.status === 200 && read.success) return read.data.access_token;
  if (response.status === 200) throw noAnswer(url.host, 'a token', response);
  const message = `${url.host} refused the app registration (HTTP ${response.status}). Check the tenant ID, the client ID, and that the client secret has not expired.`;
  throw new ConnectorError('unauthorized', message);
}

/**
 * Reads a secret of a key vault.
 *
 * @param reference its address: `https://{vault}/secrets/{name}`, with or without a version
 */
export async function readVaultSecret(
  connection: AzureAppConnection,
  context: ConnectorContext,
  reference: string,
  caller: AbortSignal | null,
): Promise<string> {
  const key = JSON.stringify([context.credsId, context.credsVersion, reference]);
  const known = kept.get(key);
  if (known !== undefined && Date.now() < known.untilMs) return known.value;
  const url = new URL(reference);
  const scope = `https://${url.hostname.split('.').slice(1).join('.')}/.default`;
  const token = await vaultToken(connection, context, scope, caller);
  const response = await sendInTime(
    {
      method: 'GET',
      origin: url.origin,
      target: `${url.pathname}?api-version=7.4`,
      headers: [
        ['accept', 'application/json'],
        ['authorization', `Bearer ${token}`],
      ],
      body: null,
      secretHeaders: ['authorization'],
      secretTexts: [],
      isBodySecret: false,
    },
    context,
    caller,
  );
  const read = secretAnswer.safeParse(jsonOrNull(response.body.toBuffer().toString('utf8')));
  if (response.status !== 200) throw refused(reference, response.status);
  if (!read.success) throw noAnswer(url.host, 'a secret', response);
  kept.set(key, { value: read.data.value, untilMs: Date.now() + keptMs });
  return read.data.value;
}

/** Sends a request to an address that the operator named, with one deadline over redirects and repetitions, while its caller waits. */
async function sendInTime(
  request: HttpRequest,
  context: ConnectorContext,
  caller: AbortSignal | null,
): Promise<HttpResponse> {
  try {
    return await withDeadline(limits.timeoutMs, caller, (signal) =>
      send(request, { guard: guardFor(request.origin, context), limits, signal, staysAtOrigin: true }),
    );
  } catch (error) {
    if (caller?.aborted) throw cancelled(error);
    throw error instanceof TookTooLong ? timedOut(new URL(request.origin).host, limits.timeoutMs) : error;
  }
}

/** A proxy or a sign-in page often answers with 200. */
function noAnswer(host: string, wanted: string, { body }: HttpResponse): ConnectorError {
  const isPage = /^\s*</.test(body.toBuffer().toString('utf8'));
  const came = isPage ? 'a web page' : 'something else';
  const message = `${host} answered with ${came} instead of ${wanted}. Check its address, and whether a proxy answers in its place.`;
  return new ConnectorError('failed', message);
}

function refused(reference: string, status: number): ConnectorError {
  if (status === 404) {
    const message = `The key vault has no enabled secret ${reference}. Check its name and version.`;
    return new ConnectorError('not_found', message);
  }
  const message = `The key vault refused to read ${reference} (HTTP ${status}). Give the app registration the role Key Vault Secrets User, and let this server through the firewall of the vault.`;
  return new ConnectorError('unauthorized', message);
}
