import { ConnectorError } from '../../_shared/connector-error';
import { send } from '../../_shared/http/send';
import type { MemoryShare } from '../../_shared/memory-budget';
import type { ConnectorContext } from '../../connector-context';
import { type GithubConnection, repositoryOf } from '../connection';
import { withGithub } from '../session/client';

const downloadMs = 300_000;
const largestArchiveBytes = 500_000_000;

/** The commit that the branch is at now. */
export function commitOf(connection: GithubConnection, context: ConnectorContext): Promise<string> {
  return withGithub(
    connection,
    context,
    async (github) => {
      const { data } = await github.rest.repos.getCommit({
        ...repositoryOf(connection),
        ref: connection.branch || 'HEAD',
        mediaType: { format: 'sha' },
      });
      return String(data);
    },
    'nobody',
  );
}

/** The files of a commit, as a gzipped tar. */
export async function downloadArchive(
  connection: GithubConnection,
  context: ConnectorContext,
  commit: string,
  memory: MemoryShare,
  signal: AbortSignal,
): Promise<Buffer> {
  const { apiUrl, token, owner, repo } = connection;
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname === '/' ? '' : pathname;
  const response = await send(
    {
      method: 'GET',
      origin,
      target: `${base}/repos/${owner}/${repo}/tarball/${commit}`,
      headers: [
        ['accept', 'application/vnd.github+json'],
        ['authorization', `token ${token}`],
        ['user-agent', 'Pushboard'],
      ],
      body: null,
      secretHeaders: ['authorization'],
      secretTexts: [],
      isBodySecret: false,
    },
    { guard: context, limits: { timeoutMs: downloadMs, maximumBytes: largestArchiveBytes, memory }, signal },
  );
  if (response.status !== 200) {
    throw new ConnectorError(
      'unreachable',
      `The files of ${owner}/${repo} could not be downloaded: GitHub answered ${response.status}. Try again.`,
    );
  }
  return response.body.toBuffer();
}
