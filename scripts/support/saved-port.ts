import { freePort, isFree } from './free-port';
import { readUnlinked, writeUnlinked } from './unlinked-file';

/** The port of last time, so that addresses kept elsewhere stay true; another one when somebody has taken it. */
export async function savedPort(file: string): Promise<number> {
  const last = Number.parseInt(readUnlinked(file) ?? '', 10);
  if (!Number.isNaN(last) && (await isFree(last))) return last;
  const port = await freePort();
  writeUnlinked(file, String(port));
  return port;
}
