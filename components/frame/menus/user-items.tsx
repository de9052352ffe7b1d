'use client';

import { Menu } from '@mantine/core';
import {
  IconApi,
  IconBuildingCommunity,
  IconLogin2,
  IconLogout,
  IconMap,
  IconUserCircle,
} from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import type { FrameOrg, FramePerson } from '../frame-props';
import { LogoutEverywhereItem } from '../session/logout-everywhere-item';
import { useSignOut } from '../session/sign-out';
import { ColorSchemeItems } from './color-scheme-items';
import styles from './user-menu.module.css';

/** The items of the person's own menu, for the bar and for phones. */
export default function UserItems({ person, org }: { person: FramePerson; org: FrameOrg | null }) {
  const signOut = useSignOut();
  return (
    <>
      <div className={styles.who}>
        <div className={styles.name}>{person.name}</div>
        {person.email !== null && <div className={styles.email}>{person.email}</div>}
      </div>
      <Menu.Divider />
      <ColorSchemeItems />
      <Menu.Divider />
      <Menu.Item
        component={Link}
        href={paths.account}
        leftSection={<IconUserCircle size={16} stroke={1.75} aria-hidden />}
      >
        Your account
      </Menu.Item>
      <Menu.Item
        component={Link}
        href={paths.orgs}
        leftSection={<IconBuildingCommunity size={16} stroke={1.75} aria-hidden />}
      >
        All my organizations
      </Menu.Item>
      {person.hasSignInMethods && (
        <Menu.Item
          component={Link}
          href={paths.signInMethods}
          leftSection={<IconLogin2 size={16} stroke={1.75} aria-hidden />}
        >
          Sign-in methods
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        href={paths.apiReference}
        prefetch={false}
        leftSection={<IconApi size={16} stroke={1.75} aria-hidden />}
      >
        API reference
      </Menu.Item>
      {org !== null && (
        <Menu.Item
          component={Link}
          href={paths.tour(org.slug)}
          leftSection={<IconMap size={16} stroke={1.75} aria-hidden />}
        >
          Take the tour
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />} onClick={signOut}>
        Log out
      </Menu.Item>
      {person.leavableProvider !== null && <LogoutEverywhereItem provider={person.leavableProvider} />}
    </>
  );
}
