import type { Octokit, RestEndpointMethodTypes } from '@octokit/rest';
import { type GithubConnection, repositoryOf } from '../connection';
import { refusalIn } from '../session/errors';
import { WORKFLOW } from './workflow-file';

export type WorkflowRun = RestEndpointMethodTypes['actions']['getWorkflowRun']['response']['data'];

/** The run of this name, among the latest ones; null if GitHub doesn't list it, or not yet. */
export async function findRun(
  github: Octokit,
  connection: GithubConnection,
  name: string,
  sinceMs: number,
): Promise<number | null> {
  const since = new Date(sinceMs - 60_000).toISOString();
  for (let page = 1; page <= 5; page += 1) {
    const runs = await github.rest.actions
      .listWorkflowRuns({
        ...repositoryOf(connection),
        workflow_id: WORKFLOW,
        event: 'workflow_dispatch',
        created: `>=${since}`,
        per_page: 100,
        page,
      })
      .then(({ data }) => data.workflow_runs)
      .catch((thrown: unknown) => {
        // The workflow has just been written, or isn't there at all.
        if (refusalIn(thrown)?.status === 404) return [];
        throw thrown;
      });
    const found = runs.find((run) => run.display_title === name);
    if (found !== undefined) return found.id;
    if (runs.length < 100) return null;
  }
  return null;
}
