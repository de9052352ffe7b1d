import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.mjs';

/** Disk space for the packages, the build, and a fresh database. */
export const installSpaceBytes = 1_500_000_000;

/** Disk space to work with once everything is installed. */
export const runSpaceBytes = 200_000_000;

/** Reads the port to serve on from PORT; undefined if it isn't one, which is reported with all other variables. */
export function wantedPort() {
  const text = process.env.PORT?.trim() || '3000';
  const port = Number(text);
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined;
}

/** Returns the folder for the database, results, and logs, from DATA_DIR. */
export function wantedDataFolder() {
  return resolve(process.env.DATA_DIR?.trim() || '.data');
}

/**
 * Checks that a port is free.
 *
 * @param patienceMs how long to wait for it: programs that outlived a killed start end within seconds
 * @throws StartError if another program listens on the port
 */
export async function checkPort(port, patienceMs = 0) {
  const deadline = Date.now() + patienceMs;
  // Check both, since a program may listen on only one of the addresses.
  while (!((await isFree(port, '127.0.0.1')) && (await isFree(port, undefined)))) {
    if (Date.now() >= deadline) {
      const other = port < 65_535 ? port + 1 : port - 1;
      throw new StartError(
        `Port ${port} is in use by another program. Set PORT to a free one, for example: PORT=${other} npm start`,
      );
    }
    await sleep(200);
  }
}

/** Creates the data folder if it is missing. Throws a StartError if it cannot be used. */
export function checkDataFolder(folder) {
  const advice =
    'Set DATA_DIR to a folder that can be written to, for example: DATA_DIR=/var/lib/pushboard npm start';
  try {
    makeFolder(folder);
    // Only the folder itself can be a file here: below a file, mkdir has failed with ENOTDIR.
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reasons = {
      EEXIST: 'it is a file',
      ENOTDIR: 'a part of its path is a file',
      EROFS: 'its disk is read-only',
    };
    const reason =
      reasons[error.code] ??
      (error.code === 'EACCES' ? "you don't have permission to write there" : error.message);
    throw new StartError(`Couldn't use the data folder ${folder}: ${reason}. ${advice}`);
  }
}

/** Creates a folder part by part: below a folder such as /proc, a recursive mkdir of Node.js 20 never ends. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @throws StartError if the disk of a folder, existing or not, has too little space */
export function checkSpace(folder, neededBytes) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const disk = statfsSync(existing);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes >= neededBytes) return;
  const inMegabytes = (bytes) => `${Math.floor(bytes / 1_000_000)} MB`;
  throw new StartError(
    `The disk of ${folder} is too full: ${inMegabytes(freeBytes)} free, ${inMegabytes(neededBytes)} needed. Free some space, or set DATA_DIR to another disk.`,
  );
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
