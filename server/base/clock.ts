/**
 * The time, in one place, so that tests can hold it still. Where processes must agree, the database's clock decides.
 */
export const clock = {
  nowMs: (): number => Date.now(),
  now: (): Date => new Date(clock.nowMs()),
};
