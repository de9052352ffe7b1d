'use client';

import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { confirmInputChanges } from '@/components/command/dependents/confirm-input-changes';
import type { Command, CommandInput } from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { useTemplateInputs } from './use-template-inputs';

interface DeleteInputButtonProps {
  command: Command;
  input: CommandInput;
  /** Called before the input is gone, so that its draft doesn't stay behind. */
  onDelete: () => void;
}

/** Deletes the input, where the source allows it. Only restoring a revision brings it back, so it asks first. */
export function DeleteInputButton({ command, input, onDelete }: DeleteInputButtonProps) {
  const panels = useSidePanels();
  const { remove } = useTemplateInputs(command);
  const ask = async () => {
    const isSure = await confirmInputChanges({
      command,
      changes: new Map([[input.key, 'removed']]),
      title: `Delete ${input.key}?`,
      words:
        'The form no longer asks for it, and runs no longer send it. A revision from before brings it back.',
      confirmLabel: 'Delete',
      nothing: 'Nothing else needs it.',
    });
    if (!isSure) return;
    remove.mutate(input.inputId, {
      onSuccess: () => {
        onDelete();
        panels.pop();
      },
    });
  };
  return (
    <>
      <Button
        variant="default"
        color="red"
        mb="lg"
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        Delete
      </Button>
      {remove.error !== null && <ErrorNotice error={remove.error} title="Error deleting input" />}
    </>
  );
}
