import type { JsonValue } from '@/lib/base/json';

/** The beginning of a value: items, keys, and text beyond the limit are left out, and the rest is still JSON. */
export function cutJson(value: JsonValue, mostBytes: number): JsonValue {
  let left = mostBytes;
  const cut = (inner: JsonValue): JsonValue => {
    left -= typeof inner === 'string' ? inner.length + 2 : 8;
    if (typeof inner === 'string') return left < 0 ? inner.slice(0, Math.max(0, inner.length + left)) : inner;
    if (inner === null || typeof inner !== 'object') return inner;
    if (Array.isArray(inner)) {
      const items: JsonValue[] = [];
      for (const item of inner) {
        if (left <= 0) break;
        items.push(cut(item));
      }
      return items;
    }
    const members: [string, JsonValue][] = [];
    for (const [key, member] of Object.entries(inner)) {
      if (left <= 0) break;
      left -= key.length + 4;
      members.push([key, cut(member)]);
    }
    return Object.fromEntries(members);
  };
  return cut(value);
}

/** The beginning of every cell of a row: short ones are whole, and long ones share the remaining bytes. */
export function cutRow(cells: readonly JsonValue[], mostBytes: number): JsonValue[] {
  let left = mostBytes;
  const sizes = cells.map((cell) => JSON.stringify(cell).length);
  const byLength = cells.map((_, index) => index).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const cut: JsonValue[] = cells.map(() => null);
  byLength.forEach((index, position) => {
    const share = Math.floor(left / (cells.length - position));
    const cell = cells[index] ?? null;
    const isLong = (sizes[index] ?? 0) > share;
    cut[index] = isLong ? cutJson(cell, share) : cell;
    left -= Math.min(share, sizes[index] ?? 0);
  });
  return cut;
}
