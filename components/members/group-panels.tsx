'use client';

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmLosses } from '@/components/command/dependents/confirm-losses';
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
import { callApi } from '@/lib/client/api-client';
import { addToGroup, createGroup, deleteGroup, renameGroup } from '@/lib/contract/people/groups';
import { lastApprovals } from './change/last-approvals';
import { GroupPeople } from './groups/group-people';
import { PeoplePicker, type PersonChoice } from './groups/people-picker';
import { useGroups, useRefreshGroups } from './use-members';

const nobody: readonly string[] = [];

/** Creates a group with the people who are chosen, and opens it. */
export function NewGroupPanel({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  const refresh = useRefreshGroups();
  const [chosen, setChosen] = useState<readonly PersonChoice[]>([]);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: async (name: string) => {
      const group = await callApi(createGroup, { params: { orgId }, body: { name } });
      const params = { orgId, groupId: group.groupId };
      const userIds = chosen.map(({ value }) => value);
      if (userIds.length === 0) return group;
      // The group exists by now: its panel opens in any case, and takes the people again.
      return callApi(addToGroup, { params, body: { userIds } }).catch((error: unknown) => {
        toast.failure('The group was created, but nobody was added to it', error);
        return group;
      });
    },
    onSuccess: async ({ groupId, name }) => {
      toast.success(`Created the group ${name}.`);
      await refresh();
      panels.replace({ kind: 'group', groupId });
    },
  });
  return (
    <SidePanel
      title="New group"
      context="Everyone in a group gets what is shared with it."
      footer={<FormFooter form="new-group" label="Create" isPending={create.isPending} />}
    >
      <NameForm
        formId="new-group"
        initialName=""
        onSave={(name) => {
          if (typed.trim() === '') create.mutate(name);
          else setProblem(`Choose “${typed.trim()}” from the list, or clear it.`);
        }}
        error={create.error}
      />
      <PeoplePicker
        orgId={orgId}
        label="People"
        inside={nobody}
        chosen={chosen}
        onChoose={setChosen}
        onType={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        problem={problem}
      />
    </SidePanel>
  );
}

/** Renames, fills or deletes a group. */
export function GroupPanel({ orgId, groupId }: { orgId: string; groupId: string }) {
  const panels = useSidePanels();
  const refresh = useRefreshGroups();
  const groups = useGroups(orgId);
  const group = groups.data?.find((each) => each.groupId === groupId);
  const params = { orgId, groupId };
  const rename = useMutation({
    mutationFn: (name: string) => callApi(renameGroup, { params, body: { name } }),
    onSuccess: async ({ name }) => {
      toast.success(`The group is now called ${name}.`);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => callApi(deleteGroup, { params }),
    onSuccess: async () => {
      toast.success(`Deleted the group ${group?.name}.`);
      panels.closeAll();
      await refresh();
    },
  });
  async function askToDelete(): Promise<void> {
    const isSure = await confirmLosses({
      title: `Delete ${group?.name}?`,
      words:
        'Its members stay in the organization. Anyone who has commands or folders only through this group loses them.',
      confirmLabel: 'Delete',
      read: lastApprovals(orgId, { group_id: groupId }).read,
      lead: 'What changes:',
      nothing: '',
    });
    if (isSure) remove.mutate();
  }
  if (group === undefined) {
    return (
      <SidePanel title="Edit group">
        <QueryState query={groups} loading={<ListSkeleton />}>
          {() => 'This group no longer exists.'}
        </QueryState>
      </SidePanel>
    );
  }
  return (
    <SidePanel
      title="Edit group"
      context={group.name}
      footer={
        <>
          <Button
            variant="subtle"
            color="red"
            mr="auto"
            onClick={() => void askToDelete()}
            loading={remove.isPending}
          >
            Delete group
          </Button>
          <Button onClick={panels.closeAll}>Done</Button>
        </>
      }
    >
      <NameLine
        label="Name"
        name={group.name}
        isSaving={rename.isPending}
        problem={rename.error === null ? null : describeError(rename.error).message}
        onType={rename.reset}
        onSave={rename.mutate}
      />
      {remove.error !== null && <ErrorNotice error={remove.error} />}
      <GroupPeople orgId={orgId} group={group} />
    </SidePanel>
  );
}
