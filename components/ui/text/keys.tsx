'use client';

import { useSyncExternalStore } from 'react';
import styles from './keys.module.css';

const never = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether shortcuts are spoken of as ⌘ (true) or Ctrl; false on the server and until the page is live. */
export function useAppleKeys(): boolean {
  return useSyncExternalStore(never, isApple, () => false);
}

/** A shortcut beside the thing it does. A hint for the eyes: the control itself carries the name. */
export function Keys({ children }: { children: string }) {
  return (
    <kbd className={styles.keys} aria-hidden>
      {children}
    </kbd>
  );
}
