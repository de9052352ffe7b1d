/** What the panel answers, of each kind of thing. */
export const WHY = {
  command: 'Why can someone run this?',
  folder: 'Why can someone open this?',
} as const;

/**
 * The address of the panel that says why somebody can run a command, or open a folder; it asks of whom where nobody is
 * named.
 */
export function whyAddress(kind: 'command' | 'folder', id: number, userId: string | null): string {
  const panel = kind === 'command' ? 'why' : 'why-folder';
  return userId === null ? `${panel}:${id}` : `${panel}:${id}:${userId}`;
}

/** What stands after the first colon of such an address; an id may hold further ones. */
export function parseWhy(about: string): { id: number; userId: string | null } {
  const divider = about.indexOf(':');
  if (divider < 0) return { id: Number(about), userId: null };
  return { id: Number(about.slice(0, divider)), userId: about.slice(divider + 1) };
}
