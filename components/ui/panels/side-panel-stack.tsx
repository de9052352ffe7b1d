'use client';

import { Drawer } from '@mantine/core';
import { useFocusReturn, useId, useMediaQuery, useMounted, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { DockedPanels } from './docked-panels';
import { BESIDE, PageDocking, PanelAside } from './panel-aside';
import { type Panel, type PanelKind, type PanelParams, panelAt } from './panel-kinds';
import { OwnPanel, PanelOnTop } from './panel-on-top';
import type { PanelStack } from './panel-stack';
import styles from './side-panel-stack.module.css';
import { useSidePanels } from './use-side-panels';

/** Panels that a page renders itself, by kind. */
export type OwnPanels = { readonly [Kind in PanelKind]?: (params: PanelParams<Kind>) => ReactNode };

interface SidePanelStackProps {
  canDraw: (panel: Panel) => boolean;
  draw: (panel: Panel) => ReactNode;
}

/**
 * The panels at the right of a page, opened by `useSidePanels`. Escape goes back by one panel; the backdrop and a
 * panel's X close them all. Panels below the top one stay mounted, so that what was typed in them is kept. The focus
 * stays in the panel and returns to where it was before. A page can stay in use next to the panels that it names, where
 * there is room. Addresses of no panel, or of one that the page can't draw, are ignored, because they come from the URL.
 */
export function SidePanelStack({ canDraw, draw }: SidePanelStackProps) {
  const panels = useSidePanels();
  const open = panels.stack.filter((address) => {
    const panel = panelAt(address);
    return panel !== null && canDraw(panel);
  });
  const drawn = useLastOpen(open);
  const shown = useRef(open);
  useEffect(() => {
    shown.current = open;
  });
  const [cover, setCover] = useState<HTMLElement | null>(null);
  const docking = useContext(PageDocking);
  const hasRoom = useMediaQuery(BESIDE, false, { getInitialValueInEffect: false }) === true;
  const firstKind = kindAt(drawn[0]);
  const isDocked = hasRoom && firstKind !== undefined && docking?.kinds.includes(firstKind) === true;
  const place = isDocked ? docking.place : cover;
  const aside = useMemo(() => (place === null ? null : { place, isInPage: isDocked }), [place, isDocked]);
  const id = useId();
  // A drawer that starts open wouldn't know where the focus came from.
  const isMounted = useMounted();
  const isOpen = isMounted && open.length > 0;
  const asideOf = drawn.findLastIndex(hasAside);
  useFocusReturn({ opened: isOpen && isDocked });
  useWindowEvent('keydown', (event) => isOpen && goesBack(event) && panels.pop(), { capture: true });
  const panelsDrawn = drawn.map((address, index) => (
    <div
      key={keyOf(drawn, index)}
      className={styles.panel}
      data-side-panel
      hidden={index !== drawn.length - 1}
    >
      <PanelOnTop value={index === drawn.length - 1}>
        <PanelAside value={index === asideOf ? aside : null}>
          <Owned address={address} shown={shown}>
            {drawAt(draw, address)}
          </Owned>
        </PanelAside>
      </PanelOnTop>
    </div>
  ));
  return (
    <Drawer.Root
      id={id}
      opened={isOpen}
      trapFocus={!isDocked}
      lockScroll={!isDocked}
      onClose={panels.pop}
      // The drawer would also close on an Escape that is meant for a dialog above it.
      closeOnEscape={false}
      position="right"
      size={620}
      closeOnClickOutside={false}
      returnFocus
    >
      {isDocked ? (
        isOpen && <DockedPanels titleId={`${id}-title`}>{panelsDrawn}</DockedPanels>
      ) : (
        <>
          <Drawer.Overlay
            className={styles.shade}
            data-readable={isReadThrough(drawn) || undefined}
            onClick={panels.closeAll}
          />
          <div ref={setCover} />
          <Drawer.Content
            // Not className, which the library also applies to the panel's wrapper.
            classNames={{ content: styles.content }}
          >
            {panelsDrawn}
          </Drawer.Content>
        </>
      )}
    </Drawer.Root>
  );
}

interface OwnedProps {
  address: string;
  shown: RefObject<PanelStack>;
  children: ReactNode;
}

function Owned({ address, shown, children }: OwnedProps) {
  const own = useMemo(() => ({ address, shown }), [address, shown]);
  return <OwnPanel value={own}>{children}</OwnPanel>;
}

/** Escape, unless it is for what is above the panel: a dialog, or an open menu, dropdown, or calendar inside it. */
function goesBack({ key, isComposing, target }: KeyboardEvent): boolean {
  if (key !== 'Escape' || isComposing) return false;
  if (!(target instanceof Element)) return true;
  // How the library marks a control whose list is open.
  if (target.getAttribute('data-mantine-stop-propagation') === 'true') return false;
  const dialog = target.closest('[role="dialog"]');
  return dialog === null || dialog.querySelector('[data-side-panel]') !== null;
}

/** The panels that show something next to themselves. It stays while panels are open that were opened from them. */
const withAside: ReadonlySet<string> = new Set<PanelKind>(['configure', 'configure-input', 'reorder-inputs']);

function hasAside(address: string): boolean {
  const kind = kindAt(address);
  return kind !== undefined && withAside.has(kind);
}

const kindAt = (address: string | undefined): PanelKind | undefined =>
  address === undefined ? undefined : panelAt(address)?.kind;

/** Whether people read what is behind the panels while they use them. */
const isReadThrough = ([first]: PanelStack): boolean => kindAt(first) === 'follow-up';

/** The last open panel, so that a drawer doesn't slide out empty. */
function useLastOpen(open: PanelStack): PanelStack {
  const [last, setLast] = useState(open);
  if (open.length > 0 && open.join() !== last.join()) setLast(open);
  return open.length > 0 ? open : last;
}

/** The same panel may be in a stack twice, and each keeps its own state. */
function keyOf(stack: PanelStack, index: number): string {
  return `${index}:${stack[index]}`;
}

function drawAt(draw: (panel: Panel) => ReactNode, address: string): ReactNode {
  const panel = panelAt(address);
  return panel === null ? null : draw(panel);
}
