'use client';

import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

/** Opens the panel that invites people to the organization. */
export function InviteButton() {
  const panels = useSidePanels();
  return (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => panels.push({ kind: 'invite' })}
    >
      Invite new members
    </Button>
  );
}
