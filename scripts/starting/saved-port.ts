import { readUnlinked, writeUnlinked } from '../postgres/unlinked-file';
import { freePort, isFree } from './free-port';

/** Returns the port of last time, so that stored addresses stay valid, or another one if it has been taken. */
export async function savedPort(file: string): Promise<number> {
  const last = Number.parseInt(readUnlinked(file) ?? '', 10);
  if (!Number.isNaN(last) && (await isFree(last))) return last;
  const port = await freePort();
  writeUnlinked(file, String(port));
  return port;
}
