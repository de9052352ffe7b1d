'use client';

import { alert } from '@/components/ui/dialogs';
import { Keys } from '@/components/ui/keys';
import styles from './show-keys.module.css';

/** Every shortcut, and what it does. */
export async function showKeys(): Promise<void> {
  const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
  const shortcuts: [string, string][] = [
    [`${mod} K`, 'Search or jump to anything'],
    ['/', 'Search the commands'],
    [`${mod} Enter`, 'Run the command'],
    ['Esc', 'Close what is open, one at a time'],
    ['Arrows, Page Up, Page Down, Home, End', 'Walk through a table of results'],
    [`${mod} C`, 'Copy the cell one is at'],
    ['?', 'This list'],
  ];
  await alert({
    title: 'Keyboard shortcuts',
    body: (
      <dl className={styles.keys}>
        {shortcuts.map(([keys, what]) => (
          <div key={keys} className={styles.line}>
            <dt>
              <Keys>{keys}</Keys>
              <span className={styles.spoken}>{keys}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    ),
    confirmLabel: 'Close',
  });
}
