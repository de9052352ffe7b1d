'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Command, refreshCommand } from '@/components/configure/panel/use-configure';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { createInputs } from '@/lib/contract/command/inputs';
import { readRSnippet } from '@/lib/contract/command/snippets';
import type { ResponseOf } from '@/lib/contract/operation';

export type Snippet = ResponseOf<typeof readRSnippet>;
export type SnippetInput = Snippet['inputs'][number];

/** Reads what a piece of R code asks for. */
export const useReadSnippet = ({ orgId }: Command) =>
  useMutation({
    mutationFn: (snippet: string) => callApi(readRSnippet, { params: { orgId }, body: { snippet } }),
  });

/** Adds the inputs together; if they are refused, each by itself, so that one that doesn't fit keeps no other out. */
export function useCreateInputs({ orgId, commandId }: Command) {
  const queryClient = useQueryClient();
  const create = (inputs: readonly SnippetInput[]) =>
    callApi(createInputs, { params: { orgId, kitId: commandId }, body: inputs.map(wanted) });
  return useMutation({
    mutationFn: async (inputs: readonly SnippetInput[]): Promise<{ failed: number; last: unknown }> => {
      try {
        await create(inputs);
        return { failed: 0, last: null };
      } catch (error) {
        if (inputs.length === 1) throw error;
      }
      let failed = 0;
      let last: unknown = null;
      for (const input of inputs) {
        try {
          await create([input]);
        } catch (error) {
          failed += 1;
          last = error;
        }
      }
      if (failed === inputs.length) throw last;
      return { failed, last };
    },
    onSuccess: ({ failed, last }) =>
      failed === 0
        ? toast.success('Inputs created!')
        : toast.failure(`${failed} input(s) failed; others created`, last),
    onSettled: () => refreshCommand(queryClient),
  });
}

const wanted = ({ key, typeId, isRequired, defaultValue, description, passing }: SnippetInput) => ({
  input: { key, typeId, defaultValue, description, passing },
  defaultAmbiguousInput: isRequired ? null : ('omit' as const),
});
