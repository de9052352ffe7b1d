'use client';

import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { readAgain } from '@/lib/client/read-again';
import { readCommand } from '@/lib/contract/command/command';
import { updateCommand } from '@/lib/contract/command/configure';
import { listCommands, readCommandSummary } from '@/lib/contract/library/commands';

interface NameFieldProps {
  orgId: string;
  command: { commandId: number; name: string };
  cloudName: string;
  /** Called with the name once it is saved. */
  onRenamed: (name: string) => void;
}

/** The name of a new command, to change at once: leaving the field or Enter saves it, Escape undoes it. */
export function NameField({ orgId, command: { commandId, name }, cloudName, onRenamed }: NameFieldProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(name);
  const rename = useMutation({
    // A change during a save is saved after it.
    scope: { id: `name of command ${commandId}` },
    mutationFn: (wanted: string) =>
      callApi(updateCommand, { params: { orgId, kitId: commandId }, body: { name: wanted } }),
    onSuccess: async (changed, wanted) => {
      setText((typed) => (typed.trim() === wanted ? changed.name : typed));
      onRenamed(changed.name);
      // Configure, pressed right after typing, may be reading the command with its name of before.
      await readAgain(queryClient, [listCommands, readCommand, readCommandSummary]);
    },
    onError: (error) => toast.danger(`${name} was not renamed. ${describeError(error).message}`),
  });

  function save(): void {
    const wanted = text.trim();
    const latest = rename.isPending ? rename.variables : name;
    if (wanted !== '' && wanted !== latest) rename.mutate(wanted);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') save();
    if (event.key !== 'Escape' || text === name) return;
    // The panel stays.
    event.stopPropagation();
    setText(name);
  }

  return (
    <TextInput
      size="xs"
      aria-label={`Name of ${cloudName}`}
      maxLength={200}
      value={text}
      error={text.trim() === '' ? 'You must fill out "Name"' : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}
