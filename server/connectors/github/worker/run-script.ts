import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseTar } from 'nanotar';
import { ConnectorError } from '../../_shared/connector-error';
import type { ScriptSettings } from '../../connector-context';
import type { Invocation } from '../call/invocation';
import type { OutputFile, ScriptOutcome } from '../result/outcome';
import { OUTPUT, REPOSITORY, sandboxed, TEMPORARY } from './sandbox';
import { type Exceeded, watchUse } from './watch-use';

/** How much of its output a script is read for: the rest of it is left out. */
const mostOutputBytes = 20_000_000;
const mostErrorBytes = 200_000;
const longestLine = 100_000;
const mostFilesBytes = 50_000_000;

const CALL = '/pushboard/call.json';
const FILES = '/pushboard/files';
const DRIVERS = '/pushboard/drivers';
const RETURNED = `${OUTPUT}/.returned.json`;

/** Runs the script, and hands over what it left behind, whatever became of it. The script has no way to that itself. */
const SUPERVISOR = `"$@" 4>&-; code=$?; tar -C ${OUTPUT} -cf - . >&4 2>/dev/null; exit $code`;

const drivers = { python: 'run_script.py', r: 'run_script.R' } as const;
const options = { python: ['-X', 'utf8'], r: ['--vanilla'] } as const;

export interface ScriptRun {
  invocation: Invocation;
  /** The folder of the repository. */
  checkout: string;
  /** Folders with packages for the script, as its language looks for them. */
  packages: readonly string[];
  settings: ScriptSettings;
  /** Lines of its output, as they come. */
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  signal: AbortSignal;
}

/** How a script ended: by itself, or because it took more than it may. */
export type Ended = ScriptOutcome & { exceeded: Exceeded | null };

/** Runs a script in a sandbox to its end. An abort kills it with everything that it started. */
export async function runScript(run: ScriptRun): Promise<Ended> {
  const { invocation, settings, signal } = run;
  const { language } = invocation;
  const interpreter = settings.interpreters[language];
  if (interpreter === null) throw notRunHere(language);
  const uploads = invocation.files.map(({ name, base64 }) => ({
    at: `${FILES}/${name}`,
    bytes: Buffer.from(base64, 'base64'),
  }));
  const call = {
    ...invocation,
    files: FILES,
    names: invocation.files.map(({ name }) => name),
    root: REPOSITORY,
    returned: RETURNED,
  };
  // File descriptors 3 and 4 are ours: the call, and what is left behind.
  const inputs = [{ at: CALL, bytes: Buffer.from(JSON.stringify(call)) }, ...uploads];
  const descriptors = Object.fromEntries(inputs.map(({ at }, index) => [at, index === 0 ? 3 : index + 4]));
  const places = run.packages.map((_, index) => `/packages/${index}`);
  const command = sandboxed(
    {
      interpreter,
      checkout: run.checkout,
      readable: {
        [DRIVERS]: join(process.cwd(), 'server/connectors/github/drivers'),
        ...Object.fromEntries(run.packages.map((folder, index) => [places[index] ?? '', folder])),
      },
      writable: {},
      processes: settings.processes,
      diskBytes: settings.diskBytes,
      network: settings.network,
      environment: environmentOf(places),
      files: descriptors,
    },
    [
      'sh',
      '-c',
      SUPERVISOR,
      'sh',
      interpreter,
      ...options[language],
      `${DRIVERS}/${drivers[language]}`,
      CALL,
    ],
  );
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    detached: true,
    env: { NODE_ENV: 'production', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: [
      'pipe',
      'pipe',
      'pipe',
      ...inputs.slice(0, 1).map(() => 'pipe' as const),
      'pipe',
      ...uploads.map(() => 'pipe' as const),
    ],
  });
  const { pid } = child;
  let exceeded: Ended['exceeded'] = null;
  const kill = (): void => {
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  const stopWatching =
    pid === undefined
      ? () => undefined
      : watchUse(pid, settings, (what) => {
          exceeded ??= what;
          kill();
        });
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    const exited = new Promise<{ code: number | null; killedBy: NodeJS.Signals | null }>(
      (resolve, reject) => {
        child.once('error', (error) => reject(notStarted(error)));
        child.once('close', (code, killedBy) => resolve({ code, killedBy }));
      },
    );
    feed(child.stdio, inputs, invocation.answers);
    const stdout = collect(child.stdout, mostOutputBytes, (line) => run.onLine(line, 'stdout'));
    const stderr = collect(child.stderr, mostErrorBytes, (line) => run.onLine(line, 'stderr'));
    const left = collectBytes(child.stdio[4] as Readable, mostFilesBytes);
    const { code, killedBy } = await exited;
    const failed = /^bwrap: (.*)/.exec(stderr().text)?.[1];
    if (failed !== undefined) throw notStarted(new Error(failed));
    const outputs = outputsIn(await left);
    const returned = outputs.find(({ name }) => name === '.returned.json');
    return {
      language,
      path: invocation.path,
      exitCode: code,
      signal: killedBy,
      stdout: stdout(),
      stderr: stderr(),
      outputs: outputs.filter((each) => each !== returned),
      returned: returned?.bytes ?? null,
      exceeded,
    };
  } finally {
    stopWatching();
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function environmentOf(packages: readonly string[]): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: TEMPORARY,
    TMPDIR: TEMPORARY,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    MPLBACKEND: 'Agg',
    MPLCONFIGDIR: TEMPORARY,
    PUSHBOARD_OUTPUT: `${OUTPUT}/result`,
    ...(packages.length === 0 ? {} : { PYTHONPATH: packages.join(':'), R_LIBS: packages.join(':') }),
  };
}

