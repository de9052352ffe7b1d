import { clock } from '@/server/base/clock';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { StoreFault } from '@/server/stores/store';

/** What a store answered to a request that failed. */
export interface StoreAnswer {
  /** Null if nothing answered. */
  status: number | null;
  /** The store's own code, such as `ExpiredToken`; empty if it gave none. */
  code: string;
  /** The store's own time, as its answer has it. */
  date: string | null;
}

/** How a store is named in messages. */
export interface StoreNames {
  store: string;
  /** What it is opened with: `access key`. */
  key: string;
  /** What holds its files: `bucket`. */
  place: string;
}

/** Stores refuse requests that were signed this much before or after their own time. */
const MOST_APART_MS = 15 * 60_000;
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired']);
const OTHER_TIME = new Set(['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture']);
const REFUSALS: readonly (number | null)[] = [400, 401, 403];

/** Says in words for people what failed, and whether that may pass by itself. */
export function storeFault(names: StoreNames, answer: StoreAnswer, cause: unknown): StoreFault {
  const { status } = answer;
  const mayPass = status === null || status === 408 || status === 429 || status >= 500;
  const isSilent = cause instanceof TookTooLong || (cause instanceof Error && cause.name === 'TimeoutError');
  return new StoreFault(wordsOf(names, answer, isSilent), { cause, mayPass });
}

function wordsOf(
  { store, key, place }: StoreNames,
  { status, code, date }: StoreAnswer,
  isSilent: boolean,
): string {
  if (status === null) return `${store} ${isSilent ? 'does not answer' : "can't be reached"}.`;
  if (EXPIRED.has(code)) return `${store} says that the ${key} has expired.`;
  if (OTHER_TIME.has(code) || (REFUSALS.includes(status) && isFarApart(date))) {
    return `${store} refuses requests because its clock and this server's differ${byHowMuch(date)}.`;
  }
  if (status === 401 || status === 403) return `${store} refused the ${key}.`;
  if (status === 404) return `The ${place}, or the file in it, does not exist in ${store}.`;
  return `${store} answered with status ${status}.`;
}

const apartMs = (date: string | null): number => {
  const storeMs = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(storeMs) ? 0 : Math.abs(clock.nowMs() - storeMs);
};

const isFarApart = (date: string | null): boolean => apartMs(date) > MOST_APART_MS;

function byHowMuch(date: string | null): string {
  const minutes = Math.round(apartMs(date) / 60_000);
  return minutes < 2 ? '' : ` by ${minutes.toLocaleString('en-US')} minutes`;
}
