import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port';

/** Returns the port of last time, so that stored addresses stay valid, or another one if it has been taken. */
export async function savedPort(file: string): Promise<number> {
  const last = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
  if (!Number.isNaN(last) && (await isFree(last))) return last;
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}
