import { spawn } from 'node:child_process';
import { StartError } from '../starting/start-error.mjs';

const stopPatienceMs = 10_000;

/**
 * Runs a program of node_modules or our own to its end, in its own process group, so that it can be ended with
 * everything it started.
 *
 * @param variables for its environment, in addition to our own
 * @param write takes its output
 * @param signal aborts it: SIGTERM to the whole group, and SIGKILL to what is left after ten seconds
 * @throws StartError if it fails or was aborted
 */
export function runProgram(title, args, { variables, write, signal }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
    let force;
    const stop = () => {
      endGroup(child, 'SIGTERM');
      force = setTimeout(() => endGroup(child, 'SIGKILL'), stopPatienceMs);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('close', (code, how) => {
      signal.removeEventListener('abort', stop);
      clearTimeout(force);
      if (code === 0) return resolve();
      // Ends what it has left running.
      endGroup(child, 'SIGKILL');
      reject(new StartError(`${title} failed: ${how ? `ended by ${how}` : `code ${code}`}`));
    });
  });
}

function endGroup(child, how) {
  try {
    process.kill(-child.pid, how);
  } catch {
    // It has ended, or never started.
  }
}
