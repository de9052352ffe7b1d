'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialogs.module.css';
import { dialogsPart } from './dialogs-part';

interface DialogOptions {
  title: string;
  body: ReactNode;
  /** The button that answers true. */
  confirmLabel: string;
  /** After so many milliseconds without an answer the dialog closes and answers false. */
  timeoutMs?: number;
}

interface ConfirmOptions extends DialogOptions {
  cancelLabel?: string;
  /** True where going on cannot be undone. */
  isDangerous?: boolean;
}

/** Asks a question. True when it was agreed to; false for no, Escape, a click beside it, and the time-out. */
export function confirm({
  cancelLabel = 'Cancel',
  isDangerous = false,
  ...options
}: ConfirmOptions): Promise<boolean> {
  return open(options, (answer) => (
    <>
      <Button variant="default" onClick={() => answer(false)}>
        {cancelLabel}
      </Button>
      <Button
        className={isDangerous ? styles.dangerous : undefined}
        data-autofocus
        onClick={() => answer(true)}
      >
        {options.confirmLabel}
      </Button>
    </>
  ));
}

/** Tells something that has to be read. True when it was acknowledged with the button, false otherwise. */
export function alert(options: DialogOptions): Promise<boolean> {
  return open(options, (answer) => (
    <Button data-autofocus onClick={() => answer(true)}>
      {options.confirmLabel}
    </Button>
  ));
}

/** Fetches the code of dialogs, where a question is likely to follow. */
export function prepareDialogs(): void {
  void dialogsPart.want();
}

async function open(
  { title, body, timeoutMs }: DialogOptions,
  renderButtons: (answer: (agreed: boolean) => void) => ReactNode,
): Promise<boolean> {
  const [{ modals }] = await Promise.all([import('@mantine/modals'), dialogsPart.want()]);
  return new Promise((resolve) => {
    const settle = (agreed: boolean) => {
      clearTimeout(timer);
      // The first answer counts: closing the dialog answers once more, with false.
      resolve(agreed);
      modals.close(id);
    };
    const id = modals.open({
      title,
      classNames: { title: styles.title, content: styles.content },
      withCloseButton: false,
      onClose: () => settle(false),
      children: (
        <>
          <div className={styles.body}>{body}</div>
          <div className={styles.buttons}>{renderButtons(settle)}</div>
        </>
      ),
    });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => settle(false), timeoutMs);
  });
}
