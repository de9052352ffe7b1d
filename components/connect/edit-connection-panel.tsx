'use client';

import { Alert, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { ErrorNotice } from '@/components/ui/error-notice';
import { QueryState } from '@/components/ui/query-state';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { ApiError } from '@/lib/api-client';
import type { JsonValue } from '@/lib/json';
import { ConnectionFields } from './connection-fields';
import { NICKNAME } from './problems';
import { type ConnectionKind, useConnectionKinds } from './use-connect';
import { type Connection, useConnection, useEditConnection } from './use-edit-connection';

const FORM = 'edit-connection';

/** Changes a saved connection. Its secrets are not shown: they stay, or are replaced. */
export function EditConnectionPanel({ orgId, credentialId }: { orgId: string; credentialId: number }) {
  const kinds = useConnectionKinds(orgId);
  const connection = useConnection(orgId, credentialId);
  const kind = kinds.data?.find(({ sourceKind }) => sourceKind === connection.data?.sourceKind);
  if (connection.data !== undefined && kind !== undefined) {
    return <EditForm key={connection.data.version} connection={connection.data} kind={kind} />;
  }
  return (
    <SidePanel title="Edit connection">
      <QueryState query={connection} loading={<Loading />}>
        {() => (
          <QueryState query={kinds} loading={<Loading />}>
            {() => (
              <EmptyNotice
                icon={<IconPlugConnectedX size={22} stroke={1.75} />}
                title="This cannot be edited"
              >
                This Pushboard does not know sources of its kind.
              </EmptyNotice>
            )}
          </QueryState>
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

function EditForm({ connection, kind }: { connection: Connection; kind: ConnectionKind }) {
  const { form, values, problems, change, isChanged, check, save } = useEditConnection(connection, kind);
  const isUnreachable = save.error instanceof ApiError && save.error.status === 422;
  const isNamed = Object.keys(problems).length > 0;
  const { isBuiltin } = connection;
  const error = save.error ?? check.error;
  return (
    <SidePanel
      title={`Edit ${connection.name}`}
      context={`${kind.label} · ${usedBy(connection.commandCount)}`}
      footer={
        <>
          <Button
            variant="default"
            mr="auto"
            loading={check.isPending}
            onClick={() => {
              save.reset();
              check.mutate();
            }}
          >
            Test connection
          </Button>
          {isUnreachable && !isBuiltin && (
            <Button variant="default" disabled={save.isPending} onClick={() => save.mutate({ force: true })}>
              Save anyway
            </Button>
          )}
          <Button type="submit" form={FORM} disabled={!isChanged} loading={save.isPending}>
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
          if (isChanged) save.mutate({ force: false });
        }}
      >
        <Stack gap="md">
          {isBuiltin && (
            <Alert icon={<IconInfoCircle size={18} stroke={1.75} aria-hidden />}>
              This is Pushboard’s own sample connection: only its name can be changed.
            </Alert>
          )}
          <TextInput
            label="Nickname"
            description="What the connection is called here"
            withAsterisk
            data-autofocus
            value={values[NICKNAME] ?? ''}
            error={problems[NICKNAME]}
            onChange={(event) => change({ path: NICKNAME, isSecret: false }, event.currentTarget.value)}
          />
          <fieldset disabled={isBuiltin} style={{ display: 'contents' }}>
            <ConnectionFields
              form={form}
              values={values}
              problems={problems}
              onChange={change}
              savedSecrets={savedSecretsOf(connection, kind)}
            />
          </fieldset>
          <div role="status">
            {check.data !== undefined && (
              <Alert
                color="green"
                icon={<IconCircleCheck size={18} stroke={1.75} aria-hidden />}
                title="The connection works"
              >
                {check.data.serverVersion} answered.
              </Alert>
            )}
          </div>
          {error !== null && !isNamed && <ErrorNotice error={error} title={titleOf(error)} />}
        </Stack>
      </form>
    </SidePanel>
  );
}

function savedSecretsOf({ settings }: Connection, { secretKeys }: ConnectionKind): ReadonlySet<string> {
  const isSet = (value: JsonValue | undefined) =>
    typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true;
  return new Set(secretKeys.filter((key) => isSet(settings[key])));
}

const usedBy = (count: number) =>
  count === 0
    ? 'used by no command'
    : count === 1
      ? 'used by 1 command'
      : `used by ${count.toLocaleString()} commands`;

function titleOf(error: Error): string {
  if (error instanceof ApiError && error.status === 422) return 'The connection could not be opened';
  return error instanceof ApiError && error.status === 409
    ? 'Changed in the meantime'
    : 'Error - Failed to save the connection';
}
