import styles from './difference-list.module.css';
import { type Difference, differenceLabel, differenceValue } from './difference-words';
import { useKnownNames } from './use-known-names';

interface DifferenceListProps {
  orgId: string;
  differences: readonly Difference[];
  /** What the two sides are called. */
  sides: readonly [before: string, after: string];
}

/** What differs between two configurations, with how it was and how it became. */
export function DifferenceList({ orgId, differences, sides }: DifferenceListProps) {
  const names = useKnownNames(orgId);
  return (
    <ul className={styles.list} aria-label="Differences">
      {differences.map((difference) => (
        <li key={differenceLabel(difference)} className={styles.difference}>
          <span className={styles.label}>{differenceLabel(difference)}</span>
          <dl className={styles.values}>
            <dt>{sides[0]}</dt>
            <dd>{differenceValue(difference, difference.before, names)}</dd>
            <dt>{sides[1]}</dt>
            <dd>{differenceValue(difference, difference.after, names)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
