'use client';

import { SegmentedControl } from '@mantine/core';
import styles from '../differences/diff-row.module.css';
import { EFFECTS, type Effect } from './effects';

interface EffectChoiceProps {
  cloudName: string;
  /** Null until it is chosen. */
  effect: Effect | null;
  isAsked: boolean;
  onChoose: (effect: Effect) => void;
}

/** Asks what a command that will be added does to data. */
export function EffectChoice({ cloudName, effect, isAsked, onChoose }: EffectChoiceProps) {
  return (
    <SegmentedControl
      className={styles.effect}
      data-asked={isAsked && effect === null}
      size="xs"
      aria-label={`What ${cloudName} does to data`}
      title="Deleting counts as changing. Commands that create or change data ask before each run."
      value={effect ?? ''}
      onChange={(value) => {
        const chosen = EFFECTS.find((each) => each.effect === value);
        if (chosen !== undefined) onChoose(chosen.effect);
      }}
      data={EFFECTS.map((each) => ({ value: each.effect, label: each.label }))}
    />
  );
}
