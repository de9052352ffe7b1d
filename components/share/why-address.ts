/** The address of the panel that says why somebody can run a command; it asks of whom where nobody is named. */
export function whyAddress(commandId: number, userId: string | null): string {
  return userId === null ? `why:${commandId}` : `why:${commandId}:${userId}`;
}

/** What stands after the first colon of such an address; an id may hold further ones. */
export function parseWhy(about: string): { commandId: number; userId: string | null } {
  const divider = about.indexOf(':');
  if (divider < 0) return { commandId: Number(about), userId: null };
  return { commandId: Number(about.slice(0, divider)), userId: about.slice(divider + 1) };
}
