'use client';

import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { RowMenuProps } from './row-items';

const rowItems = fetchedPart(() => import('./row-items'));

/** The menu of one command: the only actions on a phone, and in addition to the row's buttons elsewhere. */
export function RowMenu(props: RowMenuProps) {
  return (
    <MenuOnDemand
      width={220}
      items={rowItems}
      itemProps={props}
      target={
        <ActionIcon aria-label={`Actions for ${props.command.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      }
    />
  );
}
