import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { dividerOf, tagsIn } from '../tag-texts';
import styles from './controls.module.css';

/** A list of values, each made by a comma, Tab or Enter. Elements keep the text that was typed. */
export default function TagsControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const [typed, setTyped] = useState('');
  const tags = Array.isArray(value) ? value.map(cellText) : [];
  const divider = dividerOf(input.key);
  // However a value gets in, by Enter, by leaving the field or out of the list, what surrounds it was not meant.
  const change = (next: string[]) => {
    const trimmed = next.map((tag) => (tags.includes(tag) ? tag : tag.trim())).filter((tag) => tag !== '');
    onChange(trimmed.length === 0 ? undefined : trimmed);
  };
  const add = (text: string) => {
    const added = tagsIn(text, divider);
    if (added.length > 0) change([...tags, ...added]);
  };
  return (
    <TagsInput
      {...stateAttributes(props)}
      classNames={{ pill: styles.tag, inputField: styles.machine }}
      splitChars={[divider]}
      allowDuplicates
      acceptValueOnBlur
      data={input.type.element?.options ?? []}
      error={isInvalid}
      placeholder={tags.length === 0 ? (placeholderOf(props) ?? hint(divider)) : hint(divider)}
      value={tags}
      onChange={change}
      searchValue={typed}
      onSearchChange={(text) => {
        // However it got there, by a paste, a phone's keyboard or a form filler: what is divided is tags.
        const end = text.lastIndexOf(divider) + 1;
        setTyped(text.slice(end));
        add(text.slice(0, end));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Tab' || event.shiftKey || typed.trim() === '') return;
        event.preventDefault();
        add(typed);
        setTyped('');
      }}
      onBlur={onBlur}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}

function hint(divider: string): string {
  return `${divider === ',' ? 'comma' : 'semicolon'}, Tab or Enter`;
}
