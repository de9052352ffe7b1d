'use client';

import { ActionIcon, Button, MultiSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFoundPeople } from '@/components/command/found-people';
import { Face } from '@/components/command/people-faces';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { callApi } from '@/lib/client/api-client';
import { addToGroup, removeFromGroup } from '@/lib/contract/people/groups';
import styles from './group-people.module.css';
import { type Group, type Member, nameOf, useRefreshGroups } from './use-members';

/** The number that people scroll through; the others are found by typing. */
const MOST_OFFERED = 50;
/** Some of those found may be in the group already. */
const MOST_FOUND = 200;
const SHOWN_AT_FIRST = 100;

interface Choice {
  value: string;
  label: string;
}

const choiceOf = (member: Member): Choice => ({
  value: member.userId,
  label: member.email === null ? nameOf(member) : `${nameOf(member)} · ${member.email}`,
});

/** The people in a group, with controls to add and remove people. */
export function GroupPeople({ orgId, group }: { orgId: string; group: Group }) {
  const refresh = useRefreshGroups();
  const [search, setSearch] = useState('');
  const found = useFoundPeople(orgId, search, { count: MOST_FOUND });
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
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
  const others = useMemo(() => {
    const inside = new Set([
      ...group.people.map(({ userId }) => userId),
      ...chosen.map(({ value }) => value),
    ]);
    return found.people.filter(({ userId }) => !inside.has(userId)).map(choiceOf);
  }, [found.people, group.people, chosen]);
  const offered = [...chosen, ...others];
  const error = found.error ?? add.error ?? remove.error;
  const shown = isWhole ? group.people : group.people.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label="People in this group">
      <div className={styles.add}>
        <MultiSelect
          className={styles.picker}
          label="Add people"
          placeholder={chosen.length === 0 ? 'Name or email' : ''}
          data={offered}
          limit={MOST_OFFERED}
          maxValues={500}
          searchable
          nothingFoundMessage="No one else by that name"
          searchValue={search}
          onSearchChange={setSearch}
          value={chosen.map(({ value }) => value)}
          onChange={(values) => setChosen(offered.filter(({ value }) => values.includes(value)))}
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
      <h3 className={styles.heading}>
        {group.people.length === 1 ? '1 person' : `${group.people.length} people`}
      </h3>
      <ul className={styles.people}>
        {shown.map((person) => (
          <li key={person.userId} className={styles.person}>
            <Face person={person} />
            <span className={styles.name}>{person.name}</span>
            <ActionIcon
              title="Remove from this group"
              aria-label={`Remove ${person.name} from this group`}
              loading={remove.isPending && remove.variables === person.userId}
              onClick={() => remove.mutate(person.userId)}
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
