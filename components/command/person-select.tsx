'use client';

import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ApiError } from '@/lib/client/api-client';
import { type FoundPerson, useFoundPeople, usePerson, wordsOf } from './found-people';

/** The number that people scroll through; the others are found by typing. */
const MOST_OFFERED = 50;

interface PersonSelectProps {
  orgId: string;
  /** The id of the chosen person; null for anyone. */
  userId: string | null;
  /** The chosen person's name as far as the page knows it, until it is read. */
  knownName?: string | undefined;
  /** Where a form has several. */
  label?: string;
  onChange: (userId: string | null) => void;
}

/**
 * A filter by a person of the organization, who is found by typing a part of their name or address. People who were
 * removed are offered too, because what they did stays.
 */
export function PersonSelect({ orgId, userId, knownName, label = 'Person', onChange }: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  const chosen = usePerson(orgId, userId);
  const chosenOption = useMemo<ComboboxItem | null>(() => {
    if (userId === null) return null;
    if (chosen.data !== undefined) return optionOf(chosen.data);
    return { value: userId, label: knownName ?? (chosen.isError ? userId : 'Loading…') };
  }, [userId, knownName, chosen.data, chosen.isError]);
  // The field shows the chosen person, who is not what to search for.
  const search = typed === chosenOption?.label ? '' : typed;
  const found = useFoundPeople(orgId, search, { count: MOST_OFFERED, includesRemoved: true });
  const options = useMemo(() => {
    const others = found.people.filter((person) => person.userId !== userId).map(optionOf);
    return chosenOption === null ? others : [chosenOption, ...others];
  }, [found.people, chosenOption, userId]);
  const problem = found.error === null ? null : wordsOfError(found.error);
  return (
    <Select
      label={label}
      placeholder="Anyone"
      data={options}
      // People found before would hide why the search failed.
      filter={problem === null ? hasEveryWord : noOne}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Anyone' }}
      nothingFoundMessage={problem ?? (found.isSettled ? 'No one by that name' : 'Searching…')}
      error={problem}
      comboboxProps={{ withinPortal: false }}
      searchValue={typed}
      onSearchChange={setTyped}
      value={userId}
      onChange={onChange}
    />
  );
}

function optionOf({ userId, name, email, isDeleted }: FoundPerson): ComboboxItem {
  const shown = isDeleted ? `${name} (Removed)` : name;
  return { value: userId, label: email === null ? shown : `${shown} · ${email}` };
}

/** The server's own rule, for the people found before, while others load. */
const hasEveryWord: OptionsFilter = ({ options, search }) => {
  const words = wordsOf(search);
  return options.filter(
    (option) => 'value' in option && words.every((word) => option.label.toLowerCase().includes(word)),
  );
};

const noOne: OptionsFilter = () => [];

/** People from outside see runs of an organization, but may not list its people. */
function wordsOfError(error: Error): string {
  const isClosed = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return isClosed
    ? 'You can’t list the people of this organization.'
    : 'The people could not be loaded. Type again to retry.';
}
