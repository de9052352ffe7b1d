import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../_shared/connector-error';
import { type CallHeaders, readCallHeaders } from '../_shared/http/call-headers';
import { CookieJar } from '../_shared/http/cookie-jar';
import type { HttpRequest, HttpResponse, Withheld } from '../_shared/http/http-types';
import { send } from '../_shared/http/send';
import { MemoryShare } from '../_shared/memory-budget';
import type { ConnectorContext } from '../connector-context';
import type { ResultSink } from '../result-sink';
import type { Call } from '../types';
import { reasonOf, secretsIn } from './answer/reason';
import { writeResponse } from './answer/write-response';
import type { RestConnection } from './connection';
import { type RestExecutable, readExecutable } from './executable';
import { authOf } from './request/apply-auth';
import { type Base, baseOf, buildRequest, textsWithin } from './request/build-request';
import { chosenAuth, firstAuth } from './request/choose-auth';
import { forgetToken } from './request/oauth-token';
import { signerOf, unaskedNote } from './request/signing/signer-of';

/** A response is held in memory as a whole. */
const largestResponseBytes = 64_000_000;

/**
 * Calls an operation. The status, headers, and timing are logged; a response other than 2xx is an error, with the body as
 * the result. If a response is interrupted, what arrived of it is the result.
 */
export async function execute(
  connection: RestConnection,
  context: ConnectorContext,
  { executable, values, secretKeys, signal, sealed }: Call,
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const operation = readExecutable(executable);
  const { base, isOwn } = baseFor(operation, connection);
  const ownHeaders = Object.entries(headersFor(base, readCallHeaders(sealed)));
  const schemes = isOwn ? chosenAuth(operation, connection) : [];
  const tokens = schemes.filter(({ credential }) => credential.authType === 'oauth_client_credentials');
  const guard = { network: context.network, isBuiltin: context.isBuiltin && isOwn };
  const memory = new MemoryShare(context.memory);
  const limits = {
    timeoutMs: connection.timeoutSeconds * 1000,
    maximumBytes: largestResponseBytes,
    memory,
    keepsPart: true,
  };
  const signer = signerOf(schemes);
  const call = { guard, limits, signal, cookies: new CookieJar(), signer };
  const secrets = secretKeys.flatMap((key) => textsWithin(values[key] ?? null));
  const request = async (): Promise<HttpRequest> => {
    const auth = await authOf(schemes, context, signal);
    const built = buildRequest(operation, values, base, auth, ownHeaders, secretKeys);
    secrets.push(...secretsIn(built));
    return built;
  };
  try {
    let response = await send(await request(), call);
    if (response.status === 401 && tokens.length > 0) {
      // The token was revoked early; the request had no effect, so repeating it is safe.
      for (const { name } of tokens) forgetToken(context.credsId, name);
      response = await send(await request(), call);
    }
    const unsent = isOwn ? null : unsentCredential(operation, connection, base);
    if (unsent !== null) sink.log({ level: 'info', message: unsent, atMs: Date.now() });
    logResponse(response, sink);
    const unasked = unaskedNote(signer);
    if (unasked !== null) sink.log({ level: 'warning', message: unasked, atMs: Date.now() });
    await writeResponse(response, operation.method, sink, memory);
    if (response.interruption !== null) throw response.interruption;
    const isOk = response.status >= 200 && response.status < 300;
    return { errors: isOk ? [] : [errorOf(response, reasonOf(response, secrets), unsent)] };
  } finally {
    memory.release();
  }
}

/** A credential is sent only to its own origin; another origin that a description names gets none of it. */
export function baseFor(
  operation: RestExecutable,
  connection: RestConnection,
): { base: Base; isOwn: boolean } {
  const address = addressOf(operation, connection);
  if (address === '') {
    const message = 'This API has no base URL yet. Ask an admin to fill it in on the Credentials page.';
    throw new ConnectorError('invalid_connection', message);
  }
  const base = baseOf(address);
  const own = connection.apiBaseUrl === '' ? null : baseOf(connection.apiBaseUrl).origin;
  return { base, isOwn: own === base.origin };
}

/** The base address of an operation: its own server's, unless the connection overrides it. */
export function addressOf(
  { baseUrl }: Pick<RestExecutable, 'baseUrl'>,
  { apiBaseUrl, operationServers }: RestConnection,
): string {
  return operationServers === 'base' && apiBaseUrl !== '' ? apiBaseUrl : (baseUrl ?? apiBaseUrl);
}

