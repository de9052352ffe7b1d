import { processWide } from '@/server/base/process-wide';

/** A look at most this old is answered again, so that probes cost the database one look a second, however many there are. */
const FRESH_MS = 1000;

/** Returns what the last look of this name found, if it is recent; a look that is under way is waited for. */
export function recent<T>(name: string, look: () => Promise<T>): Promise<T> {
  const last = processWide(name, (): { looked: Promise<T> | null } => ({ looked: null }));
  last.looked ??= look().finally(() => {
    setTimeout(() => {
      last.looked = null;
    }, FRESH_MS).unref();
  });
  return last.looked;
}
