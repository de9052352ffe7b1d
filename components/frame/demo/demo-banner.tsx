import { IconFlask } from '@tabler/icons-react';
import styles from './demo-banner.module.css';
import { DEMO_WARNING } from './demo-warning';

/** Warns that anyone on this machine can sign in as anyone. */
export function DemoBanner() {
  return (
    <div className={styles.banner} role="note">
      <IconFlask size={16} stroke={1.75} aria-hidden />
      <span>{DEMO_WARNING}</span>
    </div>
  );
}