/** The command's headers, which may contain secrets, are sent only to the origin they were entered for. */
function headersFor(base: Base, headers: CallHeaders | null): CallHeaders['values'] {
  if (headers === null) return {};
  if (headers.origin === base.origin) return headers.values;
  const message = `The HTTP headers of this command were filled in for ${headers.origin}, and it is called at ${base.origin} now. Ask an engineer of the command to fill them in again, in [Configure] > HTTP headers.`;
  throw new ConnectorError('invalid_connection', message);
}

function logResponse(response: HttpResponse, sink: ResultSink): void {
  const again = [
    response.attempts > response.redirects + 1 ? `${response.attempts} attempts` : '',
    response.redirects > 0 ? `${response.redirects} redirected` : '',
  ].filter(Boolean);
  const facts = [`${Math.round(response.durationMs)} ms`, `${response.body.sizeBytes} bytes`, ...again].join(
    ', ',
  );
  const lines = [
    ...response.withheld.map(withheldWords),
    `${response.method} ${response.address}`,
    `HTTP ${response.status} ${response.statusText} (${facts})`,
    ...response.headers.filter(([name]) => name !== 'set-cookie').map(([name, value]) => `${name}: ${value}`),
  ];
  for (const message of lines) sink.log({ level: 'info', message, atMs: Date.now() });
  sink.metadata('HTTP status', `${response.status} ${response.statusText}`.trimEnd());
}

const withheldWords = ({ host, headers }: Withheld): string =>
  `Not sent to ${host}, since it is another host than the one that was called: ${headers.join(', ')}.`;

/** What to say if an operation at a server of its own is called without the credential; null if it needs none. */
function unsentCredential(
  operation: RestExecutable,
  connection: RestConnection,
  { origin }: Base,
): string | null {
  const isUnsent = firstAuth(operation, connection).some(({ credential }) => credential.authType !== 'none');
  if (!isUnsent) return null;
  const own = connection.apiBaseUrl === '' ? 'no server yet' : new URL(connection.apiBaseUrl).host;
  return `${new URL(origin).host} is called without the credential of this connection, which is for ${own}.`;
}

/**
 * @param reason why the API refused, as it says; null if it doesn't
 * @param unsent what to say if the credential was not sent
 */
function errorOf(response: HttpResponse, reason: string | null, unsent: string | null): RunError {
  const { status, statusText } = response;
  const retryAfter = response.headers.find(([name]) => name === 'retry-after')?.[1];
  return {
    message: `The API answered ${status}${statusText === '' ? '' : ` ${statusText.slice(0, 60)}`}${reason === null ? '' : `: ${reason}`}.`,
    code: `HTTP ${status}`,
    detail: null,
    hint: (isRefusal(status) ? (withheldHint(response) ?? unsent) : null) ?? hintOf(status, retryAfter),
    where: response.address,
    severity: 'ERROR',
  };
}

/** Whether a credential is missing, or isn't enough. */
const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** Why a redirect may have cost the call its credential; null if none did. */
function withheldHint({ withheld }: HttpResponse): string | null {
  const last = withheld.at(-1);
  if (last === undefined) return null;
  return `It redirected to ${last.host}, which was called without ${last.headers.join(', ')}: a credential goes only to the host that it was entered for. Check the base URL.`;
}

/** As the response says: seconds, or a date (RFC 9110 §10.2.3). */
function whenAgain(retryAfter: string | undefined): string {
  if (retryAfter === undefined) return 'in a while';
  return /^\d+$/.test(retryAfter) ? `in ${retryAfter} seconds` : `after ${retryAfter}`;
}

function hintOf(status: number, retryAfter: string | undefined): string | null {
  const readBody = 'Its response is below.';
  switch (true) {
    case status === 401:
      return 'It did not accept the credential. Ask an admin, or an engineer of the command, to check its HTTP Auth.';
    case status === 403:
      return `The credential has no permission for this. ${readBody}`;
    case status === 404:
      return 'Nothing was found at this address. Check the values in it, and the base URL.';
    case status === 413:
      return 'The request is too large for it. Send less.';
    case status === 431:
      return 'The headers of the request are too large for it. Send shorter values in headers and cookies.';
    case status === 429:
      return `It was called too often. Try again ${whenAgain(retryAfter)}.`;
    case status === 502 || status === 503 || status === 504:
      return `The API is not available right now. Try again ${whenAgain(retryAfter)}, or ask the people who run it.`;
    case status >= 300 && status < 400:
      return "It has moved, but doesn't say where. Check the base URL, or ask the people who run the API.";
    case status >= 500:
      return `The problem is on the API's side. Try again later, or ask the people who run it. ${readBody}`;
    case status >= 400:
      return `It did not accept the values. ${readBody}`;
    default:
      return readBody;
  }
}
