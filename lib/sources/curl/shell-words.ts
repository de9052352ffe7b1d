const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

/** One piece of a word: quoted in one of the ways of a POSIX shell, escaped, or bare. `$'…'` is what browsers copy. */
const PIECE =
  /'(?<single>[^']*)'|\$'(?<ansi>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<bare>(?:[^\s'"\\$]|\$(?!'))+)|(?<space>\s+)/sy;

/**
 * Splits a command into its words, as a POSIX shell does; variables and substitutions stay as they are written. A command
 * for the Command Prompt of Windows, which escapes with `^`, is read as well. Null if a quote isn't closed.
 */
export function shellWords(command: string): string[] | null {
  const text = fromCommandPrompt(command.replaceAll('\r\n', '\n'));
  const words: string[] = [];
  let word: string | null = null;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text)?.groups;
    if (piece === undefined) return null;
    if (piece.space !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else if (piece.escaped !== '\n' && !isLostBreak(piece.escaped, word, text[PIECE.lastIndex])) {
      word = (word ?? '') + written(piece);
    }
  }
  return word === null ? words : [...words, word];
}

/** A field of one line leaves only the spaces after the backslash that continued a line. */
const isLostBreak = (escaped: string | undefined, word: string | null, next: string | undefined): boolean =>
  escaped === ' ' && word === null && (next === ' ' || next === '-');

function written({ single, ansi, double, escaped, bare }: Record<string, string | undefined>): string {
  if (ansi !== undefined) {
    return ansi.replace(
      /\\(?:x([\da-f]{1,2})|u([\da-f]{4})|([0-7]{1,3})|(.))/gis,
      (_, hex, unit, octal, letter) =>
        letter === undefined
          ? String.fromCharCode(
              octal === undefined ? Number.parseInt(hex ?? unit, 16) : Number.parseInt(octal, 8),
            )
          : (ansiEscapes[letter] ?? letter),
    );
  }
  if (double !== undefined)
    return double.replace(/\\(["\\$`]|\n)/g, (_, kept) => (kept === '\n' ? '' : kept));
  return single ?? escaped ?? bare ?? '';
}

const fromCommandPrompt = (text: string): string =>
  /\^["\n]/.test(text) ? text.replace(/\^\n/g, ' ').replace(/\^(.)/gs, '$1') : text;
