'use client';

import type { MenuProps } from '@mantine/core';
import {
  type ButtonHTMLAttributes,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

const importMenu = () => import('./opened-menu');
const OpenedMenu = lazy(importMenu);

interface MenuOnDemandProps {
  /** The button that opens the menu. */
  target: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  /** Its items, best of a component that is fetched as well. */
  children: ReactNode;
  /** Fetches the items' code, when a press is likely to follow. */
  prepare?: () => unknown;
  position?: MenuProps['position'];
  width?: number;
}

/** A menu whose code is fetched when one comes near its button. */
export function MenuOnDemand({
  target,
  children,
  prepare,
  position = 'bottom-end',
  width,
}: MenuOnDemandProps) {
  const [isWanted, setWanted] = useState(false);
  const fetchAll = () => {
    void importMenu();
    prepare?.();
  };
  const closed = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchAll,
    onFocus: fetchAll,
    onClick: () => setWanted(true),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu target={target} position={position} width={width}>
        {children}
      </OpenedMenu>
    </Suspense>
  );
}
