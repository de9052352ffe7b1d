import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ConnectorError } from '../../_shared/connector-error';
import { type SandboxSettings, sandboxed } from '../worker/sandbox';

/** Packages with compiled parts are large. */
const diskBytes = 4_000_000_000;
const processes = 200;
const mostMs = 15 * 60_000;
const mostLines = 400;

export interface Installer {
  interpreter: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** An empty folder in place of a repository. */
  checkout: string;
  readable: SandboxSettings['readable'];
  writable: SandboxSettings['writable'];
  /** Whether it may reach the network. Code of packages that runs while they are installed may not. */
  network: boolean;
  signal: AbortSignal;
}

/** Runs an installer in a sandbox. Returns its last lines, and whether it succeeded. */
export async function runInstaller(installer: Installer): Promise<{ isDone: boolean; lines: string[] }> {
  const { signal, command, ...settings } = installer;
  const [program = '', ...args] = sandboxed({ ...settings, processes, diskBytes, files: {} }, command);
  const child = spawn(program, args, {
    detached: true,
    env: { NODE_ENV: 'production', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > mostLines) lines.shift();
    });
  const kill = () => killAll(child);
  const timer = setTimeout(kill, mostMs);
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (signal.aborted) throw new ConnectorError('cancelled', 'The script was stopped.');
    return { isDone: code === 0, lines };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
