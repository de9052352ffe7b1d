'use client';

import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
  { scheme: 'auto', label: 'Follow the system', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

/**
 * Light, dark, or as the system has it. Drawn only in an open menu, so never by the server, which does not
 * know the choice.
 */
export function ColourSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return schemes.map(({ scheme, label, Icon }) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={colorScheme === scheme}
      closeMenuOnClick={false}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      rightSection={colorScheme === scheme ? <IconCheck size={16} stroke={1.75} aria-hidden /> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {label}
    </Menu.Item>
  ));
}
