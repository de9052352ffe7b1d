'use client';

import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { PhoneItemsProps } from './phone-items';

const phoneItems = fetchedPart(() => import('./phone-items'));

/** The whole bar in one menu, for narrow screens. */
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
