import { decoded } from '@/lib/base/text/decoded';

/**
 * A file among values: its type, its name if it came with one, and its content. A run is stored with the SHA-256 in place
 * of the content, and a list may cut the address off anywhere.
 */
const FILE =
  /data:([^",]*);(?:base64,[^"\s]*|sha256=[0-9a-f]{64},)|data:([\w.+-]+\/[^",\s]*)…$|\bsha256=[0-9a-f]{64},/g;

/** Returns a text with the names of files in place of their content; a file without a name is a `File`. */
export const withFileNames = (text: string): string =>
  text.replace(FILE, (_, whole?: string, cut?: string) => nameIn(whole ?? cut ?? '') ?? 'File');

function nameIn(facts: string): string | null {
  const [, name] = /;name=([^;]+)/.exec(facts) ?? [];
  return name === undefined ? null : decoded(name);
}
