'use client';

import { type RefObject, useEffect } from 'react';

interface Brought {
  /** Whether the run was started on this page, not just opened. */
  isStartedHere: boolean;
  /** It won't change anymore. */
  isSettled: boolean;
}

/**
 * Scrolls the card of a run into view, with as much of the form above it as fits: when the run begins, and when its
 * result makes the card grow, unless the person has scrolled away since.
 */
export function useBringIntoView(
  card: RefObject<HTMLElement | null>,
  { isStartedHere, isSettled }: Brought,
): void {
  useEffect(() => {
    if (isStartedHere) card.current?.scrollIntoView({ block: 'nearest' });
  }, [card, isStartedHere]);
  useEffect(() => {
    if (!isStartedHere || !isSettled || card.current === null) return;
    const { top } = card.current.getBoundingClientRect();
    if (top >= 0 && top < window.innerHeight) card.current.scrollIntoView({ block: 'nearest' });
  }, [card, isStartedHere, isSettled]);
}
