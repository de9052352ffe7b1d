import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const stopPatienceMs = 10_000;

/**
 * A folder that tests make theirs in, by TMPDIR. `clear` takes it away with all in it, and ends the Postgres servers
 * of tests that were stopped before they could: those belong to no process group that we started.
 */
export function createScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'pushboard-npm-test-'));
  // The embedded servers' own user, where it is not ours, has to pass through.
  chmodSync(folder, 0o755);
  return {
    folder,
    async clear() {
      const servers = serversBelow(folder);
      // Postgres's word for: at once, and without cleaning up.
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

/** Whether there was somebody to send it to. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
