'use client';

import { Menu, type MenuProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

interface OpenedMenuProps {
  target: ReactElement;
  children: ReactNode;
  position: MenuProps['position'];
  width: number | undefined;
}

/** A menu that opens as soon as it is there; see `MenuOnDemand`. */
export default function OpenedMenu({ target, children, position, width }: OpenedMenuProps) {
  return (
    <Menu defaultOpened position={position} {...(width === undefined ? {} : { width })}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
