'use client';

import { useParams } from 'next/navigation';
import { useLookAddress } from '@/components/result-view/look/use-look';
import type { Run } from '@/components/run-stream/use-run';
import { paths } from '@/lib/base/paths';

/** Returns the full address of a run's result, looked at as it is here, for everyone who has the command. */
export function useRunLink(): (run: Pick<Run, 'commandId' | 'runId'>) => string {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  const lookOf = useLookAddress();
  return ({ commandId, runId }) => {
    const url = new URL(
      orgSlug === undefined
        ? `${paths.storeBuilder(commandId)}#run-${runId}`
        : paths.run(orgSlug, commandId, runId),
      window.location.origin,
    );
    for (const look of lookOf(runId)) url.searchParams.append('look', look);
    return url.href;
  };
}
