'use client';

import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { tellNotOwn } from '@/components/command/not-own';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

interface ShareCommandButtonProps {
  command: { commandId: number; name: string };
  /** Whether it is a command of an organisation of one's own. */
  isOwn: boolean;
}

/** Opens who has a command, where its engineers also share it. */
export function ShareCommandButton({ command, isOwn }: ShareCommandButtonProps) {
  const panels = useSidePanels();
  return (
    <Button
      variant="default"
      leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() =>
        isOwn
          ? panels.push({ kind: 'share', commandId: command.commandId })
          : void tellNotOwn(command.name, 'share')
      }
    >
      Share
    </Button>
  );
}
