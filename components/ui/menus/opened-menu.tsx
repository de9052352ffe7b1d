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
  const list = useRef<HTMLDivElement>(null);
  const [isOpened, setOpened] = useState(false);
  // This button replaced the pressed one and its focus, so the focus returns to it.
  useLayoutEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  // The menu listens for Escape and arrows in its items. Until one of them has the focus, as while they load, this does.
  useEffect(() => {
    if (!isOpened) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        setOpened(false);
        button.current?.focus({ preventScroll: true });
      } else if (event.key === 'ArrowDown' && document.activeElement === button.current) {
        event.preventDefault();
        list.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpened]);
  return (
    <Menu
      opened={isOpened}
      onChange={setOpened}
      position={position}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown ref={list}>{children}</Menu.Dropdown>
    </Menu>
  );
}
