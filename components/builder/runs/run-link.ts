'use client';

import { useParams } from 'next/navigation';
import type { Run } from '@/components/run-stream/use-run';
import { paths } from '@/lib/base/paths';

/** Returns the full address of a run's result, for everyone who has the command. */
export function useRunLink(): (run: Pick<Run, 'commandId' | 'runId'>) => string {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  return ({ commandId, runId }) => {
    const path =
      orgSlug === undefined
        ? `${paths.storeBuilder(commandId)}#run-${runId}`
        : paths.run(orgSlug, commandId, runId);
    return `${window.location.origin}${path}`;
  };
}
