'use client';

import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { alertForeignCommand } from '@/components/command/foreign-command-alert';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

interface ShareCommandButtonProps {
  command: { commandId: number; name: string };
  /** Whether the command belongs to one of the person's organizations. */
  isOwn: boolean;
}

/** Opens the panel that shows who has a command, where its engineers also share it. */
export function ShareCommandButton({ command, isOwn }: ShareCommandButtonProps) {
  const panels = useSidePanels();
  return (
    <Button
      variant="default"
      leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() =>
        isOwn
          ? panels.push({ kind: 'share', commandId: command.commandId })
          : void alertForeignCommand(command.name, 'share')
      }
    >
      Share
    </Button>
  );
}
