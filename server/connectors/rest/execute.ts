import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../_shared/connector-error';
import { type CallHeaders, readCallHeaders } from '../_shared/http/call-headers';
import type { HttpAnswer, HttpRequest } from '../_shared/http/http-types';
import { send } from '../_shared/http/send';
import { MemoryShare } from '../_shared/memory-budget';
import type { Call, ConnectorContext, ResultSink } from '../types';
import { tellAnswer } from './answer';
import { authOf } from './apply-auth';
import { type Base, baseOf, buildRequest } from './build-request';
import { chosenAuth } from './choose-auth';
import type { RestConnection } from './connection';
import { type RestExecutable, readExecutable } from './executable';
import { forgetToken } from './oauth-token';

/** One answer is held in memory whole. */
const largestAnswerBytes = 64_000_000;

/**
 * Calls an operation. Its status, headers and timing go into the log; an answer that is not 2xx is an error
 * with the body beside it.
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
  const limits = { timeoutMs: connection.timeoutSeconds * 1000, maximumBytes: largestAnswerBytes, memory };
  const request = async (): Promise<HttpRequest> => {
    const auth = await authOf(schemes, context, signal);
    return buildRequest(operation, values, base, auth, ownHeaders, secretKeys);
  };
  try {
    let answer = await send(await request(), { guard, limits, signal });
    if (answer.status === 401 && tokens.length > 0) {
      // The token was called back before its time; nothing was done with it, so asking again is safe.
      for (const { name } of tokens) forgetToken(context.credsId, name);
      answer = await send(await request(), { guard, limits, signal });
    }
    logAnswer(operation, answer, sink);
    await tellAnswer(answer, operation.method, sink, memory);
    return { errors: answer.status >= 200 && answer.status < 300 ? [] : [errorOf(answer)] };
  } finally {
    memory.release();
  }
}

/** A credential is sent to its own origin alone; another one that a description names gets none of it. */
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

/** The address that an operation is called below: its own server's, unless the connection has it otherwise. */
export function addressOf(
  { baseUrl }: Pick<RestExecutable, 'baseUrl'>,
  { apiBaseUrl, operationServers }: RestConnection,
): string {
  return operationServers === 'base' && apiBaseUrl !== '' ? apiBaseUrl : (baseUrl ?? apiBaseUrl);
}

/** The command's headers, which may hold secrets, go where they were given for and nowhere else. */
function headersFor(base: Base, headers: CallHeaders | null): CallHeaders['values'] {
  if (headers === null) return {};
  if (headers.origin === base.origin) return headers.values;
  const message = `The HTTP headers of this command were filled in for ${headers.origin}, and it is called at ${base.origin} now. Ask an engineer of the command to fill them in again, in [Configure] > HTTP Headers.`;
  throw new ConnectorError('invalid_connection', message);
}

function logAnswer({ method }: RestExecutable, answer: HttpAnswer, sink: ResultSink): void {
  const again = [
    answer.attempts > answer.redirects + 1 ? `${answer.attempts} attempts` : '',
    answer.redirects > 0 ? `${answer.redirects} redirected` : '',
  ].filter(Boolean);
  const facts = [`${Math.round(answer.durationMs)} ms`, `${answer.body.sizeBytes} bytes`, ...again].join(
    ', ',
  );
  const lines = [
    `${method.toUpperCase()} ${answer.address}`,
    `HTTP ${answer.status} ${answer.statusText} (${facts})`,
    ...answer.headers.filter(([name]) => name !== 'set-cookie').map(([name, value]) => `${name}: ${value}`),
  ];
  for (const message of lines) sink.log({ level: 'info', message, atMs: Date.now() });
  sink.metadata('HTTP status', `${answer.status} ${answer.statusText}`.trimEnd());
}

function errorOf(answer: HttpAnswer): RunError {
  const { status, statusText } = answer;
  const retryAfter = answer.headers.find(([name]) => name === 'retry-after')?.[1];
  return {
    message: `The API answered ${status}${statusText === '' ? '' : ` ${statusText}`}.`,
    code: `HTTP ${status}`,
    detail: null,
    hint: hintOf(status, retryAfter),
    where: answer.address,
    severity: 'ERROR',
  };
}

/** As the answer says it: seconds, or a date (RFC 9110 §10.2.3). */
function whenAgain(retryAfter: string | undefined): string {
  if (retryAfter === undefined) return 'in a while';
  return /^\d+$/.test(retryAfter) ? `in ${retryAfter} seconds` : `after ${retryAfter}`;
}

function hintOf(status: number, retryAfter: string | undefined): string | null {
  const readBody = 'What it says stands below.';
  switch (true) {
    case status === 401:
      return 'It did not accept the credential. Ask an admin, or an engineer of the command, to check its HTTP auth.';
    case status === 403:
      return `The credential has no right to this. ${readBody}`;
    case status === 404:
      return 'There is nothing at this address. Check the values that stand in it, and the base URL.';
    case status === 413:
      return 'What was sent is too large for it. Send less.';
    case status === 429:
      return `It was called too often. Try again ${whenAgain(retryAfter)}.`;
    case status === 502 || status === 503 || status === 504:
      return `The API cannot answer at the moment. Try again ${whenAgain(retryAfter)}, or ask whoever runs it.`;
    case status >= 300 && status < 400:
      return 'It has moved, and does not say where to. Check the base URL, or ask whoever runs the API.';
    case status >= 500:
      return `The fault is on the API's side. Try again later, or ask whoever runs it. ${readBody}`;
    case status >= 400:
      return `It did not take the values as they are. ${readBody}`;
    default:
      return readBody;
  }
}
