'use client';

import { Menu } from '@mantine/core';
import Link from 'next/link';
import OrgItems from './org-items';
import { pages } from './pages';
import UserItems from './user-items';
import type { FrameOrg, FramePerson } from './who';

export interface PhoneItemsProps {
  person: FramePerson;
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
}

/** All that the bar holds on a wide screen. */
export default function PhoneItems({ person, org, orgs }: PhoneItemsProps) {
  return (
    <>
      {org !== null &&
        pages.map(({ name, path, Icon }) => (
          <Menu.Item
            key={name}
            component={Link}
            href={path(org.slug)}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
      {orgs.length > 1 && (
        <>
          <Menu.Divider />
          <Menu.Label>Organisations</Menu.Label>
          <OrgItems org={org} orgs={orgs} />
        </>
      )}
      <Menu.Divider />
      <UserItems person={person} org={org} />
    </>
  );
}
