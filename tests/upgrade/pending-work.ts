/**
 * Work that the worker does after an upgrade, in batches. Each statement counts what remains of it, as `left`. The
 * tests wait until nothing remains, and open every old run again.
 */
export const pendingWork: readonly string[] = [
  // Snapshots become definitions, and logs become pieces.
  'select count(*) as left from run where snapshot is not null or log_text is not null',
];
