'use client';

import { Radio } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { tokenScopeKind } from '@/lib/contract/people/tokens';
import styles from './scope-field.module.css';

/** What a token or a program may do. */
export type ScopeKind = 'run' | 'read' | 'everything';

/** What each choice means for whom it is made, with the narrowest first. */
export type ScopeWords = Readonly<Record<ScopeKind, { label: string; description: string }>>;

const KINDS: readonly ScopeKind[] = ['run', 'read', 'everything'];

interface ScopeFieldProps {
  label: string;
  words: ScopeWords;
  scope: ScopeKind;
  onChange: (scope: ScopeKind) => void;
  /** The choice of commands, below the scope that needs it. */
  children: ReactNode;
}

/** Chooses what a token or a program may do: run chosen commands, read, or everything. */
export function ScopeField({ label, words, scope, onChange, children }: ScopeFieldProps) {
  const id = useId();
  return (
    <Radio.Group
      label={label}
      value={scope}
      onChange={(value) => onChange(tokenScopeKind.parse(value))}
      classNames={{ label: styles.label ?? '' }}
    >
      <div className={styles.stack}>
        {KINDS.map((kind) => (
          <div key={kind} className={styles.choice} data-chosen={kind === scope || undefined}>
            {/* The label of the radio, so that a press anywhere on it chooses it. */}
            <label className={styles.whole} htmlFor={`${id}-${kind}`}>
              <Radio
                id={`${id}-${kind}`}
                value={kind}
                aria-labelledby={`${id}-${kind}-name`}
                aria-describedby={`${id}-${kind}-description`}
              />
              <span className={styles.words}>
                <span id={`${id}-${kind}-name`}>{words[kind].label}</span>
                <span id={`${id}-${kind}-description`} className={styles.description}>
                  {words[kind].description}
                </span>
              </span>
            </label>
            {kind === 'run' && scope === 'run' && <div className={styles.more}>{children}</div>}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
