/** A longer text is cut before anything is taken out of it. */
const LONGEST_TEXT = 2000;
const LONGEST_TITLE = 300;
/** A shorter input is likely to be part of the message's own words. */
const SHORTEST_INPUT = 3;

/** What may be quoted because it names a thing of the source, rather than being a value. */
const THINGS =
  'aggregate|attribute|class|collation|column|command|constraint|cursor|database|domain|extension|field|function|index|key|keyword|label|language|method|module|module named|name|object|operator|package|package called|parameter|partition|permission|policy|procedure|property|prefix|relation|role|routine|schema|sequence|server|statement|step|table|tablespace|trigger|type|variable|view';

const QUOTED = new RegExp(
  `(?<thing>\\b(?:${THINGS})s?\\s+)?(?:"(?<double>[^"\\n]*)"|\`(?<back>[^\`\\n]*)\`|(?<![\\p{L}\\p{N}])'(?<single>(?:[^'\\n]|'(?=[\\p{L}\\p{N}]))*)'|“(?<curly>[^”\\n]*)”|‘(?<bent>[^’\\n]*)’)`,
  'giu',
);

/** A name as sources have them: letters, digits, and what joins them. */
const IDENTIFIER = /^[\p{L}_@#$.][\p{L}\p{N}_@#$.-]*$/u;

const KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]+/giu, '{address}'],
  [/\barn:[\w-]+:[^\s"'<>)]+/giu, '{arn}'],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '{email}'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu, '{uuid}'],
  [
    /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?(?:Z|[+-]\d{2}(?::?\d{2})?|UTC))?)?/gu,
    '{date}',
  ],
  [/\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/gu, '{date}'],
  [/\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\b/gu, '{time}'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gu, '{address}'],
  [/(?<![\p{L}\p{N}])(?:[A-Za-z]:\\|\/)(?:[^\s"'<>:*?|()\\/]+[\\/])+[^\s"'<>:*?|()\\/]*/gu, '{path}'],
  [/\b0x[\da-f]+\b/giu, '{hex}'],
  [/\b(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{8,}\b/giu, '{hex}'],
  [/\b(?=[\w+/-]*\d)(?=[\w+/-]*\p{Lu})(?=[\w+/-]*\p{Ll})[\w+/-]{20,}={0,2}/gu, '{token}'],
  [/(?<![\p{L}\p{N}_.{-])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?%?(?![\p{N}_}])/giu, '{number}'],
  [/(?<=\p{L}[-_#])\d+\b/gu, '{number}'],
];

/** Such as `(42, John)` after what it is the value of. */
const LISTED = /(?<=\b(?:value|values|key value|row|tuple|got|was|is)\s(?:is\s)?)\((?!\{)[^()\n]*\)/giu;

/**
 * The first line of a message without the values in it, so that the same failure reads the same for everyone.
 * What is quoted after the name of a kind of thing stays, such as `relation "orders"`.
 *
 * @param inputs the values that the run was given
 * @returns at most 300 characters; empty if nothing is left
 */
export function withoutValues(message: string, inputs: readonly string[]): string {
  const line = firstLine(message.slice(0, LONGEST_TEXT));
  const text = KINDS.reduce(
    (left, [pattern, kind]) => left.replace(pattern, kind),
    withoutQuoted(withoutInputs(line, inputs)).replace(LISTED, '({values})'),
  );
  const title = text.replace(/\s+/gu, ' ').trim();
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}

const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

/**
 * The longest first, because one may be part of another. Numbers are left to the pattern that takes them all: a short one
 * would read differently otherwise.
 */
function withoutInputs(text: string, inputs: readonly string[]): string {
  const wanted = [...new Set(inputs)]
    .filter((input) => input.length >= SHORTEST_INPUT && Number.isNaN(Number(input)) && text.includes(input))
    .sort((one, other) => other.length - one.length);
  return wanted.reduce((left, input) => {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}_])${input.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\\p{L}\\p{N}_])`,
      'gu',
    );
    return left.replace(pattern, '{input}');
  }, text);
}

function withoutQuoted(text: string): string {
  return text.replace(QUOTED, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const { thing } = groups;
    const quoted = groups.double ?? groups.back ?? groups.single ?? groups.curly ?? groups.bent ?? '';
    const names = thing !== undefined && quoted.split(/[\s,]+/u).every((word) => IDENTIFIER.test(word));
    if (names && !quoted.includes('{')) return whole;
    const quotes = whole.slice((thing ?? '').length);
    return `${thing ?? ''}${quotes.at(0) ?? ''}…${quotes.at(-1) ?? ''}`;
  });
}
