'use client';

import type { Input } from '@/lib/inputs/input';
import type { Command } from '../panel/use-configure';
import styles from './input-rules.module.css';
import { ChecksButton } from './list/checks-button';

/** Leads to the limits of an input, which are rules of its command: people look for them here. */
export function InputLimits({ command, input: { inputId, key } }: { command: Command; input: Input }) {
  const own = command.inputChecks.filter(({ left, right }) => left === key || right === key).length;
  return (
    <div className={styles.limits}>
      <p className={styles.limitsNote}>
        {own === 0
          ? 'No limits, such as a smallest or largest value.'
          : `${own === 1 ? 'One check compares' : `${own} checks compare`} this input.`}
      </p>
      <ChecksButton command={command} inputId={inputId} />
    </div>
  );
}
