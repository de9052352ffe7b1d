import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, isAlive, ownEntry, removeLeftBehind, tryCreate } from './lock-file.mjs';
import { StartError } from './start-error.mjs';

const stopPatienceMs = 20_000;

/**
 * Locks a data folder for this process. Waits for another process that is stopping; ignores the lock of a process that
 * is gone.
 * @throws StartError with the address of the other Pushboard if one uses the folder
 */
export async function lockData(folder, address) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'start.lock');
  const own = ownEntry({ address, state: 'starting' });
  const deadline = Date.now() + stopPatienceMs;
  let wasLeftBehind = false;
  let hasSaidSo = false;
  while (!tryCreate(file, own)) {
    const holder = holderOf(file);
    if (holder?.state === 'stopping' && isAlive(holder) && Date.now() < deadline) {
      if (!hasSaidSo) console.log(`Waiting for the Pushboard that is stopping (process ${holder.pid}) …`);
      hasSaidSo = true;
      await sleep(100);
      continue;
    }
    if (holder && isAlive(holder)) {
      throw new StartError(
        `Pushboard already uses ${folder}: process ${holder.pid}, at ${holder.address}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    wasLeftBehind ||= holder !== undefined;
    if (!removeLeftBehind(file, own)) await sleep(20);
  }
  return {
    /** Whether a killed process held the folder before: its children may need a moment to end. */
    wasLeftBehind,
    /** `running` or `stopping`, for other processes to read. */
    setState: (state) => replace(file, { ...own, state }),
    release: () => rmSync(file, { force: true }),
  };
}

function replace(file, content) {
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
