'use client';

import { Menu } from '@mantine/core';
import { IconHistory, IconLayoutGrid } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/paths';
import OrgItems from './org-items';
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
      {org !== null && (
        <>
          <Menu.Item
            component={Link}
            href={paths.commands(org.slug)}
            leftSection={<IconLayoutGrid size={16} stroke={1.75} aria-hidden />}
          >
            Commands
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={paths.history(org.slug)}
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
          >
            History
          </Menu.Item>
        </>
      )}
      {orgs.length > 1 && (
        <>
          <Menu.Divider />
          <Menu.Label>Organisations</Menu.Label>
          <OrgItems org={org} orgs={orgs} />
        </>
      )}
      <Menu.Divider />
      <UserItems person={person} />
    </>
  );
}
