import { clock } from '@/server/base/clock';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { FairGate } from '@/server/http/limits/fair-gate';
import { PlacesOfEach } from '@/server/http/limits/places-of-each';

/** Comparisons with sources at the same time, in each process, and those of one person in all of their organizations. */
const AT_ONCE = 6;
const AT_ONCE_OF_PERSON = 2;
const LONGEST_LINE = 100;
const LONGEST_WAIT_MS = 60_000;
const retryAfterSeconds = 10;

const gate = () =>
  processWide(
    'gate of comparisons',
    () =>
      new FairGate({
        atOnce: AT_ONCE,
        longestLine: LONGEST_LINE,
        longestWaitMs: LONGEST_WAIT_MS,
        isBusy: () => false,
        nowMs: clock.nowMs,
      }),
  );

const ofPersons = () => processWide('comparisons of persons', () => new PlacesOfEach(AT_ONCE_OF_PERSON));

export interface Comparer {
  orgId: string;
  userId: string;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

/**
 * Compares a source once it is the caller's turn. A comparison holds all that a source offers in memory, for as long as
 * the source takes. Throws 429 if others keep the places for too long.
 */
export async function inTurn<T>({ orgId, userId, signal }: Comparer, compare: () => Promise<T>): Promise<T> {
  const leaveOwn = await ofPersons().enter(userId, signal);
  if (leaveOwn === null) throw canceled();
  try {
    const leave = await gate().enter(orgId, signal);
    if (leave === 'left') throw canceled();
    if (typeof leave === 'string') throw tooMany();
    return await compare().finally(leave);
  } finally {
    leaveOwn();
  }
}

/** The caller has disconnected, so only the log shows it. */
const canceled = (): AppError =>
  new AppError('impossible', 'The request was canceled before its turn to compare.');

const tooMany = (): AppError =>
  new AppError(
    'too_many_requests',
    'Pushboard is comparing as many sources as it can right now. Try again in a moment.',
    { retryAfterSeconds },
  );
