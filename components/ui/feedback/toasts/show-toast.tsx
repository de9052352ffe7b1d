import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import Link from 'next/link';
import styles from './toasts.module.css';
import type { ToastAction, ToastKind } from './toasts-part';

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
  action: ToastAction | null,
): () => void {
  const Icon = icons[kind];
  const id = notifications.show({
    message:
      action === null ? (
        message
      ) : (
        <WithAction message={message} action={action} onDone={() => notifications.hide(id)} />
      ),
    autoClose: durationMs,
    icon: <Icon size={18} stroke={1.75} aria-hidden />,
    classNames: {
      root: styles.root,
      icon: styles.icon,
      description: styles.message,
      closeButton: styles.close,
    },
    role: kind === 'danger' ? 'alert' : 'status',
    mod: { kind },
    closeButtonProps: { 'aria-label': 'Close this message' },
  });
  return () => void notifications.hide(id);
}

interface WithActionProps {
  message: string;
  action: ToastAction;
  /** Removes the toast. */
  onDone: () => void;
}

function WithAction({ message, action, onDone }: WithActionProps) {
  return (
    <span className={styles.line}>
      <span>{message}</span>
      {'href' in action ? (
        <Button component={Link} href={action.href} variant="default" size="compact-sm" onClick={onDone}>
          {action.label}
        </Button>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onDone();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
    </span>
  );
}
