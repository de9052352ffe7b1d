import { setTimeout as wait } from 'node:timers/promises';
import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import { ConnectorError } from '../../_shared/connector-error';
import type { ConnectorContext } from '../../connector-context';
import type { ResultSink } from '../../result-sink';
import type { Look, WorkElsewhere } from '../../types';
import { type GithubConnection, repositoryOf } from '../connection';
import { readExecutable } from '../executable';
import { withGithub } from '../session/client';
import { refusalIn } from '../session/errors';
import { findRuns, type WorkflowRun } from './find-run';
import { readEnd } from './read-end';
import { Recent } from './recent';
import { dropSecret } from './secrets';
import { createdAtMs, startRow } from './start-rows';

const firstLookMs = 2000;
const longestLookMs = 30_000;
/** A run that GitHub doesn't list after this time was never started. */
const unlistedMs = 5 * 60_000;
/** A run that goes on after it was asked to end is made to. */
const patientMs = 4000;

const handleSchema = z.object({
  /** Of the workflow's run, which may have several rows. */
  name: z.string(),
  row: z.int(),
  rows: z.int(),
  /** Null as long as GitHub hasn't said it. */
  runId: z.number().nullable(),
  /** When the run was put in line here, and when it was handed over. */
  createdAtMs: z.number(),
  startedAtMs: z.number(),
  /** The secret of this run alone; null without one. */
  secret: z.string().nullable(),
  script: z.object({ language: z.enum(['python', 'r']), path: z.string() }),
  /** What was told last of its state. */
  told: z.string(),
});

type Handle = z.output<typeof handleSchema>;

/** Scripts in the repository's own GitHub Actions: started by a name, found by it, followed until they end. */
export const actionsRuns: WorkElsewhere<GithubConnection> = {
  start: async (connection, context, call, name, group) => {
    const { language, path } = readExecutable(call.executable);
    const started = await startRow(connection, context, { call, name }, group);
    const handle: Handle = {
      ...started,
      createdAtMs: createdAtMs(name),
      startedAtMs: Date.now(),
      script: { language, path },
      told: '',
    };
    return { handle, lookAgainMs: firstLookMs, sharedAs: started.rows === 1 ? null : started.name };
  },

  // A limit isn't waited for here: the next look comes soon.
  follow: (connection, context, stored, sink) =>
    withGithub(connection, context, (github) =>
      look(github, connection, context, handleSchema.parse(stored), sink),
    ),

  cancel: (connection, context, stored, signal) =>
    withGithub(connection, context, (github) =>
      cancel(github, connection, handleSchema.parse(stored), signal),
    ),
};

const recentRuns = new Recent<WorkflowRun>();

async function look(
  github: Octokit,
  connection: GithubConnection,
  context: ConnectorContext,
  handle: Handle,
  sink: ResultSink,
): Promise<Look> {
  const runId = handle.runId ?? (await findAgain(github, connection, handle));
  if (runId === null) {
    if (Date.now() - handle.startedAtMs < unlistedMs) return { ended: false, lookAgainMs: firstLookMs };
    throw new ConnectorError(
      'failed',
      'GitHub accepted the run, but never listed it. Look at the page of Actions in the repository, and try again.',
    );
  }
  const pauseMs = pauseAt(Date.now() - handle.startedAtMs);
  const { apiUrl, owner, repo } = connection;
  const run = await recentRuns.get(
    JSON.stringify([apiUrl, owner, repo, runId]),
    handle.rows === 1 ? 0 : pauseMs / 2,
    async () =>
      (await github.rest.actions.getWorkflowRun({ ...repositoryOf(connection), run_id: runId })).data,
  );
  if (handle.told === '') {
    sink.link({ kind: 'execution', label: 'Open in GitHub', url: run.html_url });
    if (!connection.branch) sink.metadata('Commit', run.head_sha);
  }
  if (run.status === 'completed') {
    const errors = await readEnd(github, connection, context, run, handle, sink);
    if (handle.secret !== null) await dropSecret(github, connection, handle.secret);
    return { ended: true, errors };
  }
  const state = await stateOf(github, connection, run);
  if (state !== handle.told) sink.log({ level: 'info', message: state, atMs: Date.now() });
  return { ended: false, lookAgainMs: pauseMs, handle: { ...handle, runId, told: state } };
}

/** What a run that hasn't ended waits for, in a sentence. */
async function stateOf(github: Octokit, connection: GithubConnection, run: WorkflowRun): Promise<string> {
  switch (run.status) {
    case 'waiting': {
      const { data } = await github.rest.actions.getPendingDeploymentsForRun({
        ...repositoryOf(connection),
        run_id: run.id,
      });
      const names = data.map(({ environment }) => environment.name).join(', ');
      return `Waits for a reviewer in GitHub${names === '' ? '' : `, for the environment ${names}`}.`;
    }
    case 'in_progress':
      return 'Runs in GitHub Actions.';
    default:
      return 'Waits in the line of GitHub Actions.';
  }
}

async function findAgain(
  github: Octokit,
  connection: GithubConnection,
  { name, createdAtMs }: Handle,
): Promise<number | null> {
  const [row = name] = name.split(' ');
  return (await findRuns(github, connection, [row], createdAtMs)).get(row)?.runId ?? null;
}

/** Young runs often end soon; one that has been running for hours isn't asked for every second. */
const pauseAt = (ageMs: number): number =>
  Math.min(longestLookMs, Math.max(firstLookMs, Math.round(ageMs / 20)));

/** Asks the run to end, and makes it if it doesn't. One that has ended is fine. */
async function cancel(
  github: Octokit,
  connection: GithubConnection,
  handle: Handle,
  signal: AbortSignal,
): Promise<void> {
  const repository = repositoryOf(connection);
  const runId = handle.runId ?? (await findAgain(github, connection, handle));
  if (runId === null) return;
  const hasEnded = (thrown: unknown): void => {
    const status = refusalIn(thrown)?.status;
    if (status !== 409 && status !== 404) throw thrown;
  };
  await github.rest.actions.cancelWorkflowRun({ ...repository, run_id: runId }).catch(hasEnded);
  for (let waitedMs = 0; waitedMs < patientMs; waitedMs += firstLookMs) {
    const { data } = await github.rest.actions.getWorkflowRun({ ...repository, run_id: runId });
    if (data.status === 'completed') break;
    if (waitedMs + firstLookMs >= patientMs)
      await github.rest.actions.forceCancelWorkflowRun({ ...repository, run_id: runId }).catch(hasEnded);
    else await wait(firstLookMs, undefined, { signal });
  }
  if (handle.secret !== null) await dropSecret(github, connection, handle.secret);
}
