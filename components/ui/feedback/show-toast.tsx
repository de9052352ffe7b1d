import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from './toasts.module.css';
import type { ToastKind } from './toasts-part';

const icons = { success: IconCircleCheck, info: IconInfoCircle, danger: IconAlertCircle };

/**
 * Shows a toast; its host must be mounted.
 *
 * @returns a function that removes it
 */
export function showToast(
  kind: ToastKind,
  message: string,
  durationMs: number | false,
  undo?: () => unknown,
): () => void {
  const Icon = icons[kind];
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
