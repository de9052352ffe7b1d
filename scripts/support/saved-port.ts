import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port';

/** The port of last time, so that addresses kept elsewhere stay true; another one when somebody has taken it. */
export async function savedPort(file: string): Promise<number> {
  const last = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
  if (!Number.isNaN(last) && (await isFree(last))) return last;
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}
