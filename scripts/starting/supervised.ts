import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { passLines, writesJson } from './json-output.mjs';
import { openLogFile } from './log-file';

/** A program that is kept running. */
export type Supervised = {
  /** Ends it: SIGTERM, and SIGKILL to what is left after its time. It is not restarted. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

export type Program = {
  name: string;
  /** Arguments for Node.js. */
  args: string[];
  variables: Record<string, string>;
  /** The file for its output; without one, it goes to our own output. */
  logFile?: string;
  /** How long it may take to end; five seconds if this is left out. */
  stopPatienceMs?: number;
};

const stopPatienceMs = 5_000;
const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** A run this long counts as healthy: the next restart is quick again. */
const healthyMs = 60_000;

/**
 * Starts a program in its own process group, so that Ctrl-C reaches it only through us and in order. Through our
 * channel it notices our end (server/base/exit-with-parent.ts). If it dies, it is restarted, after half a second at first
 * and after twice as long each time.
 *
 * @param onEarlyEnd called if it ends before `isReady` returns true: a restart would not help
 */
export function supervise(
  program: Program,
  isReady: () => boolean,
  onEarlyEnd: (how: string) => void,
): Supervised {
  let isStopping = false;
  let delayMs = firstDelayMs;
  let child = launch(program);
  let restart: NodeJS.Timeout | undefined;
  watch();

  function watch(): void {
    const startedAt = Date.now();
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      const how = `${program.name} stopped unexpectedly (${signal ?? `code ${code}`})`;
      if (!isReady()) return onEarlyEnd(how);
      if (Date.now() - startedAt > healthyMs) delayMs = firstDelayMs;
      console.error(`${how}; restarting it in ${delayMs / 1000} s.`);
      // Where this is the only program, nothing else keeps our own process alive until then.
      restart = setTimeout(() => {
        child = launch(program);
        watch();
      }, delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    });
  }

  return {
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(program.stopPatienceMs ?? stopPatienceMs, undefined, { ref: false })]);
      if (hasEnded(child)) return;
      killGroup(child);
      await ended;
    },
    kill() {
      isStopping = true;
      clearTimeout(restart);
      if (!hasEnded(child)) killGroup(child);
    },
  };
}

function launch({ args, variables, logFile }: Program): ChildProcess {
  const output = logFile === undefined && !writesJson() ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
  });
  if (logFile === undefined) {
    passLines(child.stdout, process.stdout);
    passLines(child.stderr, process.stderr);
    return child;
  }
  const log = openLogFile(logFile);
  child.stdout?.on('data', (chunk: Buffer) => {
    log.append(chunk);
    // pino's level of fatal lines
    for (const line of chunk.toString('utf8').split('\n'))
      if (line.includes('"level":60')) console.error(line);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    log.append(chunk);
    process.stderr.write(chunk);
  });
  child.once('close', () => log.close());
  return child;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
