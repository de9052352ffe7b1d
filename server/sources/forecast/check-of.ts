import { expectedBreaks } from '@/lib/changes/expected-breaks';
import type { sourceCheck } from '@/lib/contract/sources/expected-breaks';
import { utcTime } from '@/lib/runs/run-times';
import type { Decoded } from '@/lib/wire/wire';
import type { Diff } from '@/server/sources/sync/diff-source';

/** Differences with what they would break. */
export function checkOf(diff: Diff): Decoded<typeof sourceCheck> {
  const breaks = expectedBreaks(diff, utcTime);
  return { wouldBreak: breaks.length > 0, breaks, diff };
}
