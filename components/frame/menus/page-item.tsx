'use client';

import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import Link from 'next/link';

interface PageItemProps {
  href: string;
  Icon: Icon;
  /** Whether this page is open, or one within it; such an item is marked, and has the focus when the menu opens. */
  current?: 'page' | 'true' | false | undefined;
  children: string;
}

/** A menu item that leads to a page. */
export function PageItem({ href, Icon, current, children }: PageItemProps) {
  return (
    <Menu.Item
      component={Link}
      href={href}
      aria-current={current || undefined}
      data-autofocus={current ? true : undefined}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
    >
      {children}
    </Menu.Item>
  );
}
