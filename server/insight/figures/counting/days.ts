import { MOST_DAYS, PAST_MONTH_DAYS, WEEKS_AT_FIRST } from '@/lib/contract/insight/shared';
import { type Month, monthsOf } from '@/lib/figures/months';
import { dayAfter, dayAt, startOfDay, type Week, weeksOf } from '@/lib/figures/weeks';
import { DEFAULT_ZONE } from '@/lib/schedules/time-zones';
import { clock } from '@/server/base/clock';
import { AppError } from '@/server/base/errors';
import type { Period } from '@/server/insight/figures/counting/slots';

/** The days that a request names. */
export interface Days {
  zone?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

const DAY_MS = 86_400_000;

/** The first and the last day of a request. Throws 400 if they are too many. */
function daysOf({ zone = DEFAULT_ZONE, since, until }: Days): {
  zone: string;
  since: string;
  until: string;
} {
  const last = until ?? dayAt(zone, clock.nowMs());
  const first = since ?? dayAfter(last, -7 * (WEEKS_AT_FIRST - 1));
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (count < 1 || count > MOST_DAYS) {
    throw new AppError('invalid', `"since" must be at most ${MOST_DAYS - 1} days before "until".`);
  }
  return { zone, since: first, until: last };
}

/** The whole weeks with the days of a request. */
export function weeksIn(wanted: Days): Week[] {
  const { zone, since, until } = daysOf(wanted);
  return weeksOf(zone, since, until);
}

/** The months of a request, the first and last of them as far as it goes. */
export function monthsIn(wanted: Days): Month[] {
  const { zone, since, until } = daysOf(wanted);
  return monthsOf(zone, since, until);
}

/** From the first day of a request to the end of the last one. */
export function periodOf(wanted: Days): Period {
  const { zone, since, until } = daysOf(wanted);
  return { startMs: startOfDay(zone, since), endMs: startOfDay(zone, dayAfter(until, 1)) };
}

/** The last days in a time zone, today included. */
export function lastDays(count: number, zone = DEFAULT_ZONE): Period {
  const today = dayAt(zone, clock.nowMs());
  return {
    startMs: startOfDay(zone, dayAfter(today, 1 - count)),
    endMs: startOfDay(zone, dayAfter(today, 1)),
  };
}

export const pastMonth = (zone?: string): Period => lastDays(PAST_MONTH_DAYS, zone);
