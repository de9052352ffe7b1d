'use client';

import { UnstyledButton } from '@mantine/core';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { FrameOrg } from './frame-props';
import { orgPagesFor } from './org-pages';
import styles from './org-picker.module.css';

const items = fetchedPart(() => import('./org-menu-items'));

interface OrgPickerProps {
  org: FrameOrg;
  orgs: readonly FrameOrg[];
  /** Whether one may make another one. */
  offersMore: boolean;
}

/** The organization one is in: its pages, and the others one can go to. */
export function OrgPicker({ org, orgs, offersMore }: OrgPickerProps) {
  const pathname = usePathname();
  const isOnPage = orgPagesFor(org).some(({ path }) => pathname === path(org.slug));
  return (
    <MenuOnDemand
      width={240}
      items={items}
      itemProps={{ org, orgs, offersMore }}
      target={
        <UnstyledButton
          className={styles.picker}
          aria-label={`Organization: ${org.name}`}
          // One of its pages is open, as the underlined links of the bar say of theirs.
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
