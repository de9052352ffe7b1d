'use client';

import { TagsInput } from '@mantine/core';
import { type ControlProps, stateAttributes } from '@/components/input-form/control-props';
import { separatorsOf } from '@/lib/inputs/lists/list-items';
import styles from '../controls.module.css';
import { AddedTags } from './added-tags';
import { useTags } from './use-tags';

/** A list of values with suggestions. */
export default function TagsOfList(props: ControlProps) {
  const { tags, typed, dividers, placeholder, added, change, add, type } = useTags(props);
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
        placeholder={placeholder}
        value={tags}
        onChange={change}
        searchValue={typed}
        onSearchChange={type}
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
