'use client';

import { Button } from '@mantine/core';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { Command } from '../../panel/use-configure';

interface ChecksButtonProps {
  command: Command;
  /** The input that a new check is about at first; none for the first input. */
  inputId?: number | null;
  size?: 'compact-sm';
}

/** Leads to the limits and checks of a command's inputs, and says how many there are. */
export function ChecksButton({
  command: { commandId, inputChecks },
  inputId = null,
  size,
}: ChecksButtonProps) {
  const panels = useSidePanels();
  return (
    <Button
      variant="default"
      size={size}
      onClick={() => panels.push({ kind: 'input-checks', commandId, inputId })}
    >
      {inputChecks.length === 0 ? 'Limits and checks' : `Limits and checks (${inputChecks.length})`}
    </Button>
  );
}
