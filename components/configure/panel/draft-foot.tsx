'use client';

import { Button } from '@mantine/core';
import type { Fields } from './draft';
import styles from './draft-foot.module.css';
import type { Editing } from './use-editing';

interface DraftFootProps<F extends Fields> {
  editing: Editing<F>;
  /** The id of the form to submit. */
  form: string;
  isValid: boolean;
  isSaving: boolean;
  /** Whether what was saved is still shown. */
  isSaved?: boolean;
}

/** Says that there are unsaved changes, and saves or discards them. */
export function DraftFoot<F extends Fields>({
  editing,
  form,
  isValid,
  isSaving,
  isSaved = false,
}: DraftFootProps<F>) {
  const { isChanged, conflicts, discard } = editing;
  return (
    <>
      <span className={styles.told} role="status">
        {isChanged && (
          <>
            <span className={styles.dot} aria-hidden /> {wordsOf(isValid, conflicts.length)}
          </>
        )}
        {isSaved && !isChanged && 'All changes saved'}
      </span>
      {isChanged && (
        <Button variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
      )}
      <Button
        type="submit"
        form={form}
        disabled={!isChanged || !isValid || conflicts.length > 0}
        loading={isSaving}
      >
        Save
      </Button>
    </>
  );
}

/** What is unsaved, and what has to be done before it can be saved. */
function wordsOf(isValid: boolean, conflicts: number): string {
  if (conflicts > 0) return 'Unsaved changes. Choose first which ones to keep.';
  return isValid ? 'Unsaved changes' : 'Unsaved changes. Complete what is marked or missing first.';
}
