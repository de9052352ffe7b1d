import type { RowFact } from '@/components/result-view/follow-ups/follow-ups';
import styles from './follow-up.module.css';

/** Which row a panel is about: the first of its values, as the table shows them. */
export function RowFacts({ facts }: { facts: readonly RowFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.row} aria-label="Row">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
