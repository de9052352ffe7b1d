'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { listCredentials } from '@/lib/contract/sources/credentials';
import {
  syncEnvironmentAppRegistration,
  syncEnvironmentDatabases,
  syncEnvironmentStore,
} from '@/lib/contract/sources/sync-environment';

/** What the environment of the server has for this organization. */
export interface EnvironmentParts {
  databases: boolean;
  store: boolean;
  appRegistration: boolean;
}

const TOAST_MS = 7000;

const buttons = [
  {
    part: 'databases',
    label: 'Sync databases',
    operation: syncEnvironmentDatabases,
    success: "Databases successfully sync'ed",
    failure: "There was an error sync'ing databases from the environment variables",
  },
  {
    part: 'store',
    label: 'Sync storage creds',
    operation: syncEnvironmentStore,
    success: "Storage credentials successfully sync'ed",
    failure: "There was an error sync'ing the storage credentials",
  },
  {
    part: 'appRegistration',
    label: 'Sync Azure app registration',
    operation: syncEnvironmentAppRegistration,
    success: "Azure app registration credentials successfully sync'ed",
    failure: "There was an error sync'ing Azure app registration credentials",
  },
] as const;

/** Imports connections from the environment of the server: a button for each kind that is there. */
export function EnvironmentButtons({ orgId, parts }: { orgId: string; parts: EnvironmentParts }) {
  return buttons
    .filter(({ part }) => parts[part])
    .map((button) => <SyncButton key={button.part} orgId={orgId} {...button} />);
}

type SyncButtonProps = Pick<(typeof buttons)[number], 'label' | 'operation' | 'success' | 'failure'>;

function SyncButton({ orgId, label, operation, success, failure }: SyncButtonProps & { orgId: string }) {
  const queryClient = useQueryClient();
  const sync = useMutation({
    mutationFn: () => callApi(operation, { params: { orgId } }),
    onSuccess: () => {
      toast.success(success, { durationMs: TOAST_MS });
      return queryClient.invalidateQueries({ queryKey: [listCredentials.id] });
    },
    onError: (error) => toast.danger(`${failure}. ${describeError(error).message}`, { durationMs: TOAST_MS }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      {label}
    </Button>
  );
}
