import type { Octokit } from '@octokit/rest';
import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext } from '../connector-context';
import { type GithubConnection, repositoryOf } from './connection';
import { branchOf } from './repository/tree';
import { askGithub } from './session/client';
import { permissionName, refusalIn } from './session/errors';

/**
 * Asks for what discovering and running need, and says which permission is missing. Nothing is changed: whether a token
 * may write shows in its scopes, or in the permissions that GitHub names when it refuses.
 */
export function check(
  connection: GithubConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<{ serverVersion: string }> {
  return askGithub(connection, context, signal, async (github) => {
    const repository = repositoryOf(connection);
    const { data, headers } = await github.rest.repos.get(repository);
    const scopes = headers['x-oauth-scopes'];
    const missing =
      scopes === undefined || scopes === ''
        ? await missingPermissions(github, connection)
        : missingScopes(scopes, connection);
    if (missing.length > 0) throw lacking(missing, connection);
    return { serverVersion: `GitHub, ${data.full_name}, branch ${connection.branch || data.default_branch}` };
  });
}

/** Of a classic token. */
function missingScopes(scopes: string, { runsOn }: GithubConnection): string[] {
  const has = scopes.split(',').map((scope) => scope.trim());
  const needed = runsOn === 'actions' ? ['repo', 'workflow'] : ['repo'];
  return needed.filter((scope) => !has.includes(scope)).map((scope) => `the scope "${scope}"`);
}

/**
 * Of a fine-grained token, whose permissions nothing lists. GitHub looks at them before it looks at what is asked, so each
 * is tried with something that can't be done: a branch at a commit that doesn't exist, a run of a workflow that doesn't.
 */
async function missingPermissions(github: Octokit, connection: GithubConnection): Promise<string[]> {
  const repository = repositoryOf(connection);
  const missing: string[] = [];
  const attempt = async (permission: string, work: () => Promise<unknown>) => {
    const refusal = await work().then(() => null, refusalIn);
    if (refusal?.status === 403 && refusal.headers['x-accepted-github-permissions'] !== undefined)
      missing.push(permission);
  };
  await github.rest.git
    .getTree({ ...repository, tree_sha: branchOf(connection) })
    .catch((thrown: unknown) => {
      if (refusalIn(thrown)?.status !== 403) throw thrown;
      missing.push(`${permissionName('contents')} (read)`);
    });
  if (connection.runsOn === 'actions') {
    await attempt(`${permissionName('contents')} (read and write)`, () =>
      github.rest.git.createRef({ ...repository, ref: 'refs/heads/pushboard-check', sha: '0'.repeat(40) }),
    );
    await attempt(`${permissionName('actions')} (read and write)`, () =>
      github.rest.actions.createWorkflowDispatch({
        ...repository,
        workflow_id: 'pushboard-check.yml',
        ref: connection.branch || 'HEAD',
        request: { retries: 0 },
      }),
    );
  }
  return missing;
}

function lacking(missing: readonly string[], { owner, repo, runsOn }: GithubConnection): ConnectorError {
  const all =
    runsOn === 'actions'
      ? 'Contents, Actions, and Workflows with read and write access'
      : 'Contents with read access';
  const message = `The token lacks ${missing.join(' and ')} for ${owner}/${repo}. It needs ${all}.`;
  return new ConnectorError('unauthorized', message);
}
