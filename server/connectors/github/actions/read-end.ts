import type { Octokit } from '@octokit/rest';
import type { RunError } from '@/lib/runs/run-error';
import { MemoryShare } from '../../_shared/memory-budget';
import type { ConnectorContext } from '../../connector-context';
import type { ResultSink } from '../../result-sink';
import { type GithubConnection, repositoryOf } from '../connection';
import type { OutputFile, ScriptOutcome } from '../result/outcome';
import { writeOutcome } from '../result/write-outcome';
import { refusalIn } from '../session/errors';
import type { WorkflowRun } from './find-run';
import { Recent } from './recent';
import { exitCodeIn, unpackArtifact } from './unpack-artifact';
import { ARTIFACT } from './workflow-file';

const mostLoggedLines = 5000;

/** A script, and the place of its row in a run of the workflow. */
export interface EndedRow {
  script: Pick<ScriptOutcome, 'language' | 'path'>;
  row: number;
  rows: number;
}

/** Rows of one run end together, so what they left is read for all of them. */
const keptMs = 30_000;
const recentFiles = new Recent<ReadonlyMap<string, Buffer>>();

/** Writes the result of a row whose run has ended, and what it logged. Returns its errors. */
export async function readEnd(
  github: Octokit,
  connection: GithubConnection,
  context: ConnectorContext,
  run: WorkflowRun,
  { script, row, rows }: EndedRow,
  sink: ResultSink,
): Promise<RunError[]> {
  const { apiUrl, owner, repo } = connection;
  const key = JSON.stringify([apiUrl, owner, repo, run.id, run.run_attempt]);
  const all = await recentFiles.get(key, rows === 1 ? 0 : keptMs, () =>
    artifactOf(github, connection, run.id),
  );
  const files = filesIn(all, `${row}/`);
  const ended = files.get('outcome.json');
  if (ended === undefined) return [await failedStep(github, connection, run)];
  const text = (name: string) => ({ text: files.get(name)?.toString('utf8') ?? '', isCut: false });
  const outcome: ScriptOutcome = {
    ...script,
    exitCode: exitCodeIn(ended),
    signal: null,
    stdout: text('stdout.txt'),
    stderr: text('stderr.txt'),
    outputs: outputsIn(files),
    returned: files.get('returned.json') ?? null,
  };
  logLines(outcome, sink);
  const memory = new MemoryShare(context.memory);
  try {
    return await writeOutcome(outcome, sink, memory);
  } finally {
    memory.release();
  }
}

const filesIn = (files: ReadonlyMap<string, Buffer>, folder: string): Map<string, Buffer> =>
  new Map(
    [...files].flatMap(([name, bytes]) =>
      name.startsWith(folder) ? [[name.slice(folder.length), bytes]] : [],
    ),
  );

const outputsIn = (files: ReadonlyMap<string, Buffer>): OutputFile[] =>
  [...filesIn(files, 'output/')].map(([name, bytes]) => ({ name, bytes }));

function logLines({ stdout, stderr }: ScriptOutcome, sink: ResultSink): void {
  const atMs = Date.now();
  for (const [text, level] of [
    [stdout.text, 'info'],
    [stderr.text, 'warning'],
  ] as const)
    for (const message of text
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, mostLoggedLines))
      sink.log({ level, message, atMs });
}

/** The files that a run left; none if it left nothing. */
async function artifactOf(
  github: Octokit,
  connection: GithubConnection,
  runId: number,
): Promise<Map<string, Buffer>> {
  const repository = repositoryOf(connection);
  const { data } = await github.rest.actions.listWorkflowRunArtifacts({
    ...repository,
    run_id: runId,
    name: ARTIFACT,
  });
  const [artifact] = data.artifacts;
  if (artifact === undefined || artifact.expired) return new Map();
  const { data: zip } = await github.rest.actions.downloadArtifact({
    ...repository,
    artifact_id: artifact.id,
    archive_format: 'zip',
  });
  return unpackArtifact(new Uint8Array(zip as ArrayBuffer));
}

const conclusions: Readonly<Record<string, string>> = {
  cancelled: 'The run was stopped in GitHub.',
  timed_out: 'The run took longer than GitHub allows.',
  startup_failure: 'GitHub could not start the run.',
  action_required: 'The run needs an approval in GitHub.',
  stale: 'GitHub gave up on the run, because nothing happened for too long.',
};

/** Why there is no result: the step that failed, with the end of its log. */
async function failedStep(
  github: Octokit,
  connection: GithubConnection,
  run: WorkflowRun,
): Promise<RunError> {
  const repository = repositoryOf(connection);
  const { data } = await github.rest.actions.listJobsForWorkflowRun({ ...repository, run_id: run.id });
  const job = data.jobs.find(({ conclusion }) => conclusion === 'failure') ?? data.jobs[0];
  const step = job?.steps?.find(({ conclusion }) => conclusion === 'failure');
  const log = job === undefined ? '' : await logOf(github, connection, job.id);
  const told =
    conclusions[run.conclusion ?? ''] ?? `The run ended in GitHub as ${run.conclusion}, without a result.`;
  const error = /##\[error\](.*)/.exec(log)?.[1];
  return {
    message:
      step === undefined
        ? told
        : `The step "${step.name}" failed in GitHub Actions${error === undefined ? '.' : `: ${error}`}`,
    code: run.conclusion ?? 'UNKNOWN',
    detail: log === '' ? null : log.slice(-10_000),
    hint: 'The page of the run in GitHub shows the log of each step.',
    where: null,
    severity: 'ERROR',
  };
}

/** The log of a job that has ended, without the time in front of each line; empty if there is none. */
async function logOf(github: Octokit, connection: GithubConnection, jobId: number): Promise<string> {
  try {
    const { data } = await github.rest.actions.downloadJobLogsForWorkflowRun({
      ...repositoryOf(connection),
      job_id: jobId,
    });
    return String(data).replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /gm, '');
  } catch (thrown) {
    if (refusalIn(thrown) !== null) return '';
    throw thrown;
  }
}
