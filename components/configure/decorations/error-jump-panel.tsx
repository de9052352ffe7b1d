'use client';

import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { Command } from '../panel/use-configure';
import { CommandChoice } from './command-choice';
import styles from './decorations.module.css';
import { useErrorJump } from './use-decorations';

/** Which command the error box of failed runs offers. Choosing the linked one again clears it. */
export function ErrorJumpPanel({ command }: { command: Command }) {
  const panels = useSidePanels();
  const { errorDecoration } = command.template;
  const linked = errorDecoration?.targetCommandId ?? null;
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const now = chosen === undefined ? linked : chosen;
  const save = useErrorJump(command);
  const outputs = command.template.inputs.map(({ inputId, key }) => ({ outputColumnId: inputId, path: key }));
  const isChanged =
    chosen !== undefined && (chosen !== linked || (chosen === null && errorDecoration !== null));
  return (
    <SidePanel
      title={errorDecoration === null ? 'Add button on errors' : 'Edit button on errors'}
      context={command.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate(now, { onSuccess: panels.pop })}
          >
            Save
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p className={styles.note}>
          When a run fails, its error box offers this command. Inputs with the same name are filled in.
        </p>
        {errorDecoration !== null && linked === null && (
          <p>
            The linked command was deleted, or you cannot see it.{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => setChosen(null)}>
              Clear
            </Button>
          </p>
        )}
        <CommandChoice
          command={command}
          outputs={outputs}
          chosen={now}
          onChoose={(commandId) => setChosen(commandId === now ? null : commandId)}
        />
        {save.error !== null && <ErrorNotice error={save.error} />}
      </Stack>
    </SidePanel>
  );
}
