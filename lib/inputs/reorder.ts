/**
 * The order after some items were given a place: those stand there, and the others keep their order around them. A place
 * beyond the end is the end. Two items with the same place end next to each other.
 *
 * @param items in their order
 * @param wanted places from 0, by item
 */
export function reordered<Item>(items: readonly Item[], wanted: ReadonlyMap<Item, number>): Item[] {
  const placed = items
    .flatMap((item) => {
      const place = wanted.get(item);
      return place === undefined ? [] : [{ item, place }];
    })
    .sort((a, b) => a.place - b.place);
  const order = items.filter((item) => !wanted.has(item));
  for (const { item, place } of placed) order.splice(place, 0, item);
  return order;
}

/** The list with the item at one place moved to another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  return item === undefined ? [...items] : reordered(items, new Map([[item, to]]));
}
