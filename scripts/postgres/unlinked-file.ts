import { closeSync, constants, fchownSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Files in a folder that belongs to another user, such as the one of Postgres where we are root. That user may put a
 * link in place of a file: root would then read, overwrite, or give away whatever the link points to.
 */

/** Reads a file; undefined if it doesn't exist. Throws where it is a link. */
export function readUnlinked(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw refused(path, error);
  }
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Writes a file that only its owner may read, in place of what is there, a link too. */
export function writeUnlinked(path: string, text: string, owner?: { uid: number; gid: number }): void {
  rmSync(path, { force: true });
  // Made by this call or not at all: nobody can put a link there in between.
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    writeFileSync(file, text);
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid);
  } finally {
    closeSync(file);
  }
}

function refused(path: string, cause: unknown): Error {
  const isLink = cause instanceof Error && 'code' in cause && cause.code === 'ELOOP';
  const reason = isLink ? 'is a link. Remove it, and start again' : 'cannot be read';
  return new Error(`${path} ${reason}.`, { cause });
}
