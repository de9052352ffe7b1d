'use client';

import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { Keys } from '../text/keys';
import styles from './page-search.module.css';

interface PageSearchProps {
  label: string;
  /** The label, where nothing else is said. */
  placeholder?: string;
  /** What may be written in it, for those who wonder. */
  title?: string;
  maxLength?: number;
  /** Whether what is typed is only the beginning of a search: what was found last still stands. */
  isUnfinished?: boolean;
  text: string;
  onChange: (text: string) => void;
  /** Enter: on to the first of what is found. */
  onEnter?: () => void;
  /** Arrow down: into what is found. */
  onDown?: () => void;
}

/** The search of a page: `/` goes to it from anywhere on the page, Escape empties it. */
export function PageSearch(props: PageSearchProps) {
  const { label, placeholder = label, isUnfinished, text, onChange, onEnter, onDown, ...attributes } = props;
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => box.current?.focus()]]);
  return (
    <TextInput
      {...attributes}
      ref={box}
      className={styles.box}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      aria-keyshortcuts="/"
      data-unfinished={isUnfinished}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          onChange('');
        }
        const move = event.key === 'Enter' ? onEnter : event.key === 'ArrowDown' ? onDown : undefined;
        if (move === undefined || event.nativeEvent.isComposing) return;
        event.preventDefault();
        move();
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
