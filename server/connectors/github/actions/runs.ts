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
import { callText } from './call-text';
import { findRun, type WorkflowRun } from './find-run';
import { installWorkflow } from './install-workflow';
import { readEnd } from './read-end';
import { dropSecret, keepVariables, setSecret } from './secrets';
import { WORKFLOW } from './workflow-file';

const firstLookMs = 2000;
const longestLookMs = 30_000;
/** A run that GitHub doesn't list after this time was never started. */
const unlistedMs = 5 * 60_000;
/** GitHub needs a moment to know a workflow that was just committed. */
const newWorkflowPauseMs = 2000;
const newWorkflowTries = 8;
/** A run that goes on after it was asked to end is made to. */
const patientMs = 4000;

const handleSchema = z.object({
  name: z.string(),
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
  start: (connection, context, call, name) =>
    withGithub(
      connection,
      context,
      async (github) => {
        const { language, path } = readExecutable(call.executable);
        const secret = secretName(name);
        const createdAtMs = startOf(name);
        const handle: Handle = {
          name,
          runId: null,
          createdAtMs,
          startedAtMs: Date.now(),
          secret: null,
          script: { language, path },
          told: '',
        };
        // A worker may have started it and died before it could say so.
        const known = await findRun(github, connection, name, createdAtMs);
        if (known !== null) return { handle: { ...handle, runId: known, secret }, lookAgainMs: firstLookMs };
        // What can't be sent is refused before anything is changed.
        callText(call, { secret, variables: '', ref: '' });
        const { data: repository } = await github.rest.repos.get(repositoryOf(connection));
        await installWorkflow(github, connection, repository.default_branch);
        const variables = await keepVariables(github, connection, context);
        const { text, secrets } = callText(call, { secret, variables, ref: connection.branch ?? '' });
        if (secrets !== null) await setSecret(github, connection, secret, JSON.stringify(secrets));
        const inputs = { name, call: text };
        const runId = await dispatch(github, connection, repository.default_branch, inputs, call.signal);
        return {
          handle: { ...handle, runId, secret: secrets === null ? null : secret },
          lookAgainMs: firstLookMs,
        };
      },
      'nobody',
    ),

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

/** Names of secrets have letters, digits, and lines below only. */
const secretName = (name: string): string => `PUSHBOARD_${name.replace(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;

/** When the run with a name was created: `pushboard-{run}-{time in base 36}`. */
function startOf(name: string): number {
  const at = Number.parseInt(name.split('-').at(-1) ?? '', 36);
  return Number.isNaN(at) ? Date.now() : at;
}

/** Starts the workflow. Returns the id of its run, or null where GitHub doesn't say it. */
async function dispatch(
  github: Octokit,
  connection: GithubConnection,
  ref: string,
  inputs: Record<string, string>,
  signal: AbortSignal,
): Promise<number | null> {
  const repository = repositoryOf(connection);
  const send = (details: boolean) =>
    github.rest.actions.createWorkflowDispatch({
      ...repository,
      workflow_id: WORKFLOW,
      ref,
      inputs,
      ...(details ? { return_run_details: true } : {}),
      request: { retries: 0 },
    });
  let asksForDetails = true;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await send(asksForDetails);
      const started: unknown = data;
      return typeof started === 'object' && started !== null && 'workflow_run_id' in started
        ? Number(started.workflow_run_id)
        : null;
    } catch (thrown) {
      const refusal = refusalIn(thrown);
      // GitHub Enterprise Server may not know the field.
      if (refusal?.status === 422 && asksForDetails && /return_run_details/.test(refusal.message)) {
        asksForDetails = false;
        continue;
      }
      // It may have been started although its answer was lost: it is looked for by its name.
      if (refusal === null || refusal.status >= 500) return null;
      const isNew =
        refusal.status === 404 || (refusal.status === 422 && /workflow_dispatch/.test(refusal.message));
      if (!isNew || attempt >= newWorkflowTries) throw thrown;
      await wait(newWorkflowPauseMs, undefined, { signal });
    }
  }
}

async function look(
  github: Octokit,
  connection: GithubConnection,
  context: ConnectorContext,
  handle: Handle,
  sink: ResultSink,
): Promise<Look> {
  const runId = handle.runId ?? (await findRun(github, connection, handle.name, handle.createdAtMs));
  if (runId === null) {
    if (Date.now() - handle.startedAtMs < unlistedMs) return { ended: false, lookAgainMs: firstLookMs };
    throw new ConnectorError(
      'failed',
      'GitHub accepted the run, but never listed it. Look at the page of Actions in the repository, and try again.',
    );
  }
  const { data: run } = await github.rest.actions.getWorkflowRun({
    ...repositoryOf(connection),
    run_id: runId,
  });
  if (handle.told === '') {
    sink.link({ kind: 'execution', label: 'Open in GitHub', url: run.html_url });
    if (!connection.branch) sink.metadata('Commit', run.head_sha);
  }
  if (run.status === 'completed') {
    const errors = await readEnd(github, connection, context, run, handle.script, sink);
    if (handle.secret !== null) await dropSecret(github, connection, handle.secret);
    return { ended: true, errors };
  }
  const state = await stateOf(github, connection, run);
  if (state !== handle.told) sink.log({ level: 'info', message: state, atMs: Date.now() });
  return { ended: false, lookAgainMs: pauseAfter(run), handle: { ...handle, runId, told: state } };
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

/** Young runs often end soon; one that has been running for hours isn't asked for every second. */
function pauseAfter({ created_at }: WorkflowRun): number {
  const ageMs = Date.now() - Date.parse(created_at);
  return Math.min(longestLookMs, Math.max(firstLookMs, Math.round(ageMs / 20)));
}

/** Asks the run to end, and makes it if it doesn't. One that has ended is fine. */
async function cancel(
  github: Octokit,
  connection: GithubConnection,
  handle: Handle,
  signal: AbortSignal,
): Promise<void> {
  const repository = repositoryOf(connection);
  const runId = handle.runId ?? (await findRun(github, connection, handle.name, handle.createdAtMs));
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
