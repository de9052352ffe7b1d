'use client';

import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { confirmLosses } from '@/components/command/dependents/confirm-losses';
import { Face } from '@/components/command/people-faces';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { latestError } from '@/components/ui/feedback/latest-error';
import { callApi } from '@/lib/client/api-client';
import { addToGroup, removeFromGroup } from '@/lib/contract/people/groups';
import { lastApprovals } from '../change/last-approvals';
import { type Group, nameOf, useRefreshGroups } from '../use-members';
import styles from './group-people.module.css';
import { PeoplePicker, type PersonChoice } from './people-picker';

const SHOWN_AT_FIRST = 100;

/** The people in a group, with controls to add and remove people. */
export function GroupPeople({ orgId, group }: { orgId: string; group: Group }) {
  const refresh = useRefreshGroups();
  const [chosen, setChosen] = useState<readonly PersonChoice[]>([]);
  const [isWhole, setWhole] = useState(false);
  const params = { orgId, groupId: group.groupId };
  const add = useMutation({
    mutationFn: (userIds: string[]) => callApi(addToGroup, { params, body: { userIds } }),
    onSuccess: async () => {
      setChosen([]);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (userId: string) => callApi(removeFromGroup, { params: { ...params, userId } }),
    onSettled: refresh,
  });
  async function askToRemove({ userId, name }: Group['people'][number]): Promise<void> {
    const isSure = await confirmLosses({
      title: `Remove ${name} from ${group.name}?`,
      words: '',
      confirmLabel: 'Remove',
      read: lastApprovals(orgId, { user_id: userId, group_id: group.groupId }).read,
      lead: 'What changes:',
      nothing: null,
    });
    if (isSure) remove.mutate(userId);
  }
  const inside = useMemo(() => group.people.map(({ userId }) => userId), [group.people]);
  const error = latestError(add, remove);
  const shown = isWhole ? group.people : group.people.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label="People in this group">
      <div className={styles.add}>
        <PeoplePicker
          className={styles.picker}
          orgId={orgId}
          label="Add people"
          inside={inside}
          chosen={chosen}
          onChoose={setChosen}
        />
        <Button
          variant="default"
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate(chosen.map(({ value }) => value))}
        >
          Add
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {group.people.length === 0 ? (
        <EmptyLine>This group has no members yet.</EmptyLine>
      ) : (
        <h3 className={styles.heading}>
          {group.people.length === 1 ? '1 person' : `${group.people.length} people`}
        </h3>
      )}
      <ul className={styles.people}>
        {shown.map((person) => (
          <li key={person.userId} className={styles.person}>
            <Face person={person} />
            <span className={styles.name}>{nameOf(person)}</span>
            <ActionIcon
              title="Remove from this group"
              aria-label={`Remove ${person.name} from this group`}
              loading={remove.isPending && remove.variables === person.userId}
              onClick={() => void askToRemove(person)}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {shown.length < group.people.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {group.people.length}
        </Button>
      )}
    </section>
  );
}
