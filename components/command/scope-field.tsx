'use client';

import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
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
            <Radio value={kind} label={words[kind].label} description={words[kind].description} />
            {kind === 'run' && scope === 'run' && <div className={styles.more}>{children}</div>}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
