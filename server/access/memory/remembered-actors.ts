import type { Actor, Person } from '@/lib/access/vocabulary';
import { Recent } from '@/lib/base/memory/recent';
import { clock } from '@/server/base/clock';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

/** As of when something was read. */
interface Reading {
  /** `lastChanges` at that moment. */
  asOf: string;
  /** Until when it may be remembered, in milliseconds since 1970. A session or token that expires changes no row. */
  untilMs: number;
}

/** How an actor was remembered, and what a request has done with that. */
interface Recalled {
  asOf: string;
  /** Whether a statement has checked, or is checking, that nothing has changed since. */
  isRelied: boolean;
}

const MOST_ACTORS = 2000;
/** A session or token is read again after this time, so that its use is recorded. */
export const LONGEST_MS = 60_000;

interface Memory {
  actors: Recent<Reading & { person: Person }>;
  readings: WeakMap<Actor, Reading>;
  recalled: WeakMap<Actor, Recalled>;
}
const memory = () =>
  processWide(
    'remembered actors',
    (): Memory => ({ actors: new Recent(MOST_ACTORS), readings: new WeakMap(), recalled: new WeakMap() }),
  );

/** Something changed since it was read. Requests are decided again without what was remembered. */
export class ChangedSince extends AppError {
  constructor() {
    super('conflict', 'Something changed while this run was being started. Run it again.', {
      retryAfterSeconds: 1,
    });
  }
}

/** Notes as of when an actor was read, so that `rememberActor` may remember them; nothing for null. */
export function noteReading(actor: Actor, reading: Reading | null): Actor {
  if (reading !== null) memory().readings.set(actor, reading);
  return actor;
}

/** Whether the actor was just read, so that what is read after it may be remembered. */
export const isReadToRemember = (actor: Actor): boolean => memory().readings.has(actor);

/** @param key tells callers and organizations apart, without being a secret */
export function rememberActor(key: string, actor: Actor): void {
  const { actors, readings } = memory();
  const reading = readings.get(actor);
  if (reading !== undefined && actor.kind === 'person') actors.set(key, { ...reading, person: actor });
}

/** The actor of an earlier request; null if they have to be read. */
export function recallActor(key: string): Person | null {
  const { actors, recalled } = memory();
  const found = actors.get(key);
  if (found === undefined || clock.nowMs() >= found.untilMs) return null;
  const person = { ...found.person };
  recalled.set(person, { asOf: found.asOf, isRelied: false });
  return person;
}

/** As of when a remembered actor was read; null for one who was read for this request. */
export const recalledAsOf = (actor: Actor): string | null => memory().recalled.get(actor)?.asOf ?? null;

/** Whether a request was decided by what was remembered, and nothing has checked that. */
export const isUnchecked = (actor: Actor): boolean => memory().recalled.get(actor)?.isRelied === false;

/**
 * Runs a statement that does nothing and returns no row if something has changed since the actor was read. Throws
 * `ChangedSince` then. If it fails otherwise, what it did isn't known, so the request must not be decided again.
 */
export async function relyingOn<Row>(actor: Actor, run: () => Promise<Row[]>): Promise<Row[]> {
  const relied = memory().recalled.get(actor);
  if (relied === undefined) return run();
  relied.isRelied = true;
  const rows = await run();
  if (rows.length > 0) return rows;
  relied.isRelied = false;
  throw new ChangedSince();
}
