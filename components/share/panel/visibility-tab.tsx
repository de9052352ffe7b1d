'use client';

import { Button, Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { describeError, isRequest } from '@/components/ui/feedback/describe-error';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { Visibility } from '@/lib/access/vocabulary';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { updateCommand } from '@/lib/contract/command/configure';
import { readCommandAccess } from '@/lib/contract/sharing/sharing';
import { useRefreshShared } from '../people/use-refresh-shared';
import type { Shared } from './sharing';
import { type TabFrame, TabPanel } from './tab-panel';

const OFFERED = ['justme', 'org', 'public', 'store'] as const;

const VISIBILITY_FORM = 'visibility-form';

const choices: Readonly<Record<Visibility, { label: string; description: string }>> = {
  justme: {
    label: 'Just me',
    description: 'Only its creator. Everyone it was shared with loses access until this is changed back.',
  },
  org: {
    label: 'People with access',
    description: 'The people it is shared with, and the admins of the organization.',
  },
  public: {
    label: 'Public',
    description: 'Anyone with the link can see the form, even signed out. Running it still requires access.',
  },
  store: { label: 'Store', description: 'Like Public, with its own page in the store.' },
};

/** Whether the viewer created the command, whatever else gives them access; null while that isn't known. */
function useIsCreator({ subject }: Shared, userId: string): boolean | null {
  const input = { params: { orgId: subject.orgId, kitId: subject.id, userId } };
  const { data } = useQuery({
    queryKey: queryKey(readCommandAccess, input),
    queryFn: ({ signal }) => callApi(readCommandAccess, input, { signal }),
  });
  return data?.grants.some(({ accessLevel }) => accessLevel === 'creator') ?? null;
}

function useSaveVisibility({ subject, version }: Shared) {
  const refresh = useRefreshShared();
  return useMutation({
    mutationFn: (visibility: Visibility) =>
      callApi(updateCommand, {
        params: { orgId: subject.orgId, kitId: subject.id },
        body: { visibility, version },
      }),
    onSuccess: () => toast.success('Updated visibility!'),
    onError: (error) => {
      if (!isRequest(error)) toast.danger(`Error updating visibility: ${describeError(error).message}`);
    },
    // If someone else was faster, the current state is shown.
    onSettled: refresh,
  });
}

interface VisibilityTabProps {
  frame: TabFrame;
  shared: Shared;
  visibility: Visibility;
  userId: string;
}

/** Who may see a command. Only its creator may make it private; a copycat is never public. */
export function VisibilityTab({ frame, shared, visibility, userId }: VisibilityTabProps) {
  const isCreator = useIsCreator(shared, userId);
  const [chosen, setChosen] = useState<Visibility>(visibility);
  const save = useSaveVisibility(shared);

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(chosen);
  }

  return (
    <TabPanel
      frame={frame}
      footer={
        <Button
          type="submit"
          form={VISIBILITY_FORM}
          disabled={chosen === visibility}
          loading={save.isPending}
        >
          Save
        </Button>
      }
    >
      <form id={VISIBILITY_FORM} onSubmit={submit}>
        {isRequest(save.error) && <ErrorNotice error={save.error} />}
        <Radio.Group
          label="Who can see this command"
          value={chosen}
          onChange={(value) => setChosen(OFFERED.find((each) => each === value) ?? chosen)}
        >
          <Stack mt="sm" gap="lg">
            {OFFERED.map((each) => (
              <Radio
                key={each}
                value={each}
                disabled={each === 'justme' && isCreator !== true}
                label={choices[each].label}
                description={
                  each === 'justme' && isCreator === false
                    ? 'Only its creator can choose this.'
                    : choices[each].description
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      </form>
    </TabPanel>
  );
}
