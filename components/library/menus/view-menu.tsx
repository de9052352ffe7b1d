'use client';

import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import styles from '../library-view.module.css';

const viewItems = fetchedPart(() => import('./view-items'));

/** The order of the library, and the commands that it leaves out, in one menu. */
export function ViewMenu(props: ComponentProps<typeof import('./view-items').default>) {
  return (
    <MenuOnDemand
      width={220}
      items={viewItems}
      itemProps={props}
      target={
        <Button className={styles.control} variant="default" aria-label="View">
          <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />
          <span className={styles.controlWords}>View</span>
        </Button>
      }
    />
  );
}
