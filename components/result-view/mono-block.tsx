import styles from './result.module.css';

/** Machine output as is: lines and spaces stay, long lines wrap, and a long text scrolls on its own. */
export function MonoBlock({ label, text }: { label: string; text: string }) {
  return (
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <pre className={styles.mono} dir="auto">
        {text}
      </pre>
    </section>
  );
}
