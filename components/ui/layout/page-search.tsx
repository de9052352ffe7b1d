'use client';

import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { Keys } from '../text/keys';
import styles from './page-search.module.css';

interface PageSearchProps {
  label: string;
  /** The default label. */
  placeholder?: string;
  /** Help on the search syntax. */
  title?: string;
  maxLength?: number;
  /** Whether the text is an unfinished search, so that the previous results stay. */
  isUnfinished?: boolean;
  text: string;
  onChange: (text: string) => void;
  /** Enter: opens the first result. */
  onEnter?: () => void;
  /** Arrow down: moves into the results. */
  onDown?: () => void;
}

/** The search of a page: `/` focuses it from anywhere on the page, Escape clears it. */
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
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => onChange('')} />
        )
      }
    />
  );
}
