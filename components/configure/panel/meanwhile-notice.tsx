'use client';

import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { JsonValue } from '@/lib/base/json';
import type { Fields } from './draft';
import styles from './meanwhile-notice.module.css';
import type { Editing } from './use-editing';

interface MeanwhileNoticeProps<F extends Fields> {
  editing: Editing<F>;
  saved: F;
  /** The label of a field. */
  labelOf: (key: string) => string;
  /** A field's value in words. */
  wordsOf: (key: string, value: JsonValue) => string;
}

/** Shows what another person has changed meanwhile. If both changed the same field, the reader chooses. */
export function MeanwhileNotice<F extends Fields>({
  editing,
  saved,
  labelOf,
  wordsOf,
}: MeanwhileNoticeProps<F>) {
  const { conflicts, meanwhile, fields } = editing;
  if (conflicts.length === 0 && meanwhile === null) return null;
  const others = (meanwhile ?? []).filter((key) => !conflicts.includes(key));
  return (
    <section className={styles.box} aria-label="Changed meanwhile" role="alert">
      <p className={styles.title}>
        <IconUsers size={16} stroke={1.75} aria-hidden />
        Someone else has changed this in the meantime
      </p>
      <p>
        {conflicts.length > 0
          ? 'Where you both changed the same field, choose which version to keep, then save.'
          : 'It does not affect your changes. Review it, then save again.'}
      </p>
      {conflicts.map((key) => (
        <div key={key} className={styles.conflict}>
          <p className={styles.field}>{labelOf(key)}</p>
          <dl className={styles.values}>
            <dt>Theirs</dt>
            <dd>{wordsOf(key, saved[key] ?? null)}</dd>
            <dt>Yours</dt>
            <dd>{wordsOf(key, fields[key] ?? null)}</dd>
          </dl>
          <div className={styles.choice}>
            <Button variant="default" size="compact-sm" onClick={() => editing.keepMine(key)}>
              Keep yours
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => editing.takeTheirs(key)}>
              Take theirs
            </Button>
          </div>
        </div>
      ))}
      {others.map((key) => (
        <p key={key} className={styles.other}>
          <b>{labelOf(key)}</b> is now: {wordsOf(key, saved[key] ?? null)}
        </p>
      ))}
    </section>
  );
}
