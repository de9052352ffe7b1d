import { type ApiError, type CallInput, type CallOptions, callApi } from '@/lib/client/api-client';
import type { AnyOperation, ResponseOf } from '@/lib/contract/operation';
import { CliError, type ExitCode, exitCodes } from './exit';
import { ownCommand, type Settings, signedInElsewhere, usualUrl } from './settings';

/** Calls of one Pushboard, as the person of a token. */
export interface Api {
  url: string;
  call<O extends AnyOperation>(
    operation: O,
    input: CallInput<O>,
    options?: CallOptions,
  ): Promise<ResponseOf<O>>;
  /** A request to a path of it, for event streams and files. */
  fetch: typeof fetch;
}

/** Throws without a token. */
export function connect({ url, token }: Settings): Api {
  if (token === null) {
    const [other] = signedInElsewhere(url);
    const elsewhere = other === undefined ? '' : ` Your sign-in to ${other} is used with --url ${other}.`;
    throw new CliError(
      exitCodes.refused,
      `You are not signed in to ${url}. Run "${ownCommand(usualUrl() === url ? 'login' : `login ${url}`)}", or set PUSHBOARD_TOKEN.${elsewhere}`,
    );
  }
  const fetchWithToken: typeof fetch = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    headers.set('User-Agent', 'pushboard-cli');
    try {
      // A redirect may lead elsewhere, where the token must not go.
      return await fetch(`${url}${path}`, { ...init, headers, redirect: 'error' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new CliError(exitCodes.unavailable, unreachable(url, error));
    }
  };
  return {
    url,
    fetch: fetchWithToken,
    call: (operation, input, options) => callApi(operation, input, { ...options, fetch: fetchWithToken }),
  };
}

/** What OpenSSL says of a server that answers without TLS, depending on the first bytes of its answer. */
const WITHOUT_TLS = /wrong.version.number|packet.length.too.long/i;

function unreachable(url: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return `${url} cannot be reached: ${cause}.`;
  if (WITHOUT_TLS.test(`${'code' in cause ? cause.code : ''} ${cause.message}`))
    return `${url} answers without TLS; use ${url.replace(/^https:/, 'http:')}.`;
  return `${url} cannot be reached: ${cause.message}.`;
}

/** The message of a refusal, with what is wrong in detail, and the exit code that it stands for. */
export function explainRefusal(error: ApiError): { message: string; exitCode: ExitCode } {
  // Most messages already say what is wrong.
  const details = error.issues
    .filter(({ message }) => !error.message.includes(message))
    .map(({ path, message }) => `  ${path}: ${message}`);
  const message =
    error.status === 401
      ? `The token is not valid: it has expired, was revoked, or belongs to another Pushboard. Run "${ownCommand('login')}" to sign in again.`
      : error.message;
  return { message: [message, ...details].join('\n'), exitCode: exitCodeOf(error) };
}

function exitCodeOf({ status }: ApiError): ExitCode {
  if (status === 401 || status === 403 || status === 404) return exitCodes.refused;
  return status === 0 || status === 429 || status >= 500 ? exitCodes.unavailable : exitCodes.usage;
}
