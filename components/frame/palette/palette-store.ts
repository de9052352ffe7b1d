'use client';

import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** Chooses the first row, so that Enter opens it. The library keeps the choice in the rows' own attributes. */
export function chooseFirst(): void {
  const { listId } = paletteStore.getState();
  const list = listId === '' ? null : document.getElementById(listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
