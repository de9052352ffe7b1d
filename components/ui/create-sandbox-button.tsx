'use client';

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { createSandbox } from '@/lib/contract/people/orgs';
import { describeError } from './feedback/describe-error';
import { alert } from './feedback/dialogs/dialogs';

/** Makes a sandbox with example commands, and goes to it. */
export default function CreateSandboxButton() {
  const router = useRouter();
  const create = useMutation({
    mutationFn: () => callApi(createSandbox, {}),
    onSuccess: ({ orgId, slugs }) => {
      router.push(paths.commands(slugs.find(({ isActive }) => isActive)?.slug ?? orgId));
      // Whose organizations a page lists was decided when it was made.
      router.refresh();
    },
    onError: (error) =>
      alert({
        title: 'error saving to database',
        body: describeError(error).message,
        confirmLabel: 'OK',
      }),
  });
  return (
    <Button variant="default" loading={create.isPending || create.isSuccess} onClick={() => create.mutate()}>
      Create sandbox
    </Button>
  );
}
