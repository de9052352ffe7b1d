'use client';

import { Menu, type MenuProps } from '@mantine/core';
import {
  type ComponentPropsWithRef,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface OpenedMenuProps {
  target: ReactElement<ComponentPropsWithRef<'button'>>;
  children: ReactNode;
  position: MenuProps['position'];
  width: number | undefined;
}

/** A menu that opens as soon as it has loaded; see `MenuOnDemand`. */
export default function OpenedMenu({ target, children, position, width }: OpenedMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpened, setOpened] = useState(false);
  // This button replaced the pressed one and its focus, so the focus returns to it.
  useLayoutEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  // The menu listens for Escape in its items. Until one of them has the focus, this does.
  useEffect(() => {
    if (!isOpened) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpened(false);
      button.current?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpened]);
  return (
    <Menu
      opened={isOpened}
      onChange={setOpened}
      position={position}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
