'use client';

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useMemo } from 'react';
import type { FollowUps } from '@/components/result-view/follow-ups/follow-ups';
import type { Run } from '@/components/run-stream/use-run';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import type { ErrorDecoration } from '@/lib/contract/command/decoration-shapes';
import { bulkFollowUpAddress, followUpAddress, jumpValues } from '@/lib/results/follow-ups';
import { useChangedSince } from '../follow-up/changed-behind';
import { useOpenFollowUp } from '../follow-up/open-follow-up';

/** The command that an error box leads to, with its form filled in. */
export interface ErrorJump {
  name: string;
  address: string;
}

/** The command on the page is fresh enough for its buttons; the server decides on each run in any case. */
const FRESH_MS = 60_000;

const offered = <D extends { canRun: boolean }>(decorations: readonly D[] = []): D[] =>
  decorations.filter(({ canRun }) => canRun);

/** Returns the buttons of a run's result, and where its error leads: only to commands that the person may run. */
export function useFollowUps(run: Run): { followUps: FollowUps; jump: ErrorJump | null } {
  const { orgSlug: inPath } = useParams<{ orgSlug?: string }>();
  const orgSlug = inPath === undefined ? null : decodeURIComponent(inPath);
  const { orgId, commandId, runId } = run;
  const input = { params: { orgId, kitId: commandId } };
  const { data } = useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
    staleTime: FRESH_MS,
    enabled: orgSlug !== null,
  });
  const open = useOpenFollowUp(run);
  const hasChanged = useChangedSince(runId);
  const template = data?.template;
  const followUps = useMemo<FollowUps>(() => {
    const builder = (targetId: number | null) => paths.builder(orgSlug ?? '', targetId ?? 0);
    return {
      rows: orgSlug === null ? [] : offered(template?.rowDecorations),
      objects: orgSlug === null ? [] : offered(template?.objectDecorations),
      addressOf: ({ targetCommandId }, values) =>
        followUpAddress(builder(targetCommandId), values, { runId, kind: 'row_decoration' }),
      open,
      hasChanged,
      bulkAddressOf: ({ targetCommandId, decorationId }, places) =>
        bulkFollowUpAddress(builder(targetCommandId), { commandId, runId, decorationId, places }),
    };
  }, [template?.rowDecorations, template?.objectDecorations, orgSlug, commandId, runId, open, hasChanged]);
  return { followUps, jump: jumpOf(template?.errorDecoration ?? null, orgSlug, run) };
}

function jumpOf(decoration: ErrorDecoration | null, orgSlug: string | null, run: Run): ErrorJump | null {
  if (decoration === null || orgSlug === null || !decoration.canRun) return null;
  const { targetCommandId, targetName } = decoration;
  if (targetCommandId === null) return null;
  const values = jumpValues(decoration, run.params ?? {});
  const parent = { runId: run.runId, kind: 'error_jump' } as const;
  return {
    name: targetName ?? '',
    address: followUpAddress(paths.builder(orgSlug, targetCommandId), values, parent),
  };
}
