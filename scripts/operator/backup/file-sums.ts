import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error';
import type { FileSum } from './manifest';

/** Measures and hashes what passes through. */
function counter(): { stream: Transform; sum(): FileSum } {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, sum: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}

/** Returns the size and hash of a file. */
export async function sumOf(path: string): Promise<FileSum> {
  const { stream, sum } = counter();
  await pipeline(createReadStream(path), stream.resume());
  return sum();
}

/** Copies a file, and returns the size and hash of what was copied. Throws if the target exists. */
export async function copyWithSum(from: string, to: string): Promise<FileSum> {
  const { stream, sum } = counter();
  await pipeline(createReadStream(from), stream, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  return sum();
}

/** Throws `BackupError` if a file is missing, or not the one that the manifest names. */
export async function checkFile(path: string, expected: FileSum): Promise<void> {
  const found = await sumOf(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`${path} is missing from the backup.`);
    throw error;
  });
  if (found.sizeBytes === expected.sizeBytes && found.sha256 === expected.sha256) return;
  throw new BackupError(
    `${path} is not the file that was backed up: it has ${found.sizeBytes} bytes with the SHA-256 ${found.sha256}, instead of ${expected.sizeBytes} with ${expected.sha256}.`,
  );
}
