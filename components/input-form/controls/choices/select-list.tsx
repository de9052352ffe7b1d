'use client';

import { type OptionsFilter, Select } from '@mantine/core';
import { type ControlProps, stateAttributes } from '@/components/input-form/control-props';
import styles from '../controls.module.css';
import { optionOf, textOfOption } from './option-of';
import { selectLook } from './select-look';

const MOST_SHOWN = 100;

interface SelectListProps extends ControlProps {
  /** Whether the field it replaces had the focus. */
  startsFocused: boolean;
  /** Whether it was clicked, or its list asked for by key, before this code had loaded. */
  startsOpen: boolean;
}

/** A choice with its list. */
export default function SelectList({ startsFocused, startsOpen, ...props }: SelectListProps) {
  const { current, names, isClearable, ...look } = selectLook(props);
  const options = props.input.type.options ?? [];
  // A value from the URL that isn't an option is shown as is, so that its message makes sense.
  const data = current === null || options.includes(current) ? options : [current, ...options];
  return (
    <Select
      {...stateAttributes(props)}
      {...look}
      data={[...new Set(data)].map((option) => optionOf(option, names))}
      limit={MOST_SHOWN}
      filter={byNameOrValue}
      renderOption={({ option }) => <OptionText name={option.label} value={option.value} />}
      searchable
      clearable={isClearable}
      // Choosing what is chosen already keeps it; the cross empties the field.
      allowDeselect={false}
      nothingFoundMessage="No matches"
      value={current === null ? null : optionOf(current, names).value}
      onChange={(next) => props.onChange(next === null ? undefined : textOfOption(next))}
      onBlur={props.onBlur}
      autoFocus={startsFocused}
      defaultDropdownOpened={startsOpen}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}

/** Options whose name or value contains what was typed. */
const byNameOrValue: OptionsFilter = ({ options, search, limit }) => {
  const wanted = search.trim().toLowerCase();
  const isWanted = (text: string) => text.toLowerCase().includes(wanted);
  return options
    .filter((option) => !('group' in option) && (isWanted(option.label) || isWanted(option.value)))
    .slice(0, limit);
};

/** An option's name, and the value it stands for if that reads differently. */
function OptionText({ name, value }: { name: string; value: string }) {
  const text = textOfOption(value);
  const isSame = text === '' || name.toLowerCase() === text.toLowerCase();
  return (
    <>
      <span className={styles.optionName}>{name}</span>
      {!isSame && <span className={styles.optionValue}>{text}</span>}
    </>
  );
}
