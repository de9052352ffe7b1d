'use client';

import { useSyncExternalStore } from 'react';
import styles from './keys.module.css';

const never = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether to show shortcuts with ⌘ (true) or Ctrl; false on the server and until hydration. */
export function useAppleKeys(): boolean {
  return useSyncExternalStore(never, isApple, () => false);
}

/** A shortcut next to its control. Only a visual hint: the control itself has the name. */
export function Keys({ children }: { children: string }) {
  return (
    <kbd className={styles.keys} aria-hidden>
      {children}
    </kbd>
  );
}
