import { type Evidence, type Kind, meant, only } from '../code/evidence';

const functions: readonly [names: RegExp, evidence: Evidence, positions: readonly number[]][] = [
  [
    /^\$(length|substring|(upper|lower)case|trim|pad|contains|split|match|replace|eval|hash)$/,
    only('string'),
    [0],
  ],
  [/^\$substring(Before|After)$/, only('string'), [0, 1]],
  [/^\$(base64|encodeUrl|decodeUrl)\w*$/, only('string'), [0]],
  [/^\$(toMillis|parse|parseInteger)$/, only('string'), [0]],
  [/^\$join$/, only('string'), [1]],
  [/^\$number$/, meant('number', ['number', 'string', 'boolean']), [0]],
  [/^\$(abs|floor|ceil|round|power|sqrt|format(Number|Base|Integer)|fromMillis)$/, only('number'), [0]],
  [/^\$(substring|pad|round|power|partition)$/, only('number'), [1]],
  [/^\$(substring|split)$/, only('number'), [2]],
  [/^\$range$/, only('number'), [0, 1, 2]],
  [/^\$(sum|max|min|average|map|filter|reduce|sort|reverse|shuffle|distinct|zip|join)$/, meant('array'), [0]],
  [/^\$(partition|single)$/, meant('array'), [0]],
  [/^\$(keys|lookup|spread|each|sift)$/, meant('object', ['object', 'array']), [0]],
];

/**
 * What a function of JSONata says about its argument at a position, from 0.
 *
 * @see https://docs.jsonata.org/string-functions
 */
export function evidenceOfFunction(name: string, position: number): Evidence[] {
  const found = functions.find(([names, , at]) => at.includes(position) && names.test(name));
  return found === undefined ? [] : [found[1]];
}

/** Functions that look at every key of an object. */
export const readsAllKeys = (name: string): boolean => /^\$(keys|lookup|spread|each|sift)$/.test(name);

/** Functions that add up or compare what is in a list. */
export const isAggregate = (name: string): boolean => /^\$(sum|max|min|average)$/.test(name);

const kindsOfWords: Readonly<Record<string, Kind>> = { true: 'boolean', false: 'boolean' };

/** The kind of a literal of JSONata; null for anything else. */
export function kindOfToken(token: { kind: string; text: string } | undefined): Kind | null {
  if (token?.kind === 'string' || token?.kind === 'number') return token.kind;
  return token !== undefined && Object.hasOwn(kindsOfWords, token.text)
    ? (kindsOfWords[token.text] ?? null)
    : null;
}
