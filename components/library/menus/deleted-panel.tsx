'use client';

import { Button } from '@mantine/core';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SourceIcon } from '@/components/command/source-icon';
import { describeError } from '@/components/ui/feedback/describe-error';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listDeletedCommands, restoreCommand } from '@/lib/contract/command/configure';
import type { ResponseOf } from '@/lib/contract/operation';
import styles from './deleted-panel.module.css';
import { useRefreshLibrary } from './use-library-actions';

type DeletedCommand = ResponseOf<typeof listDeletedCommands>[number];

/** The organization's deleted commands, for its admins to restore. */
export function DeletedPanel({ orgId }: { orgId: string }) {
  const input = { params: { orgId } };
  const key = queryKey(listDeletedCommands, input);
  const deleted = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(listDeletedCommands, input, { signal }),
    staleTime: 0,
  });
  const client = useQueryClient();
  const refreshLibrary = useRefreshLibrary();
  const restore = useMutation({
    mutationFn: ({ commandId }: DeletedCommand) =>
      callApi(restoreCommand, { params: { orgId, kitId: commandId } }),
    onSuccess: (_, { name }) => toast.success(`“${name}” is back in the library.`),
    onError: (error, { name }) => toast.danger(`“${name}” was not restored. ${describeError(error).message}`),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: key }), refreshLibrary()]),
  });
  return (
    <SidePanel title="Deleted commands" context="Their runs are kept and come back with them.">
      <QueryState
        query={deleted}
        loading={<ListSkeleton rows={6} />}
        isEmpty={(commands) => commands.length === 0}
        empty={
          <EmptyNotice icon={<IconTrash size={22} stroke={1.75} />} title="No deleted commands">
            Deleted commands are listed here, latest first.
          </EmptyNotice>
        }
      >
        {(commands) => (
          <ul className={styles.list}>
            {commands.map((command) => (
              <li key={command.commandId} className={styles.row}>
                <span className={styles.what}>
                  <span className={styles.name}>{command.name}</span>
                  <span className={styles.about}>
                    <SourceIcon kind={command.sourceKind} size={14} />
                    {command.cloudName.replace(/\(.*$/s, '')} · deleted{' '}
                    <Moment at={command.deletedAt} as="ago" />
                  </span>
                  {command.isTemplateDeleted && (
                    <span className={styles.about}>Gone from its source; a sync can bring it back.</span>
                  )}
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconRestore size={14} stroke={1.75} aria-hidden />}
                  aria-label={`Restore ${command.name}`}
                  disabled={command.isTemplateDeleted}
                  loading={restore.isPending && restore.variables.commandId === command.commandId}
                  onClick={() => restore.mutate(command)}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SidePanel>
  );
}
