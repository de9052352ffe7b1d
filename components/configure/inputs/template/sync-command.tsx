'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import styles from '@/components/configure/panel/draft-foot.module.css';
import type { Command } from '@/components/configure/panel/use-configure';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import { listChangelog } from '@/lib/contract/command/changelog';
import { readCommand } from '@/lib/contract/command/command';
import { listRevisions } from '@/lib/contract/command/revisions';
import { listCommands, readCommandSummary } from '@/lib/contract/library/commands';
import { readDiff, syncTemplate } from '@/lib/contract/sources/sync';

/** Updates one command from its source. The message of a failed stage is the error. */
export function useSyncCommand({ orgId, template }: Command) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { reading, writing } = await callApi(syncTemplate, {
        params: { orgId },
        body: { templateId: template.templateId, credentialId: template.syncCredentialId ?? 0 },
      });
      const message = reading.error ?? writing.error;
      if (message !== null) throw new ApiError(422, 'impossible', message);
    },
    onSuccess: async () => {
      toast.success('Sync successful!');
      await Promise.all(
        [readCommand, readCommandSummary, listCommands, listChangelog, listRevisions, readDiff].map(
          ({ id }) => queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
    },
    onError: (error) => toast.failure('Sync error', error),
  });
}

/** Asks the source for the inputs as they are now. */
export function SyncFoot({ sync }: { sync: UseMutationResult<void, Error, void> }) {
  return (
    <>
      <span className={styles.told}>Syncing keeps your own settings.</span>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        loading={sync.isPending}
        onClick={() => sync.mutate()}
      >
        Sync inputs
      </Button>
    </>
  );
}
