/** One identifier, such as `issue_credit`, `getOrder`, or `refund-order`, with the types of an overload behind it. */
const IDENTIFIER = /^(?<identifier>[\p{L}_$][\p{L}\p{N}_$-]*)(?<types>\(.*\))?$/su;

/**
 * Returns the name that people read for what a source calls a thing: `Issue credit` for `issue_credit`,
 * `Get price (integer)` for the overload `get_price(integer)`. A name that isn't one identifier stays as it is.
 */
export function readableName(sourceName: string): string {
  const { identifier, types = '' } = IDENTIFIER.exec(sourceName)?.groups ?? {};
  if (identifier === undefined) return sourceName;
  const words = wordsOf(identifier);
  const [first] = words;
  if (first === undefined) return sourceName;
  const sentence = [first.charAt(0).toUpperCase() + first.slice(1), ...words.slice(1)].join(' ');
  return types === '' ? sentence : `${sentence} ${types}`;
}

/** The words of an identifier in lower case, except for abbreviations in capitals inside a name of mixed case. */
function wordsOf(identifier: string): string[] {
  const isMixed = /\p{Ll}/u.test(identifier);
  return identifier
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .split(/[_$-]+/)
    .filter((word) => word !== '')
    .map((word) => (isMixed && /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word) ? word : word.toLowerCase()));
}
