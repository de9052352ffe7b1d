import type { StatusTone } from '@/lib/runs/run-status';
import styles from './status-pill.module.css';

/** A status: a dot and a word, so that color is never the only signal. */
export function StatusPill({ tone, word }: { tone: StatusTone; word: string }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      <span className={styles.dot} aria-hidden />
      {word}
    </span>
  );
}

/** Only the dot, next to a text that says the same; `label` is for screen readers. */
export function StatusDot({ tone, label }: { tone: StatusTone; label: string }) {
  return <span className={styles.loneDot} data-tone={tone} role="img" aria-label={label} title={label} />;
}
