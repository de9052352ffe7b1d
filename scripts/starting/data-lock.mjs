import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.mjs';
import { StartError } from './start-error.mjs';

const stopPatienceMs = 20_000;
const longestTurnMs = 10_000;

/**
 * Locks a data folder for this process. Waits for another process that is stopping; ignores the lock of a process that
 * is gone.
 * @throws StartError with the address of the other Pushboard if one uses the folder
 */
export async function lockData(folder, address) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'start.lock');
  const own = { pid: process.pid, identity: processIdentity(process.pid), address, state: 'starting' };
  const deadline = Date.now() + stopPatienceMs;
  let wasLeftBehind = false;
  let hasSaidSo = false;
  while (!tryCreate(file, own)) {
    const holder = read(file);
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

/** Creates the file with its content in one step, so that nobody reads half of it. Returns false if it exists. */
function tryCreate(file, content) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(content));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(holder) {
  return processIdentity(holder.pid) === holder.identity;
}

/**
 * Removes the lock of a process that is gone. One process at a time may do this, after checking again, since another
 * may have taken the folder in the meantime. Returns false if it was not our turn.
 */
function removeLeftBehind(file, own) {
  const turn = `${file}.turn`;
  if (!tryCreate(turn, own)) {
    const { mtimeMs } = statSync(turn, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    // A turn lasts microseconds: its process was killed during it.
    if (Date.now() - mtimeMs > longestTurnMs) rmSync(turn, { force: true });
    return false;
  }
  try {
    const holder = read(file);
    if (!holder || !isAlive(holder)) rmSync(file, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
  return true;
}

function replace(file, content) {
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
