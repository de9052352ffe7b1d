'use client';

import { startTransition, useEffect, useState } from 'react';

/**
 * How many items of a long list to draw: the first ones at once, and the others part by part in the background, so that
 * the page can be used meanwhile. Give a list of another subject a `key` of its own, or it starts with what was drawn.
 */
export function useDrawn(count: number, part: number): number {
  const [drawn, setDrawn] = useState(part);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + part));
  }, [drawn, count, part]);
  return Math.min(drawn, count);
}
