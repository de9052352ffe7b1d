'use client';

import { UnstyledButton } from '@mantine/core';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { FrameOrg } from '../frame-props';
import { orgPageList } from './org-page-list';
import styles from './org-picker.module.css';

const items = fetchedPart(() => import('./org-menu-items'));

interface OrgPickerProps {
  org: FrameOrg;
  orgs: readonly FrameOrg[];
  /** Whether the person may create another one. */
  offersMore: boolean;
}

/** The current organization: its pages, and the other organizations. */
export function OrgPicker({ org, orgs, offersMore }: OrgPickerProps) {
  const pathname = usePathname();
  const isOnPage = orgPageList(org).some(({ path }) => pathname === path(org.slug));
  return (
    <MenuOnDemand
      width={240}
      items={items}
      itemProps={{ org, orgs, offersMore }}
      target={
        <UnstyledButton
          className={styles.picker}
          aria-label={`Organization: ${org.name}`}
          // One of its pages is open, marked like the underlined links of the bar.
          data-current={isOnPage || undefined}
        >
          <IconBuilding size={16} stroke={1.75} aria-hidden />
          <span className={styles.text}>{org.name}</span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      }
    />
  );
}
