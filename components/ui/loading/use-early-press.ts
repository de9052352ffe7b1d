'use client';

import { useEffect, useRef } from 'react';

/** What was pressed before the code of the page had loaded. */
interface EarlyPresses {
  /** The name of the button that was pressed last; null if none was. */
  pressed: string | null;
  /** Whether a field was changed, too: what the page knows of it may differ from what the person sees. */
  hasTyped: boolean;
  /** The buttons that their own code answers by now. */
  live: string[];
}

declare global {
  interface Window {
    earlyPresses?: EarlyPresses;
  }
}

/**
 * Makes up for a press of a button before its code had loaded, once it has. Returns what the button needs.
 *
 * @param name the same on each page, and of no other button of the page
 * @param isUntouched whether the press counts only if no field was changed before
 */
export function useEarlyPress(
  name: string,
  onPress: () => void,
  { isUntouched = false }: { isUntouched?: boolean } = {},
): { 'data-early-press': string } {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    const presses = window.earlyPresses;
    if (presses === undefined) return;
    const isPressed = presses.pressed === name && !(isUntouched && presses.hasTyped);
    if (presses.pressed === name) presses.pressed = null;
    presses.live.push(name);
    if (isPressed) latest.current();
    return () => {
      presses.live = presses.live.filter((each) => each !== name);
    };
  }, [name, isUntouched]);
  return { 'data-early-press': name };
}
