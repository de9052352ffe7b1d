'use client';

import { VisuallyHidden } from '@mantine/core';
import { alert } from '@/components/ui/feedback/dialogs/dialogs';
import { Keys } from '@/components/ui/text/keys';
import styles from './show-keys.module.css';

/** Every shortcut, and what it does. */
export async function showKeys(): Promise<void> {
  const [mod, shift] = /Mac|iPhone|iPad/.test(navigator.platform) ? ['⌘', '⇧'] : ['Ctrl', 'Shift'];
  const shortcuts: [readonly string[], string][] = [
    [[`${mod} K`], 'Search or jump to anything'],
    [['/'], 'Search the commands'],
    [[`${mod} Enter`], 'Run the command'],
    [['Enter'], 'Run the command from a one-line field'],
    [[`${shift} Enter`], 'Start a new line in a text field'],
    [['Esc'], 'Close the topmost panel'],
    [['↑', '↓', '←', '→'], 'Move through a table of results or the rows of a list'],
    [['Home', 'End', 'PgUp', 'PgDn'], 'Jump by page or to the end'],
    [[`${mod} C`], 'Copy the selected cell'],
    [['?'], 'Show this list'],
  ];
  await alert({
    title: 'Keyboard shortcuts',
    body: (
      <dl className={styles.keys}>
        {shortcuts.map(([keys, what]) => (
          <div key={what} className={styles.line}>
            <dt>
              {keys.map((key) => (
                <Keys key={key}>{key}</Keys>
              ))}
              <VisuallyHidden>{keys.join(', ')}</VisuallyHidden>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    ),
    confirmLabel: 'Close',
  });
}
