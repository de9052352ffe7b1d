'use client';

import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { ErrorNotice } from '@/components/ui/error-notice';
import { QueryState } from '@/components/ui/query-state';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { SourceIcon } from '@/components/ui/source-icon';
import { ApiError } from '@/lib/api-client';
import { ConnectionFields } from './connection-fields';
import { NICKNAME } from './problems';
import { type ConnectionKind, useConnect, useConnectionKinds } from './use-connect';

const FORM = 'connect';

/** Connects a source: its form is made from what the connector of its kind asks for. */
export function ConnectPanel({ orgId, sourceKind }: { orgId: string; sourceKind: string }) {
  const kinds = useConnectionKinds(orgId);
  const kind = kinds.data?.find((each) => each.sourceKind === sourceKind);
  if (kind !== undefined) return <ConnectForm orgId={orgId} kind={kind} />;
  return (
    <SidePanel title="Add a connection">
      <QueryState query={kinds} loading={<Loading />}>
        {() => (
          <EmptyNotice icon={<SourceIcon kind={sourceKind} size={22} />} title="This cannot be connected">
            This Pushboard does not know sources of the kind “{sourceKind}”.
          </EmptyNotice>
        )}
      </QueryState>
    </SidePanel>
  );
}

function Loading() {
  return (
    <Stack aria-hidden>
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} height={54} />
      ))}
    </Stack>
  );
}

function ConnectForm({ orgId, kind }: { orgId: string; kind: ConnectionKind }) {
  const { form, values, problems, change, submit, save } = useConnect(orgId, kind);
  const isUnreachable = save.error instanceof ApiError && save.error.status === 422;
  const named = Object.keys(problems).length > 0;
  return (
    <SidePanel
      title={`Add ${kind.credType === 'db' ? 'database' : 'connection'}`}
      context={`${kind.label} · what you save here is checked by connecting`}
      footer={
        <>
          {isUnreachable && (
            <Button variant="default" disabled={save.isPending} onClick={() => submit(true)}>
              Save anyway
            </Button>
          )}
          <Button type="submit" form={FORM} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        autoComplete="off"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Nickname"
            description="What the connection is called here"
            withAsterisk
            data-autofocus
            value={values[NICKNAME] ?? ''}
            error={problems[NICKNAME]}
            onChange={(event) => change({ path: NICKNAME, isSecret: false }, event.currentTarget.value)}
          />
          <ConnectionFields form={form} values={values} problems={problems} onChange={change} />
          {save.error !== null && !named && (
            <ErrorNotice
              error={save.error}
              title={
                isUnreachable ? 'The connection could not be opened' : 'Error - Failed to create resource'
              }
            />
          )}
        </Stack>
      </form>
    </SidePanel>
  );
}
