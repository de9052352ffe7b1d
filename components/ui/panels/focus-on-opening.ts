'use client';

import { type RefObject, useEffect, useRef } from 'react';

const FIRST_FIELD = '[data-autofocus], input:not([type="hidden"]), textarea, select';

/**
 * Puts the focus where reading starts in a panel that has just opened, also by a link: on the field that asks for it or
 * the first one, else on the title. A focus that already is on a control of the panel stays.
 */
export function useFocusOnOpening(heading: RefObject<HTMLElement | null>, isOnTop: boolean): void {
  const isPlaced = useRef(false);
  useEffect(() => {
    // A panel that comes back to the top has been read before.
    if (!isOnTop || isPlaced.current) return;
    // After the drawer has moved the focus to its first control, which is a button of its head.
    const frame = requestAnimationFrame(() => {
      isPlaced.current = true;
      const panel = heading.current?.closest<HTMLElement>('[data-side-panel]');
      if (panel == null || !isUnplaced(panel)) return;
      const field = [...panel.querySelectorAll<HTMLElement>(FIRST_FIELD)].find(
        (each) => !each.hasAttribute('disabled') && each.offsetParent !== null,
      );
      const wanted = panel.querySelector<HTMLElement>('[data-autofocus]') ?? field ?? heading.current;
      wanted?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [heading, isOnTop]);
}

/** Whether the focus is outside of the panel, or on its head. */
function isUnplaced(panel: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === null || !panel.contains(focused) || focused.closest('header') !== null;
}
