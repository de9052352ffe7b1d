'use client';

import { MultiSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFoundPeople } from '@/components/command/found-people';
import { describeError } from '@/components/ui/feedback/describe-error';
import { type Member, nameOf } from '../use-members';

/** The number that people scroll through; the others are found by typing. */
const MOST_OFFERED = 50;
/** Some of those found may be in the group already. */
const MOST_FOUND = 200;
/** As many as one request may put into a group. */
const MOST_CHOSEN = 500;

/** A person of the organization, by id and name. */
export interface PersonChoice {
  value: string;
  label: string;
}

const choiceOf = (member: Member): PersonChoice => ({
  value: member.userId,
  label: member.email === null ? nameOf(member) : `${nameOf(member)} · ${member.email}`,
});

interface PeoplePickerProps {
  orgId: string;
  label: string;
  className?: string | undefined;
  /** The ids of those who are not offered. */
  inside: readonly string[];
  chosen: readonly PersonChoice[];
  onChoose: (chosen: readonly PersonChoice[]) => void;
  /** Called with what is typed and not chosen yet. */
  onType?: (text: string) => void;
  /** What is wrong with it. */
  problem?: string | null;
}

/** Chooses people of the organization, found by name or address. */
export function PeoplePicker({ orgId, label, className, inside, chosen, ...rest }: PeoplePickerProps) {
  const { onChoose, onType, problem = null } = rest;
  const [search, setSearch] = useState('');
  const found = useFoundPeople(orgId, search, { count: MOST_FOUND });
  const others = useMemo(() => {
    const left = new Set([...inside, ...chosen.map(({ value }) => value)]);
    return found.people.filter(({ userId }) => !left.has(userId)).map(choiceOf);
  }, [found.people, inside, chosen]);
  const offered = [...chosen, ...others];
  return (
    <MultiSelect
      className={className}
      label={label}
      placeholder={chosen.length === 0 ? 'Name or email' : ''}
      data={offered}
      limit={MOST_OFFERED}
      maxValues={MOST_CHOSEN}
      searchable
      nothingFoundMessage="No one else by that name"
      error={problem ?? (found.error === null ? undefined : describeError(found.error).message)}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        onType?.(text);
      }}
      value={chosen.map(({ value }) => value)}
      onChange={(values) => onChoose(offered.filter(({ value }) => values.includes(value)))}
    />
  );
}
