'use client';

import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { MenuGroup } from './menu-group';
import styles from './user-menu.module.css';

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
    <MenuGroup label="Theme">
      <Menu.RadioGroup value={colorScheme}>
        {schemes.map(({ scheme, label, Icon }) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
            className={styles.choice}
            onChange={() => setColorScheme(scheme)}
          >
            <span className={styles.option}>
              <Icon size={16} stroke={1.75} aria-hidden />
              {label}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuGroup>
  );
}
