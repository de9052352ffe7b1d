'use client';

import type { KeyboardEvent } from 'react';

/** Marks the element in a row that the arrow keys move to. */
export const ROW_LINK = 'data-row-link';

/** Arrow up and down move from one row's link to the next. */
export function useRowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.hasAttribute(ROW_LINK)) return;
    const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`));
    const next = links[links.indexOf(event.target) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
}
