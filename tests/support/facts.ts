import type { ResultSink } from '@/server/connectors/types';

/** The part of a sink that takes what stands beside rows, for who does not look at it. */
export const ignoredFacts: Pick<ResultSink, 'output' | 'returned' | 'affected' | 'link' | 'metadata'> = {
  output: () => {},
  returned: () => {},
  affected: () => {},
  link: () => {},
  metadata: () => {},
};
