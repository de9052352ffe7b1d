import { IconFlask } from '@tabler/icons-react';
import styles from './demo-banner.module.css';

/** Warns that anyone on this machine can sign in as anyone. */
export function DemoBanner() {
  return (
    <div className={styles.banner} role="note">
      <IconFlask size={16} stroke={1.75} aria-hidden />
      <span>Demo mode on this machine: anyone who opens this page can sign in as anyone.</span>
    </div>
  );
}
