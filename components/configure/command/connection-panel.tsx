'use client';

import { Button, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeList } from '@/components/command/source-changes/change-list';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  changeConnection,
  compareConnection,
  listConnectionChoices,
} from '@/lib/contract/command/connection';
import type { ResponseOf } from '@/lib/contract/operation';
import { EngineerPanel } from '../panel/engineer-panel';
import { type Command, isStale, refreshCommand } from '../panel/use-configure';

const TITLE = 'Change connection';

/** Gives a command another connection: what it runs is looked up there by name, and the difference is shown first. */
export function ConnectionPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title={TITLE}>
      {(command) => <ConnectionChoice command={command} />}
    </EngineerPanel>
  );
}

function ConnectionChoice({ command }: { command: Command }) {
  const { orgId, commandId } = command;
  const panels = useSidePanels();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const input = { params: { orgId, kitId: commandId } };
  const choices = useQuery({
    queryKey: queryKey(listConnectionChoices, input),
    queryFn: ({ signal }) => callApi(listConnectionChoices, input, { signal }),
  });
  const compared = { params: { ...input.params, credsId: chosen ?? 0 } };
  const difference = useQuery({
    queryKey: queryKey(compareConnection, compared),
    queryFn: ({ signal }) => callApi(compareConnection, compared, { signal }),
    enabled: chosen !== null,
    staleTime: 0,
    retry: false,
  });
  const change = useMutation({
    mutationFn: (body: { credentialId: number; revision: string }) =>
      callApi(changeConnection, { params: input.params, body }),
    onSuccess: async () => {
      await refreshCommand(client);
      panels.pop();
      toast.success('The command runs with the other connection now.');
    },
    onError: async (error) => {
      if (isStale(error)) await difference.refetch();
    },
  });
  const revision = difference.isSuccess ? difference.data.revision : undefined;
  return (
    <SidePanel
      title={TITLE}
      context={command.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button
            disabled={chosen === null || revision === undefined || difference.isFetching}
            loading={change.isPending}
            onClick={() =>
              chosen !== null && revision !== undefined && change.mutate({ credentialId: chosen, revision })
            }
          >
            {TITLE}
          </Button>
        </>
      }
    >
      <QueryState
        query={choices}
        errorTitle="Error fetching connections"
        loading={<FieldsSkeleton fields={1} />}
      >
        {(found) => {
          const others = found.filter(({ isCurrent }) => !isCurrent);
          return (
            <Stack>
              <Select
                label="Connection"
                description={`It runs with ${command.sourceName} now.`}
                placeholder={others.length === 0 ? 'No other connection' : 'Choose a connection'}
                disabled={others.length === 0}
                searchable
                allowDeselect={false}
                data={others.map(({ credentialId, name }) => ({ value: String(credentialId), label: name }))}
                value={chosen === null ? null : String(chosen)}
                onChange={(value) => setChosen(value === null ? null : Number(value))}
              />
              {others.length === 0 && (
                <Text size="xs" c="dimmed">
                  You can choose among the connections of the commands that you are an engineer of. An org
                  admin can choose any connection of this kind.
                </Text>
              )}
              {chosen !== null && (
                <QueryState
                  query={difference}
                  errorTitle="This connection can’t be used"
                  loading={<FieldsSkeleton fields={2} />}
                >
                  {(seen) => <WhatChanges seen={seen} />}
                </QueryState>
              )}
              {change.error !== null && (
                <ErrorNotice
                  title={
                    isStale(change.error) ? 'This changed while you looked' : 'Error changing the connection'
                  }
                  error={change.error}
                />
              )}
            </Stack>
          );
        }}
      </QueryState>
    </SidePanel>
  );
}

/** What happens to the command, and to others that run the same. */
function WhatChanges({ seen }: { seen: ResponseOf<typeof compareConnection> }) {
  const { cloudName, changes, lostHeaders, lostDefaults, commandCount } = seen;
  const again = [
    ...lostHeaders.map((name) => `the HTTP header ${name}`),
    ...lostDefaults.map((key) => `the default of ${key}`),
  ];
  return (
    <Stack>
      <Text>
        There, it runs <code>{cloudName}</code>.{changes.length === 0 && ' Its inputs stay as they are.'}
      </Text>
      {changes.length > 0 && <ChangeList changes={changes} />}
      {again.length > 0 && (
        <Text>Secrets are not sent to another place. Afterward, fill in again: {again.join(', ')}.</Text>
      )}
      {commandCount > 1 && <Text>{commandCount} commands run this, and all of them change.</Text>}
      <Text>Its history stays.</Text>
    </Stack>
  );
}
