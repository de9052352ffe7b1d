'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { readDirectory } from '@/lib/contract/people/directory';
import { type SyncSummary, syncGroups, syncUsers, useRefreshDirectory } from './use-directory';

const TOAST_MS = 7_000;
/** A sync has claimed its run by then, so that its progress can be read. */
const FIRST_PROGRESS_MS = 300;

const usersText = ({ additions, updates, deletions, pending }: SyncSummary) =>
  `Users: ${additions} added, ${updates} updated, ${deletions} deleted, ${pending} pending`;
const groupsText = ({ additions, updates }: SyncSummary) => `Groups: ${additions} added, ${updates} updated`;

/** Syncs the people of the directory, then its groups. */
export function SyncButton({ orgId }: { orgId: string }) {
  const queryClient = useQueryClient();
  const refresh = useRefreshDirectory();
  const [isSyncing, setSyncing] = useState(false);

  /** Reports one sync; returns whether the next one makes sense. */
  async function report(
    sync: (orgId: string) => Promise<SyncSummary>,
    words: (summary: SyncSummary) => string,
    requestFailed: string,
  ): Promise<boolean> {
    try {
      const summary = await sync(orgId);
      if (summary.state === 'error.fatal') {
        toast.danger("There was an error sync'ing users from AD", { durationMs: TOAST_MS });
        return false;
      }
      toast.success(words(summary), { durationMs: TOAST_MS });
      for (const notice of summary.notices) toast.info(notice, { durationMs: false });
      return true;
    } catch (error) {
      toast.danger(`${requestFailed}. ${describeError(error).message}`, { durationMs: TOAST_MS });
      return false;
    }
  }

  async function syncAll(): Promise<void> {
    setSyncing(true);
    const progress = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: [readDirectory.id] }),
      FIRST_PROGRESS_MS,
    );
    if (await report(syncUsers, usersText, "Error sync'ing AD users")) {
      await report(syncGroups, groupsText, "Error sync'ing users");
    }
    clearTimeout(progress);
    setSyncing(false);
    await refresh();
  }

  return (
    <Button
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      loading={isSyncing}
      onClick={() => void syncAll()}
    >
      Sync AD users
    </Button>
  );
}
