import type { Octokit } from '@octokit/rest';
import { ConnectorError } from '../../_shared/connector-error';
import { type GithubConnection, repositoryOf } from '../connection';
import { refusalIn } from '../session/errors';
import { WORKFLOW_PATH, workflowDocument, workflowFile } from './workflow-file';

/**
 * Writes our workflow into the default branch if it isn't there as it should be: GitHub starts only workflows that are
 * there, whatever branch the script is from.
 */
export async function installWorkflow(
  github: Octokit,
  connection: GithubConnection,
  branch: string,
): Promise<void> {
  const known = await fileIn(github, connection, branch);
  const wanted = workflowFile(connection);
  if (known?.text === wanted) return;
  try {
    await github.rest.repos.createOrUpdateFileContents({
      ...repositoryOf(connection),
      path: WORKFLOW_PATH,
      message:
        known === null
          ? 'Add the workflow that runs scripts for Pushboard'
          : 'Update the workflow that runs scripts for Pushboard',
      content: Buffer.from(wanted).toString('base64'),
      ...(known === null ? {} : { sha: known.sha }),
      branch,
      request: { retries: 0 },
    });
  } catch (thrown) {
    // Another run may have written it meanwhile, or the answer was lost.
    if ((await fileIn(github, connection, branch))?.text !== wanted)
      throw notWritten(thrown, connection, branch);
  }
}

async function fileIn(
  github: Octokit,
  connection: GithubConnection,
  branch: string,
): Promise<{ sha: string; text: string } | null> {
  try {
    const { data } = await github.rest.repos.getContent({
      ...repositoryOf(connection),
      path: WORKFLOW_PATH,
      ref: branch,
    });
    if (Array.isArray(data) || data.type !== 'file') return null;
    return { sha: data.sha, text: Buffer.from(data.content, 'base64').toString('utf8') };
  } catch (thrown) {
    if (refusalIn(thrown)?.status === 404) return null;
    throw thrown;
  }
}

function notWritten(thrown: unknown, connection: GithubConnection, branch: string): unknown {
  const { owner, repo } = connection;
  const refusal = refusalIn(thrown);
  const byHand = `Ask a person who may change the branch ${branch} to commit the file ${WORKFLOW_PATH} by hand: its text is in Pushboard's ${workflowDocument(connection)}.`;
  if (refusal?.status === 409 || refusal?.status === 422) {
    return new ConnectorError(
      'failed',
      `GitHub accepts no direct commits to the branch ${branch} of ${owner}/${repo}. ${byHand}`,
      null,
      { cause: thrown },
    );
  }
  if (refusal?.status === 404 || refusal?.status === 403) {
    return new ConnectorError(
      'unauthorized',
      `The token may not write workflows in ${owner}/${repo}: it needs Contents and Workflows with read and write access, or the scopes "repo" and "workflow". ${byHand}`,
      null,
      { cause: thrown },
    );
  }
  return thrown;
}
