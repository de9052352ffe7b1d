import type { Collision, KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core';

interface FolderByKeys {
  /** Moves from one visible folder to the next with the arrow keys. */
  toNext: KeyboardCoordinateGetter;
  /** The folder that was moved to, as what the dragged command is over; empty before the first key. */
  collisions: () => Collision[];
  /** Starts over, for another drag. */
  reset: () => void;
}

/**
 * Chooses folders by keys. The folder itself is remembered, and not only the place that the sensor moves to: a key that
 * is pressed before everything has been measured would lead to another folder.
 */
export function folderByKeys(): FolderByKeys {
  let chosen: UniqueIdentifier | null = null;
  return {
    toNext(event, { context }) {
      const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
      if (step === 0) return undefined;
      event.preventDefault();
      const places = context.droppableContainers
        .getEnabled()
        .flatMap(({ id, node }) => {
          const rect = node.current?.getBoundingClientRect();
          return rect === undefined ? [] : [{ id, rect }];
        })
        .sort((a, b) => a.rect.top - b.rect.top);
      const at = places.findIndex(({ id }) => id === chosen);
      const next = places[Math.min(places.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
      if (next === undefined) return undefined;
      chosen = next.id;
      return { x: next.rect.left + 8, y: next.rect.top };
    },
    collisions: () => (chosen === null ? [] : [{ id: chosen }]),
    reset: () => {
      chosen = null;
    },
  };
}
