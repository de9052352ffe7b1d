import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, isAlive, ownEntry, removeLeftBehind, tryCreate } from '../starting/lock-file.mjs';

const LOOK_EVERY_MS = 200;

/**
 * Does work that writes into the folder of the sources, such as a build, while no other process does. Another one that
 * does is waited for, however long it takes: then there may be nothing left to do, so look again in `work`. One that was
 * killed is not. Where nothing can be written, as in an image with a read-only root, nobody builds, and nobody is waited for.
 */
export async function inTurn(work, folder = '.build') {
  const file = join(folder, 'build.lock');
  const own = ownEntry();
  if (!(await hasTurn(folder, file, own))) return work();
  const release = () => rmSync(file, { force: true });
  // Also where a failed build ends the process.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Waits for the turn of this process. Returns false if the folder is on a disk that can't be written to. */
async function hasTurn(folder, file, own) {
  try {
    mkdirSync(folder, { recursive: true });
    await untilOwn(file, own);
    return true;
  } catch (error) {
    if (error.code === 'EROFS') return false;
    throw error;
  }
}

async function untilOwn(file, own) {
  let hasSaidSo = false;
  while (!tryCreate(file, own)) {
    const holder = holderOf(file);
    if (holder && isAlive(holder)) {
      if (!hasSaidSo) console.log(`Waiting for another build in this folder (process ${holder.pid}) …`);
      hasSaidSo = true;
      await sleep(LOOK_EVERY_MS);
    } else if (!removeLeftBehind(file, own)) await sleep(20);
  }
}
