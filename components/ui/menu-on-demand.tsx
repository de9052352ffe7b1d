'use client';

import type { MenuProps } from '@mantine/core';
import { type ComponentPropsWithRef, cloneElement, type ReactElement, useState } from 'react';
import { Fetched, type FetchedPart, fetchedPart } from './fetched-part';

const openedMenu = fetchedPart(() => import('./opened-menu'));

interface MenuOnDemandProps<Items> {
  /** The button that opens the menu. */
  target: ReactElement<ComponentPropsWithRef<'button'>>;
  items: FetchedPart<Items>;
  itemProps: Items;
  position?: MenuProps['position'];
  width?: number;
}

/** A menu whose code is fetched when one comes near its button. */
export function MenuOnDemand<Items extends object>({
  target,
  items,
  itemProps,
  position = 'bottom-end',
  width,
}: MenuOnDemandProps<Items>) {
  const [isWanted, setWanted] = useState(false);
  const prepare = () => {
    openedMenu.prepare();
    items.prepare();
  };
  const closed = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
  });
  if (!isWanted) return closed;
  const children = <Fetched part={items} props={itemProps} />;
  return <Fetched part={openedMenu} props={{ target, children, position, width }} fallback={closed} />;
}
