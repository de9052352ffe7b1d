'use client';

import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useEarlyPress } from '@/components/ui/loading/use-early-press';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { mayConfigure } from '@/lib/commands/rights';
import type { Command } from './use-configure';

interface ConfigureButtonProps {
  command: Pick<Command, 'commandId' | 'role' | 'isCopycat' | 'orgId'>;
  /** The current organization. A command of another one is configured there. */
  orgId: string;
}

/** Opens the configuration of a command, for its engineers; nothing for others. */
export function ConfigureButton({ command, orgId }: ConfigureButtonProps) {
  const panels = useSidePanels();
  const open = () => panels.push({ kind: 'configure', commandId: command.commandId });
  const early = useEarlyPress('configure', open);
  if (!mayConfigure(command) || command.orgId !== orgId) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustments size={16} stroke={1.75} aria-hidden />}
      onClick={open}
      {...early}
    >
      Configure
    </Button>
  );
}
