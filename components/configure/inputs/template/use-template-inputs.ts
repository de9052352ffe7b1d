'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Command, isStale, refreshCommand } from '@/components/configure/panel/use-configure';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { createInputs, deleteInput, editTemplateInput } from '@/lib/contract/command/inputs';
import type { AmbiguousDefault } from '@/lib/inputs/input';

/** Adds, edits, and deletes inputs themselves, where the source allows it. Over a newer version the command is read again. */
export function useTemplateInputs({ orgId, commandId, version }: Command) {
  const queryClient = useQueryClient();
  const params = { orgId, kitId: commandId };
  const refresh = () => refreshCommand(queryClient);
  const onError = async (error: Error) => {
    if (isStale(error)) await refresh();
  };
  const add = useMutation({
    mutationFn: (input: { key: string; typeId: string; defaultAmbiguousInput: AmbiguousDefault }) =>
      callApi(createInputs, {
        params,
        body: {
          input: { key: input.key, typeId: input.typeId },
          defaultAmbiguousInput: input.defaultAmbiguousInput,
          version,
        },
      }),
    onSuccess: async () => {
      toast.success('Inputs created!');
      await refresh();
    },
    onError,
  });
  const edit = useMutation({
    mutationFn: ({
      templateInputId,
      ...changes
    }: {
      templateInputId: number;
      key?: string;
      typeId?: string;
      isSecret?: boolean;
    }) =>
      callApi(editTemplateInput, {
        params: { ...params, legoInputId: templateInputId },
        body: { ...changes, version },
      }),
    onSuccess: async () => {
      toast.success('Saved');
      await refresh();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (inputId: number) => callApi(deleteInput, { params: { ...params, inputId } }),
    // Not awaited: once the command no longer has the input, its panel is gone and can't close itself.
    onSuccess: () => {
      void refresh();
    },
    onError: (error) => toast.failure('Error deleting input', error),
  });
  return { add, edit, remove };
}
