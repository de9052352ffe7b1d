/** The time, in one place, so that tests can hold it still. The database's clock decides between processes. */
export const clock = {
  nowMs: (): number => Date.now(),
  now: (): Date => new Date(clock.nowMs()),
};
