'use client';

import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi } from '@/lib/client/api-client';
import { duplicateCommand } from '@/lib/contract/command/duplicate';
import type { ButtonState } from './use-button-state';
import { useTarget } from './use-decorations';

const KEEP = 'dont_duplicate';
const DUPLICATE = 'duplicate';

/** Whether a button opens the chosen command itself, or a duplicate whose inputs are configured for it alone. */
export function DuplicateTarget({ state }: { state: ButtonState }) {
  const target = useTarget(state.command, state.targetCommandId).data;
  const [choice, setChoice] = useState(KEEP);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? `${target?.name ?? ''} Copy`;
  const mayDuplicate = target?.role === 'admin';
  const duplicate = useMutation({
    mutationFn: () =>
      callApi(duplicateCommand, {
        params: { orgId: state.command.orgId, kitId: state.targetCommandId ?? 0 },
        body: { name: name.trim() },
      }),
    onSuccess: ({ commandId }) => state.keep({ targetCommandId: commandId }, 'map'),
    onError: (error) => toast.failure('Error duplicating command', error),
  });
  return (
    <SidePanel
      title={`Duplicate ${target?.name ?? 'command'}?`}
      context={state.command.name}
      footer={
        <>
          <Button variant="default" onClick={state.back}>
            Cancel
          </Button>
          <Button
            disabled={state.targetCommandId === null || (choice === DUPLICATE && name.trim() === '')}
            loading={duplicate.isPending}
            onClick={() => (choice === KEEP ? state.goTo('map') : duplicate.mutate())}
          >
            {choice === KEEP ? 'Map Fields' : 'Duplicate'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>Duplicate the command if its inputs will be configured differently for this button.</p>
        <Radio.Group value={choice} onChange={setChoice} aria-label="Duplicate the command?">
          <Stack gap="sm">
            <Radio value={KEEP} label="Don't duplicate" />
            <Radio
              value={DUPLICATE}
              label="Duplicate"
              disabled={!mayDuplicate}
              description={mayDuplicate ? undefined : 'Only engineers of the command can duplicate it.'}
            />
          </Stack>
        </Radio.Group>
        {choice === DUPLICATE && (
          <TextInput
            label="Name of the duplicate"
            maxLength={100}
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {duplicate.error !== null && <ErrorNotice error={duplicate.error} />}
      </Stack>
    </SidePanel>
  );
}
