import { IconPlayerPause } from '@tabler/icons-react';
import styles from './held-bar.module.css';

/** Tells admins that the database is a copy, whose runs and messages wait, and how the copy is released. */
export function HeldBar() {
  return (
    <div className={styles.bar} role="note">
      <IconPlayerPause size={16} stroke={1.75} aria-hidden />
      <span>
        This copy of Pushboard sends nothing and runs nothing until it is released. If it takes the place of
        the original, the people who run Pushboard release it: <code>npm run admin -- release</code>
      </span>
    </div>
  );
}
