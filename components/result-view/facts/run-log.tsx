import styles from './run-log.module.css';

interface RunLogProps {
  log: string;
  isOpen: boolean;
  /** The download link for the whole log, if `log` is only its beginning. */
  wholeUrl?: string | null;
}

/** A run's log: notices, prints, output lines. */
export function RunLog({ log, isOpen, wholeUrl = null }: RunLogProps) {
  return (
    <details className={styles.log} open={isOpen}>
      <summary className={styles.summary}>Log</summary>
      <pre className={styles.lines} dir="auto" tabIndex={0} aria-label="Log" role="log" aria-live="off">
        {log}
      </pre>
      {wholeUrl !== null && (
        <p className={styles.rest}>
          The log continues. <a href={wholeUrl}>Download all of it</a>
        </p>
      )}
    </details>
  );
}
