'use client';

import card from '@/components/ui/layout/card.module.css';
import type { CheckView } from './check-view';
import styles from './fact-list.module.css';
import { useOpenCheck } from './use-open-check';

/** A value that no call was needed for. */
export interface Fact {
  name: string;
  value: string;
}

/** Names and values in a card. What was called for opens all of its answer. */
export function FactList({ facts }: { facts: readonly (Fact | CheckView)[] }) {
  return (
    <dl className={`${card.card} ${styles.list}`}>
      {facts.map((fact) => (
        <div key={fact.name} className={styles.fact}>
          <dt>{fact.name}</dt>
          <dd>{'value' in fact ? <code>{fact.value}</code> : <CheckedValue check={fact} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function CheckedValue({ check }: { check: CheckView }) {
  const [, open] = useOpenCheck();
  return (
    <button
      type="button"
      className={styles.value}
      data-state={check.state}
      title={check.message}
      onClick={() => void open(check.key)}
    >
      {wordsOf(check)}
    </button>
  );
}

function wordsOf({ state, data }: CheckView): string {
  switch (state) {
    case 'loading':
      return 'Checking…';
    case 'apiError':
      return 'API error';
    case 'failure':
      return 'Failed';
    case 'warning':
    case 'success':
      return data ?? 'None';
  }
}
