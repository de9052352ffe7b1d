import styles from './run-log.module.css';

/** What a run said while it went: notices, prints, lines of output. */
export function RunLog({ log, isOpen }: { log: string; isOpen: boolean }) {
  return (
    <details className={styles.log} open={isOpen}>
      <summary className={styles.summary}>Log</summary>
      <pre className={styles.lines} dir="auto" tabIndex={0} aria-label="Log" role="log" aria-live="off">
        {log}
      </pre>
    </details>
  );
}
