'use client';

import { Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type PanelAddress, type PanelStack, parsePanelAddress } from './panel-addresses';
import { PanelOnTop } from './panel-on-top';
import styles from './side-panel-stack.module.css';
import { useSidePanels } from './use-side-panels';

/** Draws a panel of one kind. `about` is what stands after its colon in the address. */
export type PanelKinds = Readonly<Record<string, (about: string) => ReactNode>>;

/**
 * The panels at the right of a page. A page states once which kinds it has; `useSidePanels` opens them.
 *
 * Escape goes back by one panel; the backdrop and a panel's X close them all. Panels below the top one stay
 * mounted, so that what was typed in them is there when one comes back. Focus is held in the panel and
 * returned to where it was. Kinds that the page does not have are passed over: they come from the URL.
 */
export function SidePanelStack({ kinds }: { kinds: PanelKinds }) {
  const panels = useSidePanels();
  const open = panels.stack.filter((address) => Object.hasOwn(kinds, parsePanelAddress(address).kind));
  const drawn = useLastOpen(open);
  // A drawer that is open from the start would not know where the focus came from.
  const isMounted = useMounted();
  return (
    <Drawer.Root
      opened={isMounted && open.length > 0}
      // Escape; open menus, dropdowns and calendars inside the panel take it for themselves.
      onClose={panels.pop}
      position="right"
      size={620}
      closeOnClickOutside={false}
      returnFocus
    >
      <Drawer.Overlay className={styles.shade} onClick={panels.closeAll} />
      <Drawer.Content
        // Not className, which the library hands to the frame around the panel too.
        classNames={{ content: styles.content }}
      >
        {drawn.map((address, index) => (
          <div
            key={keyOf(drawn, index)}
            className={styles.panel}
            data-side-panel
            hidden={index !== drawn.length - 1}
          >
            <PanelOnTop value={index === drawn.length - 1}>{draw(kinds, address)}</PanelOnTop>
          </div>
        ))}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** What was open last, so that a drawer does not slide out empty. */
function useLastOpen(open: PanelStack): PanelStack {
  const [last, setLast] = useState(open);
  if (open.length > 0 && open.join() !== last.join()) setLast(open);
  return open.length > 0 ? open : last;
}

/** The same panel may stand in a stack twice, and each keeps its own state. */
function keyOf(stack: PanelStack, index: number): string {
  return `${index}:${stack[index]}`;
}

function draw(kinds: PanelKinds, address: PanelAddress): ReactNode {
  const { kind, about } = parsePanelAddress(address);
  return kinds[kind]?.(about);
}
