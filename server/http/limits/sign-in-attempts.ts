import statement from 'sql-template-tag';
import { warnOf } from '@/server/base/database/database-down';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { networkOf } from '@/server/base/outside/caller-network';
import { withinTime } from '@/server/base/waiting/within-time';
import { limitRate, refuseAt } from '@/server/http/limits/rate-limit';

/** A database that is silent for longer doesn't hold up a sign-in, which then fails or not by itself. */
const PATIENCE_MS = 3000;

/**
 * Counts an attempt to sign in from a network, over all web processes: guessing gains nothing from there being several.
 * This process's own count comes first, and keeps floods away from the database. While the database can't be reached, it
 * is the only one.
 *
 * @throws AppError 429 with the time to wait
 */
export async function limitSignIn(address: string | null): Promise<void> {
  limitRate('signIn', null, address);
  const secondsOfOne = 60 / env().signInAttemptsPerMinute;
  const isAllowed = await withinTime(takeAttempt(networkOf(address), secondsOfOne), PATIENCE_MS).catch(
    (error) => {
      warnOf(error, 'Attempts to sign in were counted in this process alone');
      return true;
    },
  );
  refuseAt(isAllowed ? 0 : secondsOfOne);
}

/**
 * Moves the time at which all attempts are free again by one attempt, unless it is too far away. What a clock that was
 * set back makes of it is cut to a full minute.
 */
async function takeAttempt(network: string, secondsOfOne: number): Promise<boolean> {
  const rows = await query(
    { taken: column.boolean },
    statement`insert into sign_in_allowance as a (address, full_at)
      values (${network}, now() + make_interval(secs => ${secondsOfOne}))
      on conflict (address) do update
        set full_at = greatest(least(a.full_at, now() + interval '1 minute'), now())
          + make_interval(secs => ${secondsOfOne})
        where greatest(least(a.full_at, now() + interval '1 minute'), now())
          + make_interval(secs => ${secondsOfOne}) <= now() + interval '1 minute' + interval '1 millisecond'
      returning true as taken`,
  );
  return rows.length > 0;
}
