import styles from './result.module.css';

/** Text of a machine, as it came: its lines and spaces stay, long lines wrap, a long text scrolls by itself. */
export function MonoBlock({ label, text }: { label: string; text: string }) {
  return (
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <pre className={styles.mono} dir="auto">
        {text}
      </pre>
    </section>
  );
}
