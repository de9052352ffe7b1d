'use client';

import { Menu } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { FrameOrg } from '../frame-props';
import { orgPagesFor } from './org-pages';

/** One menu item for each page about an organization. */
export function OrgPageItems({ org }: { org: FrameOrg }) {
  const pathname = usePathname();
  return orgPagesFor(org).map(({ name, path, Icon }) => (
    <Menu.Item
      key={name}
      component={Link}
      href={path(org.slug)}
      aria-current={pathname === path(org.slug) ? 'page' : undefined}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
    >
      {name}
    </Menu.Item>
  ));
}
