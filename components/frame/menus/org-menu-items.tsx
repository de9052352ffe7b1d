'use client';

import { Menu } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { FrameOrg } from '../frame-props';
import OrgItems from './org-items';
import { orgPagesFor } from './org-pages';

export interface OrgMenuItemsProps {
  org: FrameOrg;
  orgs: readonly FrameOrg[];
  offersMore: boolean;
}

/** The administration pages of the current organization, and the other organizations. */
export default function OrgMenuItems({ org, orgs, offersMore }: OrgMenuItemsProps) {
  const pathname = usePathname();
  return (
    <>
      {orgPagesFor(org).map(({ name, path, Icon }) => (
        <Menu.Item
          key={name}
          component={Link}
          href={path(org.slug)}
          aria-current={pathname === path(org.slug) ? 'page' : undefined}
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        >
          {name}
        </Menu.Item>
      ))}
      {orgs.length > 1 && (
        <>
          <Menu.Divider />
          <OrgItems org={org} orgs={orgs} offersMore={offersMore} />
        </>
      )}
    </>
  );
}
