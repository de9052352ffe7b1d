import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A secret text that is made once, and kept in a file that only its owner may read. */
export function savedSecret(
  file: string,
  make: () => string = () => randomBytes(24).toString('hex'),
): string {
  if (!existsSync(file)) {
    // Renamed when whole, so that an interrupted start leaves no half secret.
    writeFileSync(`${file}.new`, make(), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
