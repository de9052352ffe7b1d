'use client';

import type { ReactNode } from 'react';
import styles from './note-list.module.css';

interface NoteListProps {
  /** Its summary, e.g. `3 notes on petstore.yaml`. */
  title: string;
  children: ReactNode;
}

/** A list that is opened by its summary: details that a person may want to read, and need not. */
export function NoteList({ title, children }: NoteListProps) {
  return (
    <details className={styles.details}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}

/** A place in monospace, and what there is to say about it. */
export function NoteItem({ where, children }: { where: string | null; children: ReactNode }) {
  return (
    <li>
      {where !== null && (
        <>
          <code>{where}</code> –{' '}
        </>
      )}
      {children}
    </li>
  );
}
