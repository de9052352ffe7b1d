'use client';

import { SourceIcon } from '@/components/command/source-icon';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { ConnectionForm, ConnectionSkeleton } from './connection-form';
import { type ConnectionKind, useConnect, useConnectionKinds } from './use-connect';

/** Connects a source, with a form made from what its connector requires. */
export function ConnectPanel({ orgId, sourceKind }: { orgId: string; sourceKind: string }) {
  const kinds = useConnectionKinds(orgId);
  const kind = kinds.data?.find((each) => each.sourceKind === sourceKind);
  if (kind !== undefined) return <ConnectForm orgId={orgId} kind={kind} />;
  return (
    <SidePanel title="Add a connection">
      <QueryState query={kinds} loading={<ConnectionSkeleton />}>
        {() => (
          <EmptyNotice icon={<SourceIcon kind={sourceKind} size={22} />} title="This cannot be connected">
            This version of Pushboard does not support sources of the kind “{sourceKind}”.
          </EmptyNotice>
        )}
      </QueryState>
    </SidePanel>
  );
}

/** What is added, by the wire's type of connection. */
const things: Readonly<Record<string, string>> = {
  db: 'database',
  aws: 'AWS role',
  github: 'GitHub repository',
};

const failures: Readonly<Record<string, string>> = {
  aws: 'Error - Failed to save AWS Role',
  github: 'Error - Failed to save GitHub resource',
};

function ConnectForm({ orgId, kind }: { orgId: string; kind: ConnectionKind }) {
  const { form, values, problems, change, submit, save, step } = useConnect(orgId, kind);
  return (
    <ConnectionForm
      title={`Add ${things[kind.credType] ?? 'connection'}`}
      context={`${kind.label} · Pushboard connects before it saves`}
      form={form}
      values={values}
      problems={problems}
      onChange={change}
      error={save.error}
      failure={() => failures[kind.credType] ?? 'Error - Failed to create resource'}
      isSaving={save.isPending}
      saveLabel="Connect"
      canForce
      {...(step === undefined ? {} : { step })}
      onSave={submit}
    />
  );
}
