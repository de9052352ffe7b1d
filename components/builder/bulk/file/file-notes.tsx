'use client';

import { NativeSelect } from '@mantine/core';
import { fileCharsets } from '@/lib/bulk/file-text';
import type { BulkDraft } from '../use-bulk-draft';
import styles from './file-notes.module.css';

/** What of the file was left out or read in another way, and how its letters were read if the file doesn't say. */
export function FileNotes({ draft: { file, isReading, readAs } }: { draft: BulkDraft }) {
  const notes = file?.notes ?? [];
  const charset = file?.charset ?? null;
  const isOpen = charset !== null && !charset.isSure;
  if (notes.length === 0 && !isOpen) return null;
  return (
    <div className={styles.notes} role="status">
      {isOpen && (
        <div className={styles.charset}>
          <span>The file doesn't say how its letters are written. Check them below; they were read as</span>
          <NativeSelect
            size="xs"
            aria-label="How the letters of the file are written"
            value={charset.name}
            disabled={isReading}
            data={['utf-8', ...fileCharsets]}
            onChange={({ currentTarget: { value } }) => void readAs(value)}
          />
        </div>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
