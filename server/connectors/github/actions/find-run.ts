import type { Octokit, RestEndpointMethodTypes } from '@octokit/rest';
import { type GithubConnection, repositoryOf } from '../connection';
import { refusalIn } from '../session/errors';
import { WORKFLOW } from './workflow-file';

export type WorkflowRun = RestEndpointMethodTypes['actions']['getWorkflowRun']['response']['data'];

/** The name of a run of the workflow tells those of its rows. */
export const nameOfRun = (rows: readonly string[]): string => rows.join(' ');

/** The id of the run that is found, and its name. */
export interface FoundRun {
  runId: number;
  name: string;
}

/** The runs that have rows of these names, by the row, among the latest ones: those that GitHub lists already. */
export async function findRuns(
  github: Octokit,
  connection: GithubConnection,
  rows: readonly string[],
  sinceMs: number,
): Promise<Map<string, FoundRun>> {
  const found = new Map<string, FoundRun>();
  const since = new Date(sinceMs - 60_000).toISOString();
  for (let page = 1; page <= 5 && found.size < rows.length; page += 1) {
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
    for (const { id, display_title: name } of runs)
      for (const row of name.split(' ')) if (rows.includes(row)) found.set(row, { runId: id, name });
    if (runs.length < 100) break;
  }
  return found;
}
