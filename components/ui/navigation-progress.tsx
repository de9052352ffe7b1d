'use client';

import { startTransition, useEffect, useOptimistic } from 'react';
import styles from './navigation-progress.module.css';

let begin = () => {};

/** Called as each navigation begins. */
export function tellNavigation(): void {
  begin();
}

/**
 * A line along the top while the next page is on its way, where that takes longer than a blink. It is a part of the
 * navigation's own transition, so it goes exactly when that is done, wherever it ends.
 */
export function NavigationProgress() {
  const [isGoing, setGoing] = useOptimistic(false);
  useEffect(() => {
    begin = () => startTransition(() => setGoing(true));
    return () => {
      begin = () => {};
    };
  }, [setGoing]);
  return (
    isGoing && <div className={styles.line} role="progressbar" aria-label="The next page is on its way" />
  );
}
