'use client';

import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './recipient-field.module.css';
import { RecipientOption } from './recipient-option';
import { personRecipient } from './recipients';
import { useFindRecipients } from './use-find-recipients';

/** Finds one person of the organization by name or address. */
export function PersonSearch({ orgId, onChoose }: { orgId: string; onChoose: (userId: string) => void }) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useFindRecipients(orgId, text, 0);
  const people = found.data?.people ?? [];
  const { isSettled } = found;
  const isNobody = isSettled && !found.isError && found.data !== undefined && people.length === 0;
  const { selectFirstOption, resetSelectedOption } = combobox;
  // Enter must not take a person who was found by an earlier text.
  useEffect(() => {
    if (isSettled && text.trim() !== '') selectFirstOption();
    else resetSelectedOption();
  }, [isSettled, text, selectFirstOption, resetSelectedOption]);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(userId) => {
        onChoose(userId);
        setText('');
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label="Person"
          placeholder="Name or email"
          autoComplete="off"
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={text}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          error={found.isError ? 'The list could not be loaded.' : null}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={people.length === 0 && !isNobody}>
        <Combobox.Options mah={280} className={styles.options} aria-label="People">
          {isNobody && <Combobox.Empty>No one by that name</Combobox.Empty>}
          {people.map((person) => (
            <Combobox.Option key={person.userId} value={person.userId}>
              <RecipientOption recipient={personRecipient(person, 'runner')} search={text} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