/** Writes the call and the uploaded files, and the answers to standard input. */
function feed(
  stdio: readonly unknown[],
  inputs: readonly { bytes: Buffer }[],
  answers: readonly string[],
): void {
  const write = (stream: unknown, bytes: Buffer): void => {
    const writable = stream as Writable;
    // A script may end before it has read everything.
    writable.on('error', () => {});
    writable.end(bytes);
  };
  for (const [index, { bytes }] of inputs.entries()) write(stdio[index === 0 ? 3 : index + 4], bytes);
  write(stdio[0], Buffer.from(answers.map((each) => `${each}\n`).join('')));
}

/** Passes lines on as they come, and keeps the text up to a limit. */
function collect(
  stream: Readable,
  mostBytes: number,
  onLine: (line: string) => void,
): () => { text: string; isCut: boolean } {
  let text = '';
  let isCut = false;
  let open = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < mostBytes) text += chunk.slice(0, mostBytes - text.length);
    isCut ||= text.length >= mostBytes;
    const lines = (open + chunk).split('\n');
    open = lines.pop() ?? '';
    // A line without end is passed on in pieces.
    if (open.length > longestLine) lines.push(open);
    if (open.length > longestLine) open = '';
    if (!isCut) for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (open !== '' && !isCut) onLine(open);
  });
  return () => ({ text, isCut });
}

function collectBytes(stream: Readable, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  });
  return new Promise((resolve) => {
    stream.once('close', () => resolve(size <= mostBytes ? Buffer.concat(chunks) : null));
    stream.once('error', () => resolve(null));
  });
}

/** The regular files of the output folder. Links lead nowhere out of the sandbox, and are left out. */
function outputsIn(archive: Buffer | null): OutputFile[] {
  if (archive === null || archive.length === 0) return [];
  try {
    const files = parseTar(archive).flatMap(({ name, type, data }) => {
      const path = name.replace(/^\.\//, '');
      return type === 'file' && data !== undefined && path !== ''
        ? [{ name: path, bytes: Buffer.from(data) }]
        : [];
    });
    return files.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Killed while it was written.
    return [];
  }
}

const names = { python: 'Python', r: 'R' } as const;

const notRunHere = (language: keyof typeof names): ConnectorError =>
  new ConnectorError(
    'failed',
    `${names[language]} scripts don't run on this server. Ask the people who run Pushboard to allow it (SCRIPT_RUNNERS), or let the repository's scripts run in GitHub Actions.`,
  );

function notStarted(error: Error): ConnectorError {
  const isMissing = 'code' in error && error.code === 'ENOENT';
  const message = isMissing
    ? "The sandbox for scripts can't be made: bubblewrap is not installed on this server. Ask the people who run Pushboard to install it."
    : `The sandbox for scripts can't be made: ${error.message}`;
  return new ConnectorError('failed', message, null, { cause: error });
}
