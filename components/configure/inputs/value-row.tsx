import styles from './input-rules.module.css';

interface ValueRowProps {
  label: string;
  /** Empty text is shown as `—`. */
  value: string | null;
  /** What is wrong with the value. */
  problem?: string | null;
}

/** One line of a list of values; it stands in a `dl`. */
export function ValueRow({ label, value, problem = null }: ValueRowProps) {
  return (
    <div className={styles.value}>
      <dt>{label}</dt>
      <dd>
        {value === null || value === '' ? '—' : value}
        {problem !== null && <span className={styles.problem}>{problem}</span>}
      </dd>
    </div>
  );
}
