'use client';

import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { Keys } from '@/components/ui/keys';
import styles from './team-view.module.css';

interface NameSearchProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
}

/** Narrows a list by name. `/` goes to it from anywhere on the page, Escape empties it. */
export function NameSearch({ label, text, onChange }: NameSearchProps) {
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => box.current?.focus()]]);
  return (
    <TextInput
      ref={box}
      className={styles.search}
      aria-label={label}
      placeholder={label}
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
