'use client';

import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
  { scheme: 'auto', label: 'Follow the system', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

/**
 * Light, dark, or the system setting. Rendered only in an open menu, and so never by the server, which doesn't know the
 * choice.
 */
export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme}>
      {schemes.map(({ scheme, label, Icon }) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
          rightSection={<Icon size={16} stroke={1.75} aria-hidden />}
          onChange={() => setColorScheme(scheme)}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
