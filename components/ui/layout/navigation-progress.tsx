'use client';

import styles from '../loading/progress-line.module.css';
import { useIsNavigating, useNavigationEnd } from './navigation';

/**
 * A line along the top while the next page loads, if that takes longer than a blink. It disappears exactly when the
 * navigation ends.
 */
export function NavigationProgress() {
  useNavigationEnd();
  const isNavigating = useIsNavigating();
  return (
    isNavigating && (
      <div className={styles.line} role="progressbar" aria-label="The next page is on its way" />
    )
  );
}
