'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { FrameOrg } from '../frame-props';
import bar from '../nav-bar.module.css';
import type { OrgMenuItemsProps } from './org-menu-items';
import { orgPageList } from './org-page-list';

const items = fetchedPart(() => import('./org-menu-items'));

/** The pages about the current organization, and the way to the others. */
export function OrgMenu({ org, ...rest }: OrgMenuItemsProps & { org: FrameOrg }) {
  const pathname = usePathname();
  const isOnPage = orgPageList(org).some(({ path }) => pathname === path(org.slug));
  return (
    <MenuOnDemand
      width={240}
      items={items}
      itemProps={{ org, ...rest }}
      target={
        <UnstyledButton
          className={bar.link}
          aria-label={`Organization: ${org.name}`}
          // One of its pages is open.
          data-current={isOnPage || undefined}
        >
          Organization
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      }
    />
  );
}
