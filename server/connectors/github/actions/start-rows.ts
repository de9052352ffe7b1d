import { setTimeout as wait } from 'node:timers/promises';
import type { Octokit } from '@octokit/rest';
import type { ConnectorContext } from '../../connector-context';
import type { Call } from '../../types';
import { type GithubConnection, repositoryOf } from '../connection';
import { withGithub } from '../session/client';
import { refusalIn } from '../session/errors';
import { callText, fitTogether, hiddenKeys } from './call-text';
import { findRuns, nameOfRun } from './find-run';
import { Gathering } from './gathering';
import { installWorkflow } from './install-workflow';
import { keepVariables, setSecret } from './secrets';
import { WORKFLOW } from './workflow-file';

/** GitHub needs a moment to know a workflow that was just committed. */
const newWorkflowPauseMs = 2000;
const newWorkflowTries = 8;
/** The name of a run tells those of its rows, and people read it. */
const mostRows = 12;

/** A run to start, under a name of its own. */
export interface Row {
  call: Call;
  name: string;
}

/** Where a row was started: in a run of the workflow, which may have more rows. */
export interface StartedRow {
  /** Of the workflow's run. */
  name: string;
  /** Null as long as GitHub hasn't said it. */
  runId: number | null;
  row: number;
  rows: number;
  /** The secret of this run alone; null without one. */
  secret: string | null;
}

const gathering = new Gathering<Row, StartedRow>(
  (rows) => rows.length <= mostRows && fitTogether(rows.map(({ call }) => call)),
);

/**
 * Starts a row. Those of one group that come at the same time share a run of the workflow, since GitHub takes few starts
 * a minute, and prepares and bills each on its own. A row with secrets has a run, and with it a secret, of its own.
 */
export async function startRow(
  connection: GithubConnection,
  context: ConnectorContext,
  row: Row,
  group: string | null,
): Promise<StartedRow> {
  const { call } = row;
  const secret = secretName(row.name);
  // What can't be sent is refused before anything is changed.
  callText([call], { secret, variables: '', ref: '' });
  const start = (rows: readonly Row[]) => startRows(connection, context, rows);
  if (group === null || hiddenKeys(call).length > 0) {
    const [only] = await start([row]);
    if (only === undefined) throw new Error('Nothing was started');
    return only;
  }
  const { credsId, credsVersion } = context;
  return gathering.add(JSON.stringify([credsId, credsVersion, group, call.executable]), row, start);
}

/** Starts those rows that a worker hasn't started before it died, together. */
async function startRows(
  connection: GithubConnection,
  context: ConnectorContext,
  rows: readonly Row[],
): Promise<(StartedRow | Promise<StartedRow>)[]> {
  const names = rows.map(({ name }) => name);
  const found = await withGithub(
    connection,
    context,
    (github) => findRuns(github, connection, names, Math.min(...names.map(createdAtMs))),
    'nobody',
  );
  const others = rows.filter(({ name }) => !found.has(name));
  const begun =
    others.length === 0
      ? null
      : withGithub(connection, context, (github) => begin(github, connection, context, others), 'nobody');
  return rows.map(({ name, call }): StartedRow | Promise<StartedRow> => {
    const secret = hiddenKeys(call).length > 0 ? secretName(name) : null;
    const run = found.get(name) ?? begun;
    if (run === null) throw new Error(`${name} was neither found nor started`);
    return 'then' in run ? run.then((started) => placeIn(started, name, secret)) : placeIn(run, name, secret);
  });
}

function placeIn(
  run: { runId: number | null; name: string },
  row: string,
  secret: string | null,
): StartedRow {
  const rows = run.name.split(' ');
  return { ...run, row: rows.indexOf(row), rows: rows.length, secret };
}

/** Names of secrets have letters, digits, and lines below only. */
const secretName = (name: string): string => `PUSHBOARD_${name.replace(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;

/** When the run with a name was created: `pushboard-{run}-{time in base 36}`. */
export function createdAtMs(name: string): number {
  const at = Number.parseInt(name.split('-').at(-1) ?? '', 36);
  return Number.isNaN(at) ? Date.now() : at;
}

async function begin(
  github: Octokit,
  connection: GithubConnection,
  context: ConnectorContext,
  rows: readonly Row[],
): Promise<{ runId: number | null; name: string }> {
  const { data: repository } = await github.rest.repos.get(repositoryOf(connection));
  await installWorkflow(github, connection, repository.default_branch);
  const variables = await keepVariables(github, connection, context);
  const name = nameOfRun(rows.map((row) => row.name));
  const calls = rows.map(({ call }) => call);
  const secret = calls.some((call) => hiddenKeys(call).length > 0) ? secretName(name) : '';
  const { text, secrets } = callText(calls, { secret, variables, ref: connection.branch ?? '' });
  if (secret !== '') await setSecret(github, connection, secret, JSON.stringify(secrets));
  const isWanted = () => calls.some(({ signal }) => !signal.aborted);
  const runId = await dispatch(github, connection, repository.default_branch, { name, call: text }, isWanted);
  return { runId, name };
}

/** Starts the workflow. Returns the id of its run, or null where GitHub doesn't say it. */
async function dispatch(
  github: Octokit,
  connection: GithubConnection,
  ref: string,
  inputs: Record<string, string>,
  isWanted: () => boolean,
): Promise<number | null> {
  const send = (details: boolean) =>
    github.rest.actions.createWorkflowDispatch({
      ...repositoryOf(connection),
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
      if (!isNew || attempt >= newWorkflowTries || !isWanted()) throw thrown;
      await wait(newWorkflowPauseMs);
    }
  }
}
