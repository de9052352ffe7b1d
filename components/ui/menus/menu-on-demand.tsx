'use client';

import type { MenuProps } from '@mantine/core';
import { type ComponentPropsWithRef, cloneElement, type ReactElement, useState } from 'react';
import { Fetched, type FetchedPart, fetchedPart, useFetched } from '../loading/fetched-part';

const openedMenu = fetchedPart(() => import('./opened-menu'));

interface MenuOnDemandProps<Items> {
  /** The button that opens the menu. */
  target: ReactElement<ComponentPropsWithRef<'button'>>;
  items: FetchedPart<Items>;
  itemProps: Items;
  position?: MenuProps['position'];
  width?: number;
}

/** A menu whose code is fetched when the pointer or the focus comes near its button. */
export function MenuOnDemand<Items extends object>({
  target,
  items,
  itemProps,
  position = 'bottom-end',
  width,
}: MenuOnDemandProps<Items>) {
  const [isWanted, setWanted] = useState(false);
  // A menu that opens before its items have loaded wouldn't know where to put the focus.
  const Items = useFetched(items, isWanted);
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
  if (!isWanted || Items === null) return closed;
  const children = <Items {...itemProps} />;
  return <Fetched part={openedMenu} props={{ target, children, position, width }} fallback={closed} />;
}
