import { ConnectorError } from '../../_shared/connector-error';
import type { GithubConnection } from '../connection';

/** What GitHub answers to a request that it refuses, as far as it matters here. */
interface Refusal {
  status: number;
  message: string;
  headers: Readonly<Record<string, string | number | undefined>>;
}

/** The answer of GitHub within an error of its client; null for other errors. */
export function refusalIn(thrown: unknown): Refusal | null {
  if (!(thrown instanceof Error) || !('status' in thrown) || typeof thrown.status !== 'number') return null;
  const response = 'response' in thrown ? thrown.response : undefined;
  const isResponse = typeof response === 'object' && response !== null;
  const headers = isResponse && 'headers' in response ? response.headers : undefined;
  const data = isResponse && 'data' in response ? response.data : undefined;
  const told = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
  return {
    status: thrown.status,
    message: typeof told === 'string' ? told : thrown.message,
    headers: typeof headers === 'object' && headers !== null ? (headers as Refusal['headers']) : {},
  };
}

/** Says what GitHub refused and what to do, in words that people can act on. Other errors are returned unchanged. */
export function toConnectorError(thrown: unknown, { owner, repo }: GithubConnection): unknown {
  const inner = connectorErrorIn(thrown);
  if (inner !== null) return inner;
  const refusal = refusalIn(thrown);
  if (refusal === null) return thrown;
  const error = (code: ConnectorError['code'], message: string) =>
    new ConnectorError(code, message, null, { cause: thrown });
  const { status } = refusal;
  const end = limitEnd(refusal);
  // A limit passes by itself: what follows a run asks again later.
  if (end !== null) return error('unreachable', limited(end));
  if (status === 401) {
    return error(
      'unauthorized',
      'GitHub does not accept the token: it is wrong, has expired, or was revoked. Enter another one.',
    );
  }
  if (status === 403) return error('unauthorized', forbidden(refusal, `${owner}/${repo}`));
  if (status === 404) {
    const message = `GitHub has no repository ${owner}/${repo} that the token may read, or the repository has no branch of that name. Check the owner, the repository, the branch, and which repositories the token is for.`;
    return error('not_found', message);
  }
  if (status >= 500) {
    return error(
      'unreachable',
      `GitHub answered ${status}: ${refusal.message}. Try again; githubstatus.com says whether it has a problem.`,
    );
  }
  return error('failed', `GitHub answered ${status}: ${refusal.message}`);
}

/** The error that our own connection to GitHub ended with, which its client wraps. */
function connectorErrorIn(thrown: unknown): ConnectorError | null {
  for (let at = thrown; at instanceof Error; at = at.cause) if (at instanceof ConnectorError) return at;
  return null;
}

/** When a limit ends; null if that isn't why it was refused. */
function limitEnd({ status, message, headers }: Refusal): Date | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers['retry-after']);
  if (after > 0) return new Date(Date.now() + after * 1000);
  if (headers['x-ratelimit-remaining'] === '0') return new Date(Number(headers['x-ratelimit-reset']) * 1000);
  return /rate limit/i.test(message) ? new Date(Date.now() + 60_000) : null;
}

const limited = (end: Date): string =>
  `GitHub takes no more requests with this token until ${end.toISOString().slice(11, 16)} UTC. Try again then, or use a token of its own for Pushboard.`;

/** GitHub names the permission that is missing in a header: `contents=write`, or `contents=read,contents=write`. */
function forbidden({ message, headers }: Refusal, repository: string): string {
  const accepted = String(headers['x-accepted-github-permissions'] ?? '');
  const [, name = '', level = ''] = /^(\w+)=(\w+)/.exec(accepted) ?? [];
  if (name === '') return `GitHub refused this for ${repository}: ${message}`;
  return `The token lacks a permission for ${repository}: ${permissionName(name)} with ${levelName(level)} access. Add it to the token on GitHub, or enter another token.`;
}

/** As GitHub's page for tokens has it. */
export const permissionName = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

const levelName = (level: string): string => (level === 'write' ? 'read and write' : level);
