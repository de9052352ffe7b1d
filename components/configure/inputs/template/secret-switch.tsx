'use client';

import { Switch } from '@mantine/core';
import { confirmInputChanges } from '@/components/command/dependents/confirm-input-changes';
import type { Command, CommandInput } from '@/components/configure/panel/use-configure';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { useTemplateInputs } from './use-template-inputs';

/** Whether the values of an input are sealed. Its name decides until an engineer does, for all commands of the source. */
export function SecretSwitch({ command, input }: { command: Command; input: CommandInput }) {
  const { edit } = useTemplateInputs(command);
  const isSecret = holdsSecret(input.type);
  const change = async () => {
    const isSure = !isSecret
      ? await confirmInputChanges({
          command,
          changes: new Map([[input.key, 'secret']]),
          title: `Make ${input.key} a secret?`,
          confirmLabel: 'Make it a secret',
        })
      : await confirm({
          title: `Show the values of ${input.key}?`,
          body: 'New values are stored and shown like those of any other input, also to people who run the command. Values that are sealed stay sealed, and a default is removed.',
          confirmLabel: 'Show values',
          isDangerous: true,
        });
    if (isSure) edit.mutate({ templateInputId: input.templateInputId, isSecret: !isSecret });
  };
  return (
    <>
      <Switch
        label="Secret"
        description="Its values are sealed and never shown again: not in the history, in presets, or in downloads. Earlier values are sealed, too."
        checked={isSecret}
        disabled={edit.isPending}
        onChange={() => void change()}
      />
      {edit.error !== null && <ErrorNotice error={edit.error} title="Error changing input" />}
    </>
  );
}
