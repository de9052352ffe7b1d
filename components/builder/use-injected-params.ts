'use client';

import { useQueryClient } from '@tanstack/react-query';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { describeError } from '@/components/ui/describe-error';
import { toast } from '@/components/ui/toasts';
import { callApi } from '@/lib/api-client';
import { readRun } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import { queryKey } from '@/lib/query-keys';
import { injectedValues } from './injected-values';
import type { Command } from './use-command';

/**
 * Copies the values of the run that the address names (`injectParamsFrom`) into the form, once; then the
 * parameter is removed.
 */
export function useInjectedParams(command: Command, fill: (values: InputValues) => void): void {
  const queryClient = useQueryClient();
  const [runId, setRunId] = useQueryState('injectParamsFrom', parseAsInteger);
  const asked = useRef<number | null>(null);
  const { orgId, commandId } = command;
  const { inputs } = command.template;
  useEffect(() => {
    if (runId === null || asked.current === runId) return;
    asked.current = runId;
    const input = { params: { orgId, kitId: commandId, runId } };
    queryClient
      .fetchQuery({
        queryKey: queryKey(readRun, input),
        queryFn: ({ signal }) => callApi(readRun, input, { signal }),
      })
      .then(
        (run) => fill(injectedValues(inputs, run.params ?? {})),
        (error) => toast.danger(`The values of run ${runId} cannot be read. ${describeError(error).message}`),
      )
      .finally(() => void setRunId(null));
  }, [runId, orgId, commandId, inputs, queryClient, fill, setRunId]);
}
