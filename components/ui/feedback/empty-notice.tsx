import type { ReactNode } from 'react';
import styles from './empty-notice.module.css';

interface EmptyNoticeProps {
  icon: ReactNode;
  title: string;
  /** If it replaces a whole page, its title is the page's heading. */
  isPage?: boolean;
  /** What this place is for, in a sentence or two. */
  children: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
}

/**
 * The small empty state, of a list or table within something else: why nothing is here, and what to do about it, in a
 * sentence or two.
 */
export function EmptyLine({ children }: { children: ReactNode }) {
  return <p className={styles.line}>{children}</p>;
}

/** An empty state: what belongs here, and the one thing to do. */
export function EmptyNotice({ icon, title, isPage = false, children, action }: EmptyNoticeProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles.box}>
      <div className={styles.icon} aria-hidden>
        {icon}
      </div>
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
