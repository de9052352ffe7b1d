'use client';

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmLosses } from '@/components/command/dependents/confirm-losses';
import { JobsToTake } from '@/components/command/dependents/jobs-to-take';
import { describeError } from '@/components/ui/feedback/describe-error';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { NameForm } from '@/components/ui/fields/name-form';
import { NameLine } from '@/components/ui/fields/name-line';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { jobsOf, personLossesOf, type StoppedJob } from '@/lib/changes/person-losses';
import { callApi } from '@/lib/client/api-client';
import { listPersonDependents } from '@/lib/contract/dependents/dependents';
import {
  createServiceAccount,
  deleteServiceAccount,
  renameServiceAccount,
} from '@/lib/contract/people/service-accounts';
import { comingTime } from '@/lib/runs/run-times';
import { TokenSection } from '../tokens/token-section';
import { type ServiceAccount, useRefreshServiceAccounts, useServiceAccounts } from './use-service-accounts';

/** Creates a service account and opens it, to make its first token. */
export function NewServiceAccountPanel({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  const refresh = useRefreshServiceAccounts();
  const create = useMutation({
    mutationFn: (name: string) => callApi(createServiceAccount, { params: { orgId }, body: { name } }),
    onSuccess: async ({ userId }) => {
      await refresh();
      panels.replace({ kind: 'service-account', accountId: userId });
    },
  });
  return (
    <SidePanel
      title="New service account"
      context="A member for a program"
      footer={<FormFooter form="new-service-account" label="Create" isPending={create.isPending} />}
    >
      <NameForm formId="new-service-account" initialName="" onSave={create.mutate} error={create.error} />
    </SidePanel>
  );
}

interface ServiceAccountPanelProps {
  org: { orgId: string; slug: string; name: string };
  accountId: string;
}

/** A service account: its name, its tokens, and its removal. */
export function ServiceAccountPanel({ org, accountId }: ServiceAccountPanelProps) {
  const accounts = useServiceAccounts(org.orgId);
  return (
    <QueryState
      query={accounts}
      loading={
        <SidePanel title="Service account">
          <ListSkeleton />
        </SidePanel>
      }
    >
      {(loaded) => {
        const account = loaded.find((each) => each.userId === accountId);
        if (account === undefined) {
          return <SidePanel title="Service account">This service account no longer exists.</SidePanel>;
        }
        return <AccountPanel org={org} account={account} />;
      }}
    </QueryState>
  );
}

function AccountPanel({ org, account }: { org: ServiceAccountPanelProps['org']; account: ServiceAccount }) {
  const panels = useSidePanels();
  const refresh = useRefreshServiceAccounts();
  const { orgId } = org;
  const { userId } = account;
  const rename = useMutation({
    mutationFn: (name: string) =>
      callApi(renameServiceAccount, { params: { orgId, userId }, body: { name } }),
    onSuccess: async ({ name }) => {
      toast.success(`The service account is now called ${name}.`);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => callApi(deleteServiceAccount, { params: { orgId, userId } }),
    onSuccess: async () => {
      toast.success(`Removed ${account.name}.`);
      panels.closeAll();
      await refresh();
    },
  });
  async function askToRemove(): Promise<void> {
    let jobs: StoppedJob[] = [];
    const isSure = await confirmLosses({
      title: `Remove ${account.name}?`,
      words: 'Its tokens are revoked at once, and its queued runs are refused. Its runs stay in the history.',
      confirmLabel: 'Remove',
      read: async () => {
        const needing = await callApi(listPersonDependents, { params: { orgId, userId } });
        jobs = jobsOf(needing);
        return personLossesOf(needing, comingTime, 'Its');
      },
      lead: 'What goes with it:',
      nothing: 'Nothing runs by itself with its rights.',
      remedy: (leave) => <JobsToTake orgSlug={org.slug} jobs={jobs} onLeave={leave} />,
    });
    if (isSure) remove.mutate();
  }
  return (
    <SidePanel
      title="Service account"
      context={account.name}
      footer={
        <>
          <Button
            variant="subtle"
            color="red"
            mr="auto"
            onClick={() => void askToRemove()}
            loading={remove.isPending}
          >
            Remove
          </Button>
          <Button variant="default" onClick={panels.closeAll}>
            Done
          </Button>
        </>
      }
    >
      <NameLine
        label="Name"
        name={account.name}
        isSaving={rename.isPending}
        problem={rename.error === null ? null : describeError(rename.error).message}
        onType={rename.reset}
        onSave={rename.mutate}
      />
      {remove.error !== null && <ErrorNotice error={remove.error} />}
      <TokenSection
        owner={{ kind: 'service', orgId, userId }}
        orgs={[{ orgId, name: org.name }]}
        about="Each program gets a token of its own, so that you can revoke one without the others."
      />
    </SidePanel>
  );
}
