import type { ReactNode } from 'react';
import styles from './home.module.css';

interface PartProps {
  title: string;
  /** How many there are, where that says something. */
  count?: number;
  /** Where all of them are. */
  all?: ReactNode;
  children: ReactNode;
}

/** One part of the page, with its heading. */
export function Part({ title, count, all, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {title}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        {all}
      </div>
      {children}
    </section>
  );
}
