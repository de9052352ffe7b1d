'use client';

import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { Keys } from '@/components/ui/keys';
import styles from './history-search.module.css';

/** Longer texts are pasted by mistake, and no filter takes them. */
const LONGEST_SEARCH = 900;

interface HistorySearchProps {
  text: string;
  onChange: (text: string) => void;
}

/** Searches runs. `/` goes to it from anywhere on the page, Escape empties it. */
export function HistorySearch({ text, onChange }: HistorySearchProps) {
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => box.current?.focus()]]);
  return (
    <TextInput
      ref={box}
      className={styles.box}
      type="search"
      aria-label="Search runs by name, person or parameters"
      placeholder="Name, person, parameters"
      aria-keyshortcuts="/"
      maxLength={LONGEST_SEARCH}
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
