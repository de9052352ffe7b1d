'use client';

import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { Keys } from '@/components/ui/keys';
import styles from './search-box.module.css';
import { LONGEST_SEARCH } from './use-command-search';

interface SearchBoxProps {
  text: string;
  onChange: (text: string) => void;
  /** Whether what is typed is only the beginning of a search: what was found last still stands. */
  isUnfinished: boolean;
}

/** Searches commands by name, source and folder, with AND, OR, NOT and parentheses. `/` goes to it from anywhere on the page, Escape empties it. */
export function SearchBox({ text, onChange, isUnfinished }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => box.current?.focus()]]);
  return (
    <TextInput
      ref={box}
      className={styles.box}
      aria-label="Search commands"
      placeholder="Search commands"
      title="Words are all wanted; combine them with AND, OR, NOT and parentheses"
      maxLength={LONGEST_SEARCH}
      data-unfinished={isUnfinished}
      aria-keyshortcuts="/"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          onChange('');
        }
      }}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text === '' ? (
          <Keys>/</Keys>
        ) : (
          <CloseButton size="sm" aria-label="Empty the search" onClick={() => onChange('')} />
        )
      }
    />
  );
}
