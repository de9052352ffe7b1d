import type { ReactNode } from 'react';
import card from '@/components/ui/layout/card.module.css';
import styles from './check-group.module.css';
import { CheckRow } from './check-row';
import type { CheckView } from './check-view';

interface GroupProps {
  title: string;
  /** Next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A heading with what belongs below it. */
export function Group({ title, aside, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Checks in one card. */
export function CheckGroup({ title, checks }: { title: string; checks: readonly CheckView[] }) {
  return (
    <Group title={title}>
      <ul className={`${card.card} ${styles.list}`}>
        {checks.map((check) => (
          <CheckRow key={check.key} check={check} />
        ))}
      </ul>
    </Group>
  );
}
