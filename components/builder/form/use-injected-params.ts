'use client';

import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts';
import { callApi } from '@/lib/api-client';
import { readRun } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import { queryKey } from '@/lib/query-keys';
import type { Command } from '../use-command';
import { injectedValues } from './injected-values';

const ids = /^[1-9]\d{0,9}$/;

/**
 * Copies the values of the run named in the address (`injectParamsFrom`) into the form, once; then the parameter is
 * removed in any case.
 */
export function useInjectedParams(command: Command, fill: (values: InputValues) => void): void {
  const queryClient = useQueryClient();
  const [text, setText] = useQueryState('injectParamsFrom', parseAsString);
  const asked = useRef<string | null>(null);
  const { orgId, commandId } = command;
  const { inputs } = command.template;
  useEffect(() => {
    if (text === null || asked.current === text) return;
    asked.current = text;
    if (!ids.test(text)) {
      toast.danger(`The values of run ${text} cannot be read. A run is named by its number.`);
      void setText(null);
      return;
    }
    const runId = Number(text);
    const input = { params: { orgId, kitId: commandId, runId } };
    queryClient
      .fetchQuery({
        queryKey: queryKey(readRun, input),
        queryFn: ({ signal }) => callApi(readRun, input, { signal }),
      })
      .then(
        (run) => fill(injectedValues(inputs, run.params ?? {})),
        (error) =>
          toast.danger(`The values of run ${runId} could not be loaded. ${describeError(error).message}`),
      )
      .finally(() => void setText(null));
  }, [text, orgId, commandId, inputs, queryClient, fill, setText]);
}
