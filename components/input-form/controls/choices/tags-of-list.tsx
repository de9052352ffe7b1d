'use client';

import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { type ControlProps, placeholderOf, stateAttributes } from '@/components/input-form/control-props';
import { separatorsOf } from '@/lib/inputs/lists/list-items';
import styles from '../controls.module.css';
import { AddedTags } from './added-tags';
import { useTags } from './use-tags';

/** A list of values with those that it takes: a press or a letter shows them, and Enter takes the first that fits. */
export default function TagsOfList(props: ControlProps) {
  const { tags, typed, dividers, added, change, add, type } = useTags(props);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TagsInput
        {...stateAttributes(props)}
        classNames={{ pill: styles.tag, inputField: styles.machine }}
        splitChars={separatorsOf(dividers)}
        allowDuplicates
        acceptValueOnBlur
        data={props.input.type.element?.options ?? []}
        error={props.isInvalid}
        placeholder={placeholderOf(props) ?? 'Choose, or type'}
        selectFirstOptionOnChange={typed !== ''}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onClick={() => setOpen(true)}
        value={tags}
        onChange={change}
        searchValue={typed}
        onSearchChange={(text) => {
          type(text);
          // It is emptied when the field is left.
          if (text !== '') setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Tab' || event.shiftKey || typed.trim() === '') return;
          event.preventDefault();
          add(typed);
        }}
        onBlur={props.onBlur}
        comboboxProps={{ transitionProps: { duration: 80 } }}
      />
      <AddedTags words={added} />
    </>
  );
}
