'use client';

import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { MenuOnDemand } from '@/components/ui/menu-on-demand';
import type { RowMenuProps } from './row-items';

const importItems = () => import('./row-items');
const RowItems = dynamic(importItems);

/** The menu of one command: all there is on a phone, and beside the row's own buttons elsewhere. */
export function RowMenu(props: RowMenuProps) {
  return (
    <MenuOnDemand
      width={220}
      prepare={importItems}
      target={
        <ActionIcon aria-label={`Actions for ${props.command.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      }
    >
      <RowItems {...props} />
    </MenuOnDemand>
  );
}
