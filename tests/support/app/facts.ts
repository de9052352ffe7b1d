import type { ResultSink } from '@/server/connectors/result-sink';

/** The part of a sink that takes what comes besides rows, for tests that don't check it. */
export const ignoredFacts: Pick<
  ResultSink,
  'output' | 'returned' | 'affected' | 'link' | 'metadata' | 'wouldChange'
> = {
  output: () => {},
  returned: () => {},
  affected: () => {},
  link: () => {},
  metadata: () => {},
  wouldChange: () => {},
};
