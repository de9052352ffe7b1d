'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/describe-error';
import { choose } from '@/components/ui/dialogs';
import { toast } from '@/components/ui/toasts';
import { callApi } from '@/lib/api-client';
import { readCommand } from '@/lib/contract/commands';
import { updateInput } from '@/lib/contract/configure';
import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { queryKey } from '@/lib/query-keys';
import type { Command } from './use-command';
import type { FormActions } from './use-form-state';

type Unlocking = { input: Input; default: 'keep' | 'clear' };

/** Answers a function that unlocks an input for all who run the command, after asking what becomes of its default. */
export function useUnlock(
  { orgId, commandId, template }: Command,
  form: FormActions,
): (input: Input) => void {
  const inputName = ({ key }: Input) => nameOf(inputNames(template.inputs), key);
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ input, ...unlocking }: Unlocking) =>
      callApi(updateInput, {
        params: { orgId, kitId: commandId, inputId: input.inputId },
        body: {
          locked: false,
          // What is kept is what the form opens with from now on.
          ...(unlocking.default === 'clear'
            ? { defaultValue: null, useDefaultValue: false }
            : { useDefaultValue: input.defaultValue !== null }),
        },
      }),
    onSuccess: (changed, { input, ...unlocking }) => {
      if (unlocking.default === 'keep' && input.defaultValue !== null) {
        form.insert({ [input.key]: input.defaultValue }, [input]);
      }
      client.setQueryData(queryKey(readCommand, { params: { orgId, kitId: commandId } }), changed);
      toast.success(`${inputName(input)} is unlocked`);
    },
    onError: (error, { input }) =>
      toast.danger(`${inputName(input)} was not unlocked. ${describeError(error).message}`),
  });
  return (input) => {
    const asked = choose<Unlocking['default']>({
      title: `Unlock ${inputName(input)}?`,
      body: 'Everyone who runs this command will fill it in themselves. Clear its default too?',
      choices: [
        { label: 'Clear the default', value: 'clear' },
        { label: 'Keep the default', value: 'keep' },
      ],
    });
    void asked.then((chosen) => chosen !== null && mutate({ input, default: chosen }));
  };
}
