'use client';

import { type RefObject, useEffect, useRef } from 'react';

const FIRST_FIELD = '[data-autofocus], input:not([type="hidden"]), textarea, select';

/**
 * Puts the focus where reading starts in a panel that has just opened, also by a link: on the field that asks for it or
 * the first one, else on the title. In a panel that comes back to the top, it returns to where it was. A focus that
 * already is on a control of the panel stays.
 */
export function useFocusOnOpening(heading: RefObject<HTMLElement | null>, isOnTop: boolean): void {
  const isPlaced = useRef(false);
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const panel = heading.current?.closest<HTMLElement>('[data-side-panel]');
    if (!isOnTop || panel == null) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
    };
    panel.addEventListener('focusin', remember);
    // A button loses the focus while it works, since it is disabled; a row that is deleted takes the focus with it.
    const losses = new MutationObserver((changes) => {
      const control = last.current;
      if (control === null || document.activeElement !== document.body) return;
      if (!control.isConnected) focus(heading.current);
      else if (changes.some(({ target }) => target === control) && control.matches(':enabled'))
        focus(control);
    });
    losses.observe(panel, { attributeFilter: ['disabled'], childList: true, subtree: true });
    const place = () => {
      const isBack = isPlaced.current;
      isPlaced.current = true;
      if (!isUnplaced(panel)) return;
      if (isBack && last.current !== null && focus(last.current)) return;
      focus((isBack ? null : firstField(panel)) ?? heading.current);
    };
    // After the drawer has moved the focus to its first control, which is a button of its head: it does so in a timer,
    // which the next frame may come before.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(place, 0);
    });
    return () => {
      panel.removeEventListener('focusin', remember);
      losses.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [heading, isOnTop]);
}

/** Returns whether the element has the focus now. */
function focus(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}

function firstField(panel: HTMLElement): HTMLElement | null {
  const field = [...panel.querySelectorAll<HTMLElement>(FIRST_FIELD)].find(
    (each) => !each.hasAttribute('disabled') && each.offsetParent !== null,
  );
  return panel.querySelector<HTMLElement>('[data-autofocus]') ?? field ?? null;
}

/** Whether the focus is outside of the panel, or on its head. */
function isUnplaced(panel: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === null || !panel.contains(focused) || focused.closest('header') !== null;
}
