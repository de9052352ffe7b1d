'use client';

import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { toast } from '../feedback/toasts/toasts';

interface UnavailableButtonProps extends ButtonProps {
  /** Why it can't be pressed, and whom to ask. */
  reason: string;
  children: string;
}

/**
 * A button that can't be pressed by this person, or not now. It can be focused, so that everyone reaches the reason: it is
 * shown under the pointer, with the focus, and on a tap.
 */
export default function UnavailableButton({ reason, ...looks }: UnavailableButtonProps) {
  return (
    <Tooltip label={reason} multiline maw={320}>
      <Button
        {...looks}
        aria-disabled
        data-disabled
        aria-description={reason}
        onClick={() => toast.info(reason)}
      />
    </Tooltip>
  );
}
