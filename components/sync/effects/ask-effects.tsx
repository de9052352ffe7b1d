'use client';

import { Button } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import styles from '../differences/diff-row.module.css';
import { EFFECTS, type Effect } from './effects';

/** Where the focus goes if no row can take it. */
export const ASK_EFFECTS = 'ask-effects';

interface AskEffectsProps {
  /** How many rows have no answer. The question stays after the last one, or all rows would jump up under the pointer. */
  missing: number;
  /** How many rows it is asked of. */
  count: number;
  onAll: (effect: Effect) => void;
}

/** Asks what the chosen rows do to data, for all of them at once; each row has a choice of its own, too. */
export function AskEffects({ missing, count, onAll }: AskEffectsProps) {
  return (
    <div role="alert" id={ASK_EFFECTS}>
      <Notice kind="info" title={titleOf(missing, count)}>
        The source doesn’t say. Choose in each row, or for all of them. Commands that create or change data
        ask before each run. Deleting counts as changing.
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

function titleOf(missing: number, count: number): string {
  if (missing === 0)
    return count === 1 ? 'You chose what it does to data' : `You chose what these ${count} do to data`;
  return missing === 1 ? 'What does it do to data?' : `What do these ${missing} do to data?`;
}
