/** The views of the library: all commands, one folder, no folder, or another organization. */
export type Place =
  | { kind: 'all' }
  | { kind: 'folder'; folderId: number }
  | { kind: 'none' }
  | { kind: 'shared' };

/** Its value in the URL (`folder`). */
export function placeText(place: Place): string | null {
  if (place.kind === 'folder') return String(place.folderId);
  return place.kind === 'all' ? null : place.kind;
}

export function readPlace(text: string | null): Place {
  if (text === 'none' || text === 'shared') return { kind: text };
  return text !== null && /^[1-9]\d{0,9}$/.test(text)
    ? { kind: 'folder', folderId: Number(text) }
    : { kind: 'all' };
}
