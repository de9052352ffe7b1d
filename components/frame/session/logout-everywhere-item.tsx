'use client';

import { Menu } from '@mantine/core';
import { IconLogout2 } from '@tabler/icons-react';
import { useSignOutEverywhere } from './sign-out';

/** Logs out of Pushboard and of the provider: on a shared machine, the next person can't continue as this one. */
export function LogoutEverywhereItem({ provider }: { provider: string }) {
  const signOut = useSignOutEverywhere(provider);
  return (
    <Menu.Item leftSection={<IconLogout2 size={16} stroke={1.75} aria-hidden />} onClick={signOut}>
      Log out here and at {provider}
    </Menu.Item>
  );
}
