'use client';

import { Menu } from '@mantine/core';
import { usePathname } from 'next/navigation';
import type { FramePerson } from '../frame-props';
import OrgMenuItems, { type OrgMenuItemsProps } from './org-menu-items';
import { PageItem } from './page-item';
import { isCurrent, pagesFor } from './pages';
import UserItems from './user-items';

export interface PhoneItemsProps extends OrgMenuItemsProps {
  person: FramePerson;
}

/** Everything that the bar has on a wide screen. */
export default function PhoneItems({ person, ...menu }: PhoneItemsProps) {
  const { org } = menu;
  const pathname = usePathname();
  return (
    <>
      {org !== null && (
        <>
          <Menu.Label>{org.name}</Menu.Label>
          {pagesFor(org).map(({ name, path, Icon }) => (
            <PageItem
              key={name}
              href={path(org.slug)}
              Icon={Icon}
              current={isCurrent(pathname, path(org.slug))}
            >
              {name}
            </PageItem>
          ))}
        </>
      )}
      <OrgMenuItems {...menu} />
      <Menu.Divider />
      <UserItems person={person} org={org} />
    </>
  );
}
