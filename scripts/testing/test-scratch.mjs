import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const stopPatienceMs = 10_000;

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';

/** Several times what the tests' databases take at once (2 GB), next to the programs and browsers that use them. */
const roomyBytes = 10_000_000_000;

/**
 * Creates a folder for the tests' temporary files, by TMPDIR, and one for databases that need not outlive a test, in
 * memory if there is plenty of it. `clear` deletes them, and ends the Postgres servers of aborted tests, which belong to
 * no process group of ours.
 */
export function createScratch() {
  const folder = createFolder(tmpdir());
  const databases = createFolder(isRoomy() ? memory : folder);
  const folders = [folder, databases];
  return {
    folder,
    databases,
    async clear() {
      const servers = folders.flatMap(serversBelow);
      // Postgres ends at once on this signal, without cleaning up.
      for (const pid of servers) send(pid, 'SIGQUIT');
      const deadline = Date.now() + stopPatienceMs;
      while (servers.some((pid) => send(pid, 0)) && Date.now() < deadline) await sleep(50);
      for (const each of folders)
        rmSync(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function createFolder(parent) {
  const folder = mkdtempSync(join(parent, 'pushboard-npm-test-'));
  // The embedded servers' user, if not ours, must be able to pass through.
  chmodSync(folder, 0o755);
  return folder;
}

/** Returns whether the tests' databases may be kept in memory. It is shared with everything else on the machine. */
function isRoomy() {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) > roomyBytes;
}

function serversBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'postmaster.pid')
    .map((entry) => pidIn(join(entry.parentPath, entry.name)))
    .filter((pid) => pid > 1);
}

/** Returns the process of a server's lock file; NaN if the server has just ended and taken it away. */
function pidIn(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return Number.NaN;
  }
}

/** Returns whether there was a process to signal. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
