import { Textarea } from '@mantine/core';
import styles from '../panel/share-form.module.css';

const MOST_NOTE = 2000;

/** A note sent with a message, in the sender's own words. */
export function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  return (
    <Textarea
      label={
        <>
          Note <span className={styles.optional}>optional</span>
        </>
      }
      aria-label="Note"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={MOST_NOTE}
      value={note}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
