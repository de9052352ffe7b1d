'use client';

import { type RefObject, useEffect } from 'react';

interface Brought {
  /** Whether the run was started on this page, not just opened. */
  isStartedHere: boolean;
  /** Whether it is what the person came for, and can be read. */
  isLinked: boolean;
  /** It won't change anymore. */
  isSettled: boolean;
}

/** A card whose top is within this part of the window counts as brought to the top. */
const HEAD_SHARE = 0.2;
/** Of a card whose top is further down than this part of the window, too little can be read. */
const READABLE_SHARE = 0.6;

/**
 * Scrolls the card of a run into view, with as much of the form above it as fits: when the run begins, and when its
 * result makes the card grow, unless the person has scrolled away since. One that a link leads to begins at the top of
 * the window if the form leaves it no room, as on a phone.
 */
export function useBringIntoView(
  card: RefObject<HTMLElement | null>,
  { isStartedHere, isLinked, isSettled }: Brought,
): void {
  useEffect(() => {
    if (isStartedHere) card.current?.scrollIntoView({ block: 'nearest' });
  }, [card, isStartedHere]);
  useEffect(() => {
    if (!isStartedHere || !isSettled || card.current === null) return;
    const { top } = card.current.getBoundingClientRect();
    if (top >= 0 && top < window.innerHeight) card.current.scrollIntoView({ block: 'nearest' });
  }, [card, isStartedHere, isSettled]);
  useEffect(() => {
    const element = card.current;
    if (!isLinked || element === null || hasRoom(element)) return;
    const ended = new AbortController();
    const align = () => {
      element.scrollIntoView({ block: 'start' });
      if (element.getBoundingClientRect().top < window.innerHeight * HEAD_SHARE) ended.abort();
    };
    // The page can't be scrolled so far until the result has loaded. It stays where it is once the person acts.
    const grows = new ResizeObserver(align);
    grows.observe(element);
    ended.signal.addEventListener('abort', () => grows.disconnect());
    for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      window.addEventListener(act, () => ended.abort(), { passive: true, signal: ended.signal });
    return () => ended.abort();
  }, [card, isLinked]);
}

const hasRoom = (element: HTMLElement): boolean =>
  element.getBoundingClientRect().top <= window.innerHeight * READABLE_SHARE;
