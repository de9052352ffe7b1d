import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { zipSync } from 'fflate';
import { load } from 'js-yaml';

interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

interface Workflow {
  'run-name': string;
  on: { workflow_dispatch?: { inputs?: Record<string, { required?: boolean }> } };
  jobs: Record<string, { steps: Step[] }>;
}

export interface StepEnd {
  name: string;
  conclusion: 'success' | 'failure' | 'skipped';
}

/** What is left of a job. */
export interface JobEnd {
  conclusion: 'success' | 'failure';
  steps: StepEnd[];
  log: string;
  /** The artifact as a zip; null without one. */
  artifact: Buffer | null;
}

/** Reads a workflow as GitHub does. Throws what GitHub would say of one that it doesn't understand. */
export function readWorkflow(content: string): Workflow {
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  const problems = context.errors.getErrors().map(({ message }) => message);
  if (problems.length > 0) throw new Error(`The workflow is not valid: ${problems.join('; ')}`);
  return load(content) as Workflow;
}

/** A text with its `${{ }}` computed by GitHub's own library. */
function filled(text: string, contexts: data.Dictionary): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluated(expression, contexts).coerceString(),
  );
}

function evaluated(expression: string, contexts: data.Dictionary): data.ExpressionData {
  const { tokens } = new Lexer(expression.trim()).lex();
  const functions = [{ name: 'always', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(true) }];
  const parsed = new Parser(tokens, ['inputs', 'secrets', 'runner'], functions).parse();
  const own = new Map(functions.map((each) => [each.name, each]));
  return new Evaluator(parsed, contexts, own).evaluate();
}

const texts = (values: Readonly<Record<string, string>>): data.Dictionary =>
  new data.Dictionary(
    ...Object.entries(values).map(([key, value]) => ({ key, value: new data.StringData(value) })),
  );

interface Job {
  workflow: Workflow;
  inputs: Record<string, string>;
  secrets: Record<string, string>;
  /** The files at a branch; of the default one if it has no name. */
  filesAt: (ref: string) => ReadonlyMap<string, { bytes: Buffer }>;
  signal: AbortSignal;
}

export const runName = (workflow: Workflow, inputs: Record<string, string>): string =>
  filled(workflow['run-name'], new data.Dictionary({ key: 'inputs', value: texts(inputs) }));

/** Runs a job's steps on this machine: its shell lines for real, and the well-known actions as far as they matter. */
export async function runJob({ workflow, inputs, secrets, filesAt, signal }: Job): Promise<JobEnd> {
  const root = mkdtempSync(join(tmpdir(), 'job-'));
  const [workspace, temp] = [join(root, 'work'), join(root, 'temp')];
  for (const folder of [workspace, temp]) mkdirSync(folder);
  const event = join(root, 'event.json');
  writeFileSync(event, JSON.stringify({ inputs }));
  const contexts = new data.Dictionary(
    { key: 'inputs', value: texts(inputs) },
    { key: 'secrets', value: texts(secrets) },
    { key: 'runner', value: texts({ temp }) },
  );
  const end: JobEnd = { conclusion: 'success', steps: [], log: '', artifact: null };
  const masked = new Set(Object.values(secrets));
  const say = (line: string): void => {
    const [, mask] = /^::add-mask::(.*)$/.exec(line) ?? [];
    if (mask !== undefined) {
      masked.add(mask);
      return;
    }
    const hidden = [...masked].reduce((text, secret) => text.replaceAll(secret, '***'), line);
    end.log += `${new Date().toISOString().replace('Z', '0000Z')} ${hidden}\n`;
  };
  try {
    for (const step of Object.values(workflow.jobs)[0]?.steps ?? []) {
      const name = step.name ?? step.uses ?? 'Run';
      const isWanted =
        step.if === undefined
          ? end.conclusion === 'success'
          : evaluated(step.if, contexts).coerceString() === 'true' &&
            (end.conclusion === 'success' || step.if.includes('always()'));
      if (!isWanted || (signal.aborted && step.if !== 'always()')) {
        end.steps.push({ name, conclusion: 'skipped' });
        continue;
      }
      const env = Object.fromEntries(
        Object.entries(step.env ?? {}).map(([key, value]) => [key, filled(String(value), contexts)]),
      );
      const code =
        step.uses === undefined
          ? await shell(
              filled(step.run ?? '', contexts),
              workspace,
              { ...env, GITHUB_EVENT_PATH: event },
              say,
              signal,
            )
          : action(step, workspace, filesAt, contexts, end);
      end.steps.push({ name, conclusion: code === 0 ? 'success' : 'failure' });
      if (code !== 0) {
        say(`##[error]Process completed with exit code ${code}.`);
        end.conclusion = 'failure';
      }
    }
    return end;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function action(
  step: Step,
  workspace: string,
  filesAt: Job['filesAt'],
  contexts: data.Dictionary,
  end: JobEnd,
): number {
  const name = step.uses?.split('@')[0];
  if (name === 'actions/checkout') {
    for (const [path, { bytes }] of filesAt(filled(step.with?.ref ?? '', contexts))) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), bytes);
    }
    return 0;
  }
  if (name === 'actions/upload-artifact') {
    const folder = filled(step.with?.path ?? '', contexts);
    const left = filesBelow(folder).map((path): [string, Uint8Array] => [
      path.slice(folder.length + 1),
      new Uint8Array(readFileSync(path)),
    ]);
    if (left.length > 0) end.artifact = Buffer.from(zipSync(Object.fromEntries(left)));
    return 0;
  }
  if (name === 'actions/setup-python' || name === 'r-lib/actions/setup-r') return 0;
  throw new Error(`The double doesn't know the action ${step.uses}`);
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

/** As GitHub's runner does: `bash --noprofile --norc -eo pipefail`. */
function shell(
  script: string,
  cwd: string,
  env: Record<string, string>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    detached: true,
    env: {
      NODE_ENV: 'production',
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: cwd,
      GITHUB_ACTIONS: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', stop, { once: true });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line !== '') say(line);
    });
  return new Promise((resolve) =>
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 137);
    }),
  );
}
