import type { ImportedHead } from '../operations/imported';

/**
 * A description without a server of its own is about the one that it came from, and a relative server starts at its address
 * (OpenAPI, "Server Object"). Which one that is becomes a note.
 */
export function locatedAt(address: string, head: ImportedHead): ImportedHead {
  if (head.baseUrl !== null || !URL.canParse(head.server, address)) return head;
  const { protocol, origin, pathname } = new URL(head.server === '' ? '/' : head.server, address);
  // Another protocol, or a variable without a value, says nothing about this address.
  if (!/^https?:$/.test(protocol) || head.server.includes('{')) return head;
  const baseUrl = origin + pathname.replace(/\/$/, '');
  const cause =
    head.server === ''
      ? 'The description names no server'
      : `The description names the server ${head.server}`;
  const message = `${cause}, so its API is taken to be at ${baseUrl}. You can change that on the Credentials page.`;
  return { ...head, baseUrl, notes: [{ where: null, message }, ...head.notes] };
}
