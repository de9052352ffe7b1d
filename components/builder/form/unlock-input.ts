import type { QueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { choose } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import { updateInput } from '@/lib/contract/command/inputs';
import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import type { Command } from '../use-command';
import type { FormActions } from './use-form-state';

/** Unlocks an input for everyone who runs the command, after asking what to do with its default. */
export async function unlockInput(
  client: QueryClient,
  { orgId, commandId, template }: Command,
  input: Input,
  form: FormActions,
): Promise<void> {
  const name = nameOf(inputNames(template.inputs), input.key);
  const chosen = await choose<'keep' | 'clear' | 'cancel'>({
    title: `Unlock ${name}?`,
    body: 'This changes the command for everyone: the people who run it will fill this in themselves. Clear its default too?',
    choices: [
      { label: 'Cancel', value: 'cancel' },
      { label: 'Clear the default', value: 'clear' },
      { label: 'Keep the default', value: 'keep' },
    ],
  });
  if (chosen === null || chosen === 'cancel') return;
  const becomes =
    chosen === 'clear'
      ? { defaultValue: null, useDefaultValue: false }
      : // What is kept is what the form opens with from now on.
        { useDefaultValue: input.defaultValue !== null };
  try {
    const changed = await callApi(updateInput, {
      params: { orgId, kitId: commandId, inputId: input.inputId },
      body: { locked: false, ...becomes },
    });
    if (chosen === 'keep' && input.defaultValue !== null && !hasSealedDefault(input)) {
      form.insert({ [input.key]: input.defaultValue }, [input]);
    }
    client.setQueryData(queryKey(readCommand, { params: { orgId, kitId: commandId } }), changed);
    toast.success(`${name} is unlocked`);
  } catch (error) {
    toast.danger(`${name} was not unlocked. ${describeError(error).message}`);
  }
}
