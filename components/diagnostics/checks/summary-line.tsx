'use client';

import { StatusPill } from '@/components/ui/feedback/status-pill';
import type { CheckView, Summary } from './check-view';
import { stateWords } from './check-view';
import styles from './summary-line.module.css';
import { useOpenCheck } from './use-open-check';

const words = {
  good: 'All is well',
  bad: 'Trouble',
  caution: 'Needs a look',
  active: 'Checking',
  none: '',
} as const;

/** The state of everything in one line, with the three worst checks. */
export function SummaryLine({ summary: { tone, text, worst } }: { summary: Summary }) {
  return (
    <section className={styles.line} data-tone={tone} aria-label="Summary">
      <p className={styles.text} role="status">
        <StatusPill tone={tone} word={words[tone]} />
        <strong>{text}</strong>
      </p>
      {worst.length > 0 && (
        <ul className={styles.worst}>
          {worst.map((check) => (
            <Worst key={check.key} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Worst({ check: { key, name, state, message } }: { check: CheckView }) {
  const [, open] = useOpenCheck();
  return (
    <li>
      <button type="button" className={styles.open} onClick={() => void open(key)}>
        <span className={styles.name}>{name}</span>
        <span className={styles.message}>
          {stateWords[state].word}: {message}
        </span>
      </button>
    </li>
  );
}
