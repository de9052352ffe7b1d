'use client';

import { Select } from '@mantine/core';
import { type ControlProps, stateAttributes } from '../control-props';
import { optionOf, selectLook, textOfOption } from './select-look';

const MOST_SHOWN = 100;

interface SelectListProps extends ControlProps {
  /** Whether the field it replaces had the focus. */
  startsFocused: boolean;
  /** Whether it was clicked, or its list asked for by key, before this code had loaded. */
  startsOpen: boolean;
}

/** A choice with its list. */
export default function SelectList({ startsFocused, startsOpen, ...props }: SelectListProps) {
  const { current, isClearable, ...look } = selectLook(props);
  const options = props.input.type.options ?? [];
  // A value from the URL that isn't an option is shown as is, so that its message makes sense.
  const data = current === null || options.includes(current) ? options : [current, ...options];
  return (
    <Select
      {...stateAttributes(props)}
      {...look}
      data={[...new Set(data)].map(optionOf)}
      limit={MOST_SHOWN}
      searchable
      clearable={isClearable}
      nothingFoundMessage="No matches"
      value={current === null ? null : optionOf(current).value}
      onChange={(next) => props.onChange(next === null ? undefined : textOfOption(next))}
      onBlur={props.onBlur}
      autoFocus={startsFocused}
      defaultDropdownOpened={startsOpen}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
