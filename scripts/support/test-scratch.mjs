import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const stopPatienceMs = 10_000;

/**
 * Creates a folder for the tests' temporary files, by TMPDIR. `clear` deletes it, and ends the Postgres servers of
 * aborted tests, which belong to no process group of ours.
 */
export function createScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'pushboard-npm-test-'));
  // The embedded servers' user, if not ours, must be able to pass through.
  chmodSync(folder, 0o755);
  return {
    folder,
    async clear() {
      const servers = serversBelow(folder);
      // Postgres ends at once on this signal, without cleaning up.
      for (const pid of servers) send(pid, 'SIGQUIT');
      const deadline = Date.now() + stopPatienceMs;
      while (servers.some((pid) => send(pid, 0)) && Date.now() < deadline) await sleep(50);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function serversBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'postmaster.pid')
    .map((entry) => Number.parseInt(readFileSync(join(entry.parentPath, entry.name), 'utf8'), 10))
    .filter((pid) => pid > 1);
}

/** Returns whether there was a process to signal. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
