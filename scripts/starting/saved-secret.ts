import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Returns a secret that is created once and stored in a file that only its owner may read. */
export function savedSecret(
  file: string,
  make: () => string = () => randomBytes(24).toString('hex'),
): string {
  if (!existsSync(file)) {
    // Renamed when complete, so that an interrupted start leaves no partial secret.
    writeFileSync(`${file}.new`, make(), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
