import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.mjs';
import { StartError } from './start-error.mjs';

const stopPatienceMs = 20_000;

/**
 * Takes a data folder for this process. Waits for another one that is stopping; one that is gone without having
 * given it back, is passed over.
 * @throws StartError when another start uses the folder, with where it is to be found
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
    wasLeftBehind = holder !== undefined;
    setAside(file, holder);
  }
  return {
    /** A process held it before and was killed: its children may need a moment to notice. */
    wasLeftBehind,
    /** `running` or `stopping`, for others to see. */
    setState: (state) => replace(file, { ...own, state }),
    release: () => rmSync(file, { force: true }),
  };
}

function tryCreate(file, content) {
  try {
    writeFileSync(file, JSON.stringify(content), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
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

/** Whoever renames it first has it; if two find the same left-behind lock, only one removes it. */
function setAside(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = read(aside);
  if (taken?.identity === holder?.identity) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function replace(file, content) {
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
