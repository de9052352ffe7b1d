import type { ReactNode } from 'react';
import styles from './empty-notice.module.css';

interface EmptyNoticeProps {
  icon: ReactNode;
  title: string;
  /** What this place is for, in a sentence or two. */
  children: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
}

/** A place with nothing in it: what it is, and the one thing to do. */
export function EmptyNotice({ icon, title, children, action }: EmptyNoticeProps) {
  return (
    <div className={styles.box}>
      <div className={styles.icon} aria-hidden>
        {icon}
      </div>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
