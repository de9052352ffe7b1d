'use client';

import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { tokenScopeKind } from '@/lib/contract/identity/tokens';
import styles from './scope-field.module.css';
import type { NewToken } from './use-tokens';

interface ScopeFieldProps {
  scope: NewToken['scope'];
  onChange: (scope: NewToken['scope']) => void;
  isOfService: boolean;
  /** The choice of commands, below the scope that needs it. */
  children: ReactNode;
}

const choices = [
  { value: 'run', description: 'See and run these, and nothing else. Safest for assistants.' },
  { value: 'read', description: 'See commands, runs, and results. Runs nothing.' },
  { value: 'everything', description: 'Run, configure, and share. For your own use.' },
] as const;

/** What a token may do. */
export function ScopeField({ scope, onChange, isOfService, children }: ScopeFieldProps) {
  const labels = {
    run: 'Run chosen commands',
    read: 'Read',
    everything: isOfService ? 'Everything that is shared with it' : 'Everything I can do',
  };
  return (
    <Radio.Group
      label="What it can do"
      value={scope}
      onChange={(value) => onChange(tokenScopeKind.parse(value))}
      classNames={{ label: styles.label ?? '' }}
    >
      <div className={styles.stack}>
        {choices.map(({ value, description }) => (
          <div key={value} className={styles.choice} data-chosen={value === scope || undefined}>
            <Radio
              value={value}
              label={labels[value]}
              description={isOfService && value === 'everything' ? 'Run, configure, and share.' : description}
            />
            {value === 'run' && scope === 'run' && <div className={styles.more}>{children}</div>}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
