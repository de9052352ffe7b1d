import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.mjs';

/** Space for the packages, the build and a fresh database. */
export const installSpaceBytes = 1_500_000_000;

/** Space to work with when everything is installed. */
export const runSpaceBytes = 200_000_000;

/** The port to serve on, from PORT. */
export function wantedPort() {
  const text = process.env.PORT?.trim() || '3000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new StartError('PORT wants a whole number from 1 to 65535.');
  }
  return port;
}

/** The folder that holds the database, results and logs, from DATA_DIR. */
export function wantedDataFolder() {
  return resolve(process.env.DATA_DIR?.trim() || '.data');
}

/**
 * @param patienceMs how long to wait for it to come free: what a killed start left behind ends within seconds
 * @throws StartError when another program listens on the port
 */
export async function checkPort(port, patienceMs = 0) {
  const deadline = Date.now() + patienceMs;
  // Both: a program may hold the one address without the other.
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

/** Makes the data folder when it is missing, and throws a StartError when it cannot be used. */
export function checkDataFolder(folder) {
  const advice =
    'Set DATA_DIR to a folder that can be written to, for example: DATA_DIR=/var/lib/pushboard npm start';
  try {
    makeFolder(folder);
    // Only the folder itself: below a file, making it has failed with ENOTDIR.
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reasons = {
      EEXIST: 'it is a file',
      ENOTDIR: 'a part of its path is a file',
      EROFS: 'its disk is read-only',
    };
    const reason =
      reasons[error.code] ?? (error.code === 'EACCES' ? 'you may not write there' : error.message);
    throw new StartError(`The data folder ${folder} cannot be used: ${reason}. ${advice}`);
  }
}

/** Part by part: where a folder can never be made, below /proc say, Node.js 20 tries a recursive mkdir for ever. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @throws StartError when the disk that a folder is on, or will be on, has too little room */
export function checkSpace(folder, neededBytes) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const disk = statfsSync(existing);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes >= neededBytes) return;
  const inMegabytes = (bytes) => `${Math.floor(bytes / 1_000_000)} MB`;
  throw new StartError(
    `There is too little room on the disk of ${folder}: ${inMegabytes(freeBytes)} free, ${inMegabytes(neededBytes)} needed. Make room, or set DATA_DIR to another disk.`,
  );
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
