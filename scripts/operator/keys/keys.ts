import { keyStatus, RotationError, rotateKeys } from '@/scripts/operator/keys/rotate';
import { findDatabase } from '@/scripts/operator/running-database';
import { pool } from '@/server/base/database/db';
import { KeyRingError } from '@/server/base/installation/canaries';

const USAGE = `Usage:
  npm run keys -- status   say which keys of ENCRYPTION_KEYS sealed what
  npm run keys -- rotate   seal everything with the first key, while Pushboard serves; Ctrl+C stops it, and it goes on when called again`;

/**
 * Shows or rotates the keys, and prints what it did.
 * @returns whether it succeeded; for `rotate`, whether nothing is sealed with another key anymore
 */
export async function keys(args: readonly string[]): Promise<boolean> {
  const [command, ...rest] = args;
  if ((command !== 'status' && command !== 'rotate') || rest.length > 0) {
    console.error(USAGE);
    return false;
  }
  if (!(await findDatabase())) return false;
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    if (command === 'status') {
      for (const line of (await keyStatus()).lines) console.log(line);
      return true;
    }
    const { lines, isDone } = await rotateKeys((line) => console.log(line), stop.signal);
    for (const line of lines) console.log(line);
    return isDone;
  } catch (error) {
    if (!(error instanceof RotationError || error instanceof KeyRingError)) throw error;
    console.error(error.message);
    return false;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await pool().end();
  }
}
