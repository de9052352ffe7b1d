import { decoded } from '@/lib/base/text/decoded';
import { UnreadableDocument } from './unreadable-document';

const longestShown = 100;

/** A name from outside as it can stand in a sentence: short, and without characters that change how it reads. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  return `"${plain.length > longestShown ? `${plain.slice(0, longestShown)}…` : plain}"`;
}

/**
 * The name of a file in a zip file as references find it: with `/` between folders, and composed characters. Throws
 * `UnreadableDocument` for one that leads out of the zip file.
 */
export function fileNameIn(written: string): string {
  const segments = segmentsOf(asText(written));
  const isOutside = segments.includes('..') || /^([/\\]|[a-z]:)|\0/i.test(written);
  if (isOutside) {
    throw new UnreadableDocument(
      `The zip file has a file named ${shownName(written)}, which would be outside of it, so nothing was read.`,
    );
  }
  return segments.join('/');
}

/**
 * The names that a reference in one file may mean another file by: as it is written, and without its percent signs. Empty
 * for one that leads to another place than the files next to it: an address, a path of a machine, out of the top folder.
 */
export function namesReferredTo(reference: string, from: string): string[] {
  const folder = segmentsOf(from).slice(0, -1);
  const names = [reference, decoded(reference)].map((path) => within(folder, path));
  return [...new Set(names.filter((name) => name !== null))];
}

function within(folder: readonly string[], path: string): string | null {
  if (/^([/\\]|[a-z][a-z0-9+.-]*:)|\0/i.test(path)) return null;
  const place = [...folder];
  for (const segment of segmentsOf(path)) {
    if (segment !== '..') place.push(segment);
    else if (place.pop() === undefined) return null;
  }
  return place.join('/');
}

/** Windows separates folders with `\`, in zip files of old programs too. */
const segmentsOf = (path: string): string[] =>
  path
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.');

/** Names in UTF-8 often lack the mark that says so, and were then read byte by byte. */
function asText(name: string): string {
  const codes = [...name].map((character) => character.codePointAt(0) ?? 0);
  if (Math.max(...codes) < 0x80 || Math.max(...codes) > 0xff) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}
