import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { processIdentity } from './process-identity.mjs';

const longestTurnMs = 10_000;

/** What a lock file says of this process, with more that others may read. */
export const ownEntry = (more = {}) => ({
  pid: process.pid,
  identity: processIdentity(process.pid),
  ...more,
});

/** Creates the file with its content in one step, so that nobody reads half of it. Returns false if it exists. */
export function tryCreate(file, content) {
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

/** Returns who holds the lock; undefined if nobody does. */
export function holderOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export function isAlive(holder) {
  return processIdentity(holder.pid) === holder.identity;
}

/**
 * Removes the lock of a process that is gone. One process at a time may do this, after checking again, since another
 * may have taken the folder in the meantime. Returns false if it was not our turn.
 */
export function removeLeftBehind(file, own) {
  const turn = `${file}.turn`;
  if (!tryCreate(turn, own)) {
    const { mtimeMs } = statSync(turn, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    // A turn lasts microseconds: its process was killed during it.
    if (Date.now() - mtimeMs > longestTurnMs) rmSync(turn, { force: true });
    return false;
  }
  try {
    const holder = holderOf(file);
    if (!holder || !isAlive(holder)) rmSync(file, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
  return true;
}
