'use client';

import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from './toasts.module.css';
import { toastsPart } from './toasts-part';

const SUCCESS_MS = 6_000;
const DEFAULT_MS = 4_000;
/** Long enough to read the message, and to notice the mistake. */
const UNDO_MS = 10_000;

interface ToastOptions {
  /** How long it stays, in milliseconds; `false` until it is closed. */
  durationMs?: number | false;
  /** Takes back what the message reports; it reports its own outcome. */
  undo?: () => unknown;
}

type ToastKind = 'success' | 'info' | 'danger';

const icons = { success: IconCircleCheck, info: IconInfoCircle, danger: IconAlertCircle };

/** @returns a function that removes it. */
async function show(
  kind: ToastKind,
  message: string,
  durationMs: number | false,
  undo?: () => unknown,
): Promise<() => void> {
  const Icon = icons[kind];
  const [{ notifications }] = await Promise.all([import('@mantine/notifications'), toastsPart.want()]);
  const id = notifications.show({
    message:
      undo === undefined ? (
        message
      ) : (
        <Undoable
          message={message}
          onUndo={() => {
            notifications.hide(id);
            undo();
          }}
        />
      ),
    autoClose: durationMs,
    icon: <Icon size={18} stroke={1.75} aria-hidden />,
    classNames: { root: styles.root, icon: styles.icon, description: styles.message },
    role: kind === 'danger' ? 'alert' : 'status',
    mod: { kind },
    closeButtonProps: { 'aria-label': 'Close this message' },
  });
  return () => void notifications.hide(id);
}

function Undoable({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className={styles.line}>
      <span>{message}</span>
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </span>
  );
}

/** Short messages at the bottom right, about things that happen elsewhere on the page. */
export const toast = {
  success: (
    message: string,
    { undo, durationMs = undo === undefined ? SUCCESS_MS : UNDO_MS }: ToastOptions = {},
  ) => void show('success', message, durationMs, undo),
  info: (message: string, { durationMs = DEFAULT_MS }: ToastOptions = {}) =>
    void show('info', message, durationMs),
  danger: (message: string, { durationMs = DEFAULT_MS }: ToastOptions = {}) =>
    void show('danger', message, durationMs),
  /** Shows a progress message until the action is done; the caller reports the outcome. */
  during: async <T,>(message: string, work: Promise<T>): Promise<T> => {
    const shown = show('info', message, DEFAULT_MS);
    try {
      return await work;
    } finally {
      void shown.then((hide) => hide());
    }
  },
};
