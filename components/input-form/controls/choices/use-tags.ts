'use client';

import { useState } from 'react';
import { type ControlProps, placeholderOf } from '@/components/input-form/control-props';
import { dividersOf, itemsIn, splitTyped } from '@/lib/inputs/lists/list-items';
import { cellText } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';

/** The tags of a list, and the one that is being typed. */
export function useTags(props: ControlProps) {
  const { input, value, onChange } = props;
  const [typed, setTyped] = useState('');
  const [last, setLast] = useState({ added: 0, all: 0 });
  const tags = Array.isArray(value) ? value.map(cellText) : [];
  const dividers = dividersOf(input);
  const hint = `${dividers === ';' ? 'semicolon' : 'comma'}, Tab or Enter`;
  // However a value is entered (Enter, leaving the field, the list), surrounding spaces weren't intended.
  const change = (next: string[]) => {
    const trimmed = next.map((tag) => (tags.includes(tag) ? tag : tag.trim())).filter((tag) => tag !== '');
    setLast({ added: trimmed.length - tags.length, all: trimmed.length });
    onChange(trimmed.length === 0 ? undefined : trimmed);
  };
  const add = (text: string) => {
    const added = itemsIn(text, dividers);
    if (added.length > 0) change([...tags, ...added]);
    setTyped('');
  };
  /** However it was entered (paste, phone keyboard, form filler), separated text becomes tags. */
  const type = (text: string) => {
    const { finished, rest } = splitTyped(text, dividers);
    add(finished);
    setTyped(rest);
  };
  const placeholder = tags.length === 0 ? (placeholderOf(props) ?? hint) : hint;
  // One value can be counted by eye.
  const added = last.added > 1 && last.all === tags.length ? addedWords(last.added, last.all) : null;
  return { tags, typed, dividers, placeholder, added, change, add, type };
}

function addedWords(added: number, all: number): string {
  const words = `${formatCount(added)} values added`;
  return all > added ? `${words}, ${formatCount(all)} in all` : words;
}
