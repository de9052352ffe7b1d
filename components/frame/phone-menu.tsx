'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconLayoutGrid, IconMenu2 } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/paths';
import { OrgItems } from './org-picker';
import { UserItems } from './user-items';
import type { FrameOrg, FramePerson } from './who';

interface PhoneMenuProps {
  person: FramePerson;
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
}

/** All of the bar in one menu, where there is no room for a bar. */
export function PhoneMenu({ person, org, orgs }: PhoneMenuProps) {
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon size={40} aria-label="Menu">
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {org !== null && (
          <Menu.Item
            component={Link}
            href={paths.commands(org.slug)}
            leftSection={<IconLayoutGrid size={16} stroke={1.75} aria-hidden />}
          >
            Commands
          </Menu.Item>
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
      </Menu.Dropdown>
    </Menu>
  );
}
