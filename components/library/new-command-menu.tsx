'use client';

import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { MenuOnDemand } from '@/components/ui/menu-on-demand';

const importItems = () => import('./new-command-items');
const NewCommandItems = dynamic(importItems);

interface NewCommandMenuProps {
  orgId: string;
  label: string;
}

/** What one can make commands of. */
export function NewCommandMenu({ orgId, label }: NewCommandMenuProps) {
  return (
    <MenuOnDemand
      width={280}
      prepare={importItems}
      target={
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          {label}
        </Button>
      }
    >
      <NewCommandItems orgId={orgId} />
    </MenuOnDemand>
  );
}
