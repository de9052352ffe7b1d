'use client';

import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import type { JsonValue } from '@/lib/base/json';
import { ApiError } from '@/lib/client/api-client';
import { noWorkerWith } from '@/lib/sources/worker-tag';
import { ConnectionForm, ConnectionSkeleton } from './connection-form';
import { LookSection } from './look-section';
import { LOOK_EVERY, RUN_LIMIT, WORKER_TAG_FIELD } from './problems';
import { PushSection } from './push-section';
import { type ConnectionKind, useConnectionKinds } from './use-connect';
import { type Connection, useConnection, useEditConnection } from './use-edit-connection';

/** Edits a saved connection. Its secrets aren't shown: they stay, or are replaced. */
export function EditConnectionPanel({ orgId, credentialId }: { orgId: string; credentialId: number }) {
  const kinds = useConnectionKinds(orgId);
  const connection = useConnection(orgId, credentialId);
  const kind = kinds.data?.find(({ sourceKind }) => sourceKind === connection.data?.sourceKind);
  if (connection.data !== undefined && kind !== undefined) {
    return <EditForm connection={connection.data} kind={kind} />;
  }
  return (
    <SidePanel title="Edit connection">
      <QueryState query={connection} loading={<ConnectionSkeleton />}>
        {() => (
          <QueryState query={kinds} loading={<ConnectionSkeleton />}>
            {() => (
              <EmptyNotice
                icon={<IconPlugConnectedX size={22} stroke={1.75} />}
                title="This cannot be edited"
              >
                This version of Pushboard does not support this kind of source.
              </EmptyNotice>
            )}
          </QueryState>
        )}
      </QueryState>
    </SidePanel>
  );
}

function EditForm({ connection, kind }: { connection: Connection; kind: ConnectionKind }) {
  const edited = useEditConnection(connection, kind);
  const { form, values, problems, change, isChanged, check, save } = edited;
  const { isBuiltin, problem } = connection;
  return (
    <ConnectionForm
      title={`Edit ${connection.name}`}
      context={`${kind.label} · ${usedBy(connection.commandCount)}`}
      form={form}
      values={values}
      problems={problems}
      onChange={change}
      savedSecrets={savedSecretsOf(connection, kind)}
      savedNames={savedNamesOf(connection)}
      isFixed={isBuiltin}
      error={save.error ?? check.error}
      failure={(error) => titleOf(error, connection)}
      isSaving={save.isPending}
      canSave={isChanged}
      canForce={!isBuiltin && save.error !== null}
      onSave={(force) => save.mutate({ force })}
      action={
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => {
            save.reset();
            check.mutate();
          }}
        >
          Test connection
        </Button>
      }
      before={
        <>
          {isBuiltin && (
            <Notice kind="info">
              This is Pushboard’s own sample connection: only its name can be changed.
            </Notice>
          )}
          {problem === 'secrets_unreadable' && !isBuiltin && (
            <UnreadableNotice isEmptied={edited.isEmptied} onChange={edited.changeEmptied} />
          )}
        </>
      }
      after={
        <>
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            label="Runs at the same time"
            description="Further runs wait for a free place. Leave it empty for as many as Pushboard allows."
            value={values[RUN_LIMIT] ?? ''}
            error={problems.concurrencyLimit}
            onChange={(event) => change({ path: RUN_LIMIT, isSecret: false }, event.currentTarget.value)}
          />
          <WorkerTagField
            connection={connection}
            value={values[WORKER_TAG_FIELD] ?? ''}
            error={problems.workerTag}
            onChange={(tag) => change({ path: WORKER_TAG_FIELD, isSecret: false }, tag)}
          />
          {connection.look !== null && (
            <LookSection
              connection={connection}
              look={connection.look}
              every={values[LOOK_EVERY] ?? ''}
              onChange={(every) => change({ path: LOOK_EVERY, isSecret: false }, every)}
            />
          )}
          {kind.capabilities.includes('pushes') && <PushSection connection={connection} />}
          <div role="status">
            {check.data !== undefined && (
              <Notice kind="good" title="The connection works">
                {check.data.serverVersion} answered.
              </Notice>
            )}
            {check.data?.warning != null && (
              <Notice kind="info" title="Not everything works there">
                {check.data.warning}
              </Notice>
            )}
          </div>
        </>
      }
    />
  );
}

interface UnreadableNoticeProps {
  isEmptied: boolean;
  onChange: (isEmptied: boolean) => void;
}

/** What to do if the saved secrets can't be read. Pushboard can't know which ones there were, so the person says it. */
function UnreadableNotice({ isEmptied, onChange }: UnreadableNoticeProps) {
  return (
    <>
      <Notice kind="bad" title="The saved secrets can’t be read">
        The key that sealed them is missing from ENCRYPTION_KEYS. If the people who run Pushboard can’t put it
        back, enter every secret of this connection again. You can change its name and limits without them.
      </Notice>
      <Checkbox
        label="Secrets that I leave empty have no value"
        checked={isEmptied}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </>
  );
}

interface WorkerTagFieldProps {
  connection: Connection;
  /** As typed in the form. */
  value: string;
  error: string | undefined;
  onChange: (tag: string) => void;
}

/** Which workers the runs of a connection go to, with a warning if none of them is alive. */
function WorkerTagField({ connection, value, error, onChange }: WorkerTagFieldProps) {
  return (
    <>
      <TextInput
        label="Tag of its workers"
        description="Runs go only to workers with this tag, such as dmz. The server of this page still tests the connection, lists what it offers, and syncs. Leave it empty for any ordinary worker."
        value={value}
        error={error}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {connection.workerMissing && connection.workerTag !== null && (
        <Notice kind="bad" title={noWorkerWith(connection.workerTag)}>
          Runs of this connection wait until one is. The people who run Pushboard start workers and give them
          tags.
        </Notice>
      )}
    </>
  );
}

function savedSecretsOf({ settings }: Connection, { secretKeys }: ConnectionKind): ReadonlySet<string> {
  const isSet = (value: JsonValue | undefined) =>
    typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true;
  return new Set(secretKeys.filter((key) => isSet(settings[key])));
}

/** The names within secrets that have several values. */
const savedNamesOf = ({ settings }: Connection): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]): [string, string[]][] =>
      typeof value === 'object' && value !== null && 'names' in value && Array.isArray(value.names)
        ? [[key, value.names.map(String)]]
        : [],
    ),
  );

const usedBy = (count: number) =>
  count === 0
    ? 'not used by any command'
    : count === 1
      ? 'used by 1 command'
      : `used by ${count.toLocaleString()} commands`;

const failures: Readonly<Record<string, string>> = { github: 'Error - Failed to save Github PAT' };

function titleOf(error: Error, { credType }: Connection): string {
  if (error instanceof ApiError && error.status === 409) return 'Changed in the meantime';
  return failures[credType] ?? 'Error - Failed to save the connection';
}
