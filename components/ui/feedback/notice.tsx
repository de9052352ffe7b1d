import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** `info`: worth knowing before continuing. `good`: something succeeded. `bad`: something failed. */
  kind: 'info' | 'good' | 'bad';
  title?: string;
  children: ReactNode;
}

const icons = { info: IconInfoCircle, good: IconCircleCheck, bad: IconAlertCircle };

/** A short note within a form, set apart from its fields. */
export function Notice({ kind, title, children }: NoticeProps) {
  const Icon = icons[kind];
  return (
    <div className={styles.box} data-kind={kind} {...(kind === 'bad' && { role: 'alert' })}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}
