'use client';

import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';

const newCommandItems = fetchedPart(() => import('./new-command-items'));

interface NewCommandMenuProps {
  orgId: string;
  label: string;
}

/** The sources for new commands. */
export function NewCommandMenu({ orgId, label }: NewCommandMenuProps) {
  return (
    <MenuOnDemand
      width={280}
      items={newCommandItems}
      itemProps={{ orgId }}
      target={
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          {label}
        </Button>
      }
    />
  );
}
