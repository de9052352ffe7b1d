'use client';

import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import type { FrameOffers, FrameOrg, FramePerson } from '../frame-props';
import OrgItems from './org-items';
import { OrgPageItems } from './org-page-items';
import { pagesFor } from './pages';
import UserItems from './user-items';

export interface PhoneItemsProps {
  person: FramePerson;
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  offers: FrameOffers;
}

/** Everything that the bar has on a wide screen. */
export default function PhoneItems({ person, org, orgs, offers }: PhoneItemsProps) {
  return (
    <>
      {org !== null &&
        pagesFor(org).map(({ name, path, Icon }) => (
          <Menu.Item
            key={name}
            component={Link}
            href={path(org.slug)}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
      {org !== null && (
        <>
          <Menu.Divider />
          <Menu.Label>{org.name}</Menu.Label>
          <OrgPageItems org={org} />
        </>
      )}
      {orgs.length > 1 && (
        <>
          <Menu.Divider />
          <Menu.Label>Organizations</Menu.Label>
          <OrgItems org={org} orgs={orgs} offersMore={offers.furtherOrg && !offers.org} />
        </>
      )}
      {offers.org && (
        <>
          <Menu.Divider />
          <Menu.Item
            component={Link}
            href={paths.createOrg}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          >
            Create organization
          </Menu.Item>
        </>
      )}
      <Menu.Divider />
      <UserItems person={person} org={org} />
    </>
  );
}
