import type { Octokit } from '@octokit/rest';
import type { JsonValue } from '@/lib/base/json';
import type { ConnectorContext } from '../connector-context';
import type { ThingCode } from '../things';
import { type GithubConnection, repositoryOf } from './connection';
import { readExecutable } from './executable';
import { readContents } from './repository/contents';
import { branchOf } from './repository/tree';
import { withGithub } from './session/client';
import { refusalIn } from './session/errors';

/** The text of a script as its inputs were read from it, and as it is now. */
export function readCode(
  connection: GithubConnection,
  context: ConnectorContext,
  stored: JsonValue,
): Promise<ThingCode> {
  const { path, blob, language, inputs, notes } = readExecutable(stored);
  return withGithub(connection, context, async (github) => {
    const now = await currentOf(github, connection, path);
    const wanted = [...new Set([blob, ...(now === null ? [] : [now.sha])])];
    const texts = await readContents(
      github,
      connection,
      wanted.map((sha) => ({ sha, sizeBytes: 0 })),
    );
    return {
      language,
      path,
      url: now?.url ?? '',
      read: texts.get(blob) ?? null,
      current: now === null ? null : (texts.get(now.sha) ?? null),
      marks: inputs.map(({ key, from }) => ({ key, ...from })),
      notes,
    };
  });
}

async function currentOf(
  github: Octokit,
  connection: GithubConnection,
  path: string,
): Promise<{ sha: string; url: string } | null> {
  const asked = { ...repositoryOf(connection), path, ref: branchOf(connection) };
  try {
    const { data } = await github.rest.repos.getContent(asked);
    if (Array.isArray(data) || data.type !== 'file') return null;
    return { sha: data.sha, url: data.html_url ?? '' };
  } catch (thrown) {
    if (refusalIn(thrown)?.status === 404) return null;
    throw thrown;
  }
}
