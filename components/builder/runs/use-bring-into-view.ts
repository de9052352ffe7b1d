'use client';

import { type RefObject, useEffect } from 'react';

interface Brought {
  /** Whether the run was started on this page, rather than looked up. */
  isStartedHere: boolean;
  /** Nothing more is going to change on it. */
  isSettled: boolean;
}

/**
 * Brings the card of a run into sight, with as much of the form above it as there is room for: when the run
 * begins, and when its result makes the card grow, unless one has scrolled away from it meanwhile.
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
