'use client';

import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { PhoneItemsProps } from './phone-items';

const phoneItems = fetchedPart(() => import('./phone-items'));

/** All of the bar in one menu, where there is no room for a bar. */
export function PhoneMenu(props: PhoneItemsProps) {
  return (
    <MenuOnDemand
      width={280}
      items={phoneItems}
      itemProps={props}
      target={
        <ActionIcon size={40} aria-label="Menu">
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
      }
    />
  );
}
