'use client';

import { Button } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import styles from '../differences/diff-row.module.css';
import { EFFECTS, type Effect } from './effects';

interface AskEffectsProps {
  count: number;
  onAll: (effect: Effect) => void;
}

/** Asks what the chosen rows do to data, for all of them at once; each row has a choice of its own, too. */
export function AskEffects({ count, onAll }: AskEffectsProps) {
  return (
    <div role="alert">
      <Notice
        kind="info"
        title={count === 1 ? 'What does it do to data?' : `What do these ${count} do to data?`}
      >
        The source doesn’t say. Choose in each row, or for all of them. Commands that create or update data
        ask before each run. Deleting counts as updating.
        <br />
        <span className={styles.all}>
          {EFFECTS.map(({ effect, all }) => (
            <Button key={effect} variant="default" size="xs" onClick={() => onAll(effect)}>
              {all}
            </Button>
          ))}
        </span>
      </Notice>
    </div>
  );
}
