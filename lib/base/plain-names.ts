// A name says who or what something is, in messages and in front of strangers. So it can't hold an address that a mail
// program would make a link of, nor characters that hide or turn others.

/** Control characters, direction marks, and other characters that nobody sees; joiners make letters and pictures. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const DOT = '[.\u3002\uff0e\uff61]';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_-]*[\\p{L}\\p{N}\\p{M}])?';
/** `evil.example`, `10.0.0.1`: a dot that joins words, as in host names, and not the dots of "J. P. Inc." or "1.5". */
const HOST = `(?<![\\p{L}\\p{N}\\p{M}]|[\\p{L}\\p{N}\\p{M}]${DOT})(?:${LABEL}${DOT})+\\p{L}[\\p{L}\\p{N}\\p{M}-]+|\\d{1,3}(?:${DOT}\\d{1,3}){3}`;
const ADDRESS = `[:\uff1a][/\uff0f]{2}|\\S[@\uff20](?=\\S)|${HOST}`;

const unseen = new RegExp(UNSEEN, 'gu');
const unseenInLine = new RegExp(`(?!\n)${UNSEEN.source}`, 'gu');
const anAddress = new RegExp(ADDRESS, 'u');
const addresses = new RegExp(ADDRESS, 'gu');
const joints = new RegExp(`[:\uff1a][/\uff0f]{2}|[@\uff20]|${DOT}`, 'gu');

/** Longer than any name may be, so that a text of megabytes costs no more to refuse. */
const LOOKED_AT = 1_000;

/** Why a text can't be the label of a thing; null if it can. */
export const labelFault = (text: string): string | null =>
  UNSEEN.test(text)
    ? 'Remove the characters that can’t be seen, such as line breaks and marks of direction'
    : null;

/** Why a text can't be the name of a person, a group, or an organization; null if it can. */
export const nameFault = (text: string): string | null =>
  labelFault(text) ??
  (anAddress.test(text.slice(0, LOOKED_AT)) ? 'A name can’t contain a web or email address' : null);

/** A text without addresses, and without characters that hide or turn others; its lines stay. */
export const plainText = (text: string): string => withoutAddresses(text.replace(unseenInLine, ' '));

/** A text without what would make it an address: "https://evil.example/pay" becomes "https evil example/pay". */
const withoutAddresses = (text: string): string =>
  text.replace(addresses, (found) => found.replace(joints, ' '));

/** A name that nobody typed here, such as a provider's, as `nameFault` allows it; empty if nothing is left. */
export const plainName = (text: string, mostCharacters = 200): string =>
  [...withoutAddresses(text.slice(0, LOOKED_AT).replace(unseen, ' ')).replace(/\s+/gu, ' ').trim()]
    .slice(0, mostCharacters)
    .join('')
    .trimEnd();
