'use client';

import { Button } from '@mantine/core';
import styles from './presets.module.css';

export interface Preset {
  label: string;
  /** What it lists, where the label alone doesn't say so. */
  title?: string;
  isChosen: boolean;
  /** Chooses it, or removes it if it is chosen. */
  onToggle: () => void;
}

/** Filters that people use most, one press each. */
export function Presets({ label, presets }: { label: string; presets: readonly Preset[] }) {
  return (
    <fieldset className={styles.presets} aria-label={label}>
      {presets.map(({ label: words, title, isChosen, onToggle }) => (
        <Button
          key={words}
          variant={isChosen ? 'light' : 'subtle'}
          color={isChosen ? undefined : 'gray'}
          size="compact-sm"
          aria-pressed={isChosen}
          title={title}
          onClick={onToggle}
        >
          {words}
        </Button>
      ))}
    </fieldset>
  );
}
