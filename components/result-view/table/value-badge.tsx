import { badgeTone } from '@/lib/results/badge-tone';
import styles from './value-badge.module.css';

/** A value as a badge, whose color goes with its word. */
export function ValueBadge({ text }: { text: string }) {
  return (
    <span className={styles.badge} data-tone={badgeTone(text)} title={text}>
      {text}
    </span>
  );
}
