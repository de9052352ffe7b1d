'use client';

import { useState } from 'react';
import { type ControlProps, placeholderOf } from '@/components/input-form/control-props';
import { dividerOf, tagsIn } from '@/components/input-form/state/tag-texts';
import { cellText } from '@/lib/results/table/result-table';

/** The tags of a list, and the one that is being typed. */
export function useTags(props: ControlProps) {
  const { input, value, onChange } = props;
  const [typed, setTyped] = useState('');
  const tags = Array.isArray(value) ? value.map(cellText) : [];
  const divider = dividerOf(input.key);
  const hint = `${divider === ',' ? 'comma' : 'semicolon'}, Tab or Enter`;
  // However a value is entered (Enter, leaving the field, the list), surrounding spaces weren't intended.
  const change = (next: string[]) => {
    const trimmed = next.map((tag) => (tags.includes(tag) ? tag : tag.trim())).filter((tag) => tag !== '');
    onChange(trimmed.length === 0 ? undefined : trimmed);
  };
  const add = (text: string) => {
    const added = tagsIn(text, divider);
    if (added.length > 0) change([...tags, ...added]);
    setTyped('');
  };
  /** However it was entered (paste, phone keyboard, form filler), separated text becomes tags. */
  const type = (text: string) => {
    const end = text.lastIndexOf(divider) + 1;
    add(text.slice(0, end));
    setTyped(text.slice(end));
  };
  const placeholder = tags.length === 0 ? (placeholderOf(props) ?? hint) : hint;
  return { tags, typed, divider, placeholder, change, add, type };
}
