import { z } from 'zod';
import type { ImportNote } from '../imported';

/** A finding of the specification's own JSON Schema, as Ajv reports it. */
const finding = z.object({
  instancePath: z.string(),
  keyword: z.string(),
  message: z.string().default('is not valid'),
  params: z.record(z.string(), z.unknown()).default({}),
});
type Finding = z.infer<typeof finding>;

const findings = z.object({ details: z.array(finding) });

/** These only say that one of several forms matches, or none does: the findings within the forms say why. */
const choices = new Set(['oneOf', 'anyOf', 'if', 'not', 'allOf']);
const mostPerPlace = 3;
const mostValues = 8;

/** A location in a document, for people. */
export const placeOf = (keys: readonly string[]): string => keys.join(' › ');

/** Converts the findings that the library throws as one error to a note for each location. */
export function schemaNotes(error: unknown): ImportNote[] {
  const read = findings.safeParse(error);
  if (!read.success) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ where: null, message: `The rest could not be checked: ${message}` }];
  }
  const byPlace = new Map<string, Finding[]>();
  for (const each of read.data.details) {
    if (isReferenceOfPath(each)) continue;
    const known = byPlace.get(each.instancePath);
    if (known === undefined) byPlace.set(each.instancePath, [each]);
    else known.push(each);
  }
  const places = [...byPlace].map(([path, all]) => ({ path, messages: messagesOf(all) }));
  // If parts of a location have findings of their own, the location itself would only say that none of its forms matches.
  const explained = places.filter(({ messages }) => messages.length > 0);
  const unexplained = places.filter(
    ({ path, messages }) =>
      messages.length === 0 && !explained.some((each) => each.path.startsWith(`${path}/`)),
  );
  return [
    ...explained,
    ...unexplained.map(({ path }) => ({ path, messages: ['matches none of the allowed forms'] })),
  ].map(({ path, messages }) => ({
    where: path === '' ? null : placeOf(path.split('/').slice(1).map(unescaped)),
    message: sentence([...new Set(messages)].slice(0, mostPerPlace).join('; ')),
  }));
}

/** The library's schema of 3.1 forgets that a path may have a `$ref` (OpenAPI 3.1 §4.8.9). */
const isReferenceOfPath = ({ keyword, instancePath, params }: Finding): boolean =>
  keyword === 'unevaluatedProperties' &&
  params.unevaluatedProperty === '$ref' &&
  /^\/(paths|webhooks|components\/pathItems)\/[^/]+$/.test(instancePath);

function messagesOf(all: readonly Finding[]): string[] {
  const telling = all.filter(
    ({ keyword, params }) => !choices.has(keyword) && params.missingProperty !== '$ref',
  );
  const allowed = telling.flatMap(({ keyword, params }) => (keyword === 'enum' ? params.allowedValues : []));
  return [
    ...telling.filter(({ keyword }) => keyword !== 'enum').map(wordsOf),
    // Each of several forms allows its own values.
    ...(allowed.length === 0 ? [] : [`must be one of ${listOf(allowed)}`]),
  ];
}

function wordsOf({ keyword, message, params }: Finding): string {
  switch (keyword) {
    case 'required':
      return `must have "${params.missingProperty}"`;
    case 'additionalProperties':
      return `has "${params.additionalProperty}", which doesn't belong here`;
    case 'unevaluatedProperties':
      return `has "${params.unevaluatedProperty}", which doesn't belong here`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'type':
      return `must be of type ${[params.type].flat().join(' or ')}`;
    default:
      return message.replace('must NOT', "mustn't");
  }
}

function listOf(values: readonly unknown[]): string {
  const all = [...new Set(values.map((each) => JSON.stringify(each)))];
  return all.slice(0, mostValues).join(', ') + (all.length > mostValues ? ', …' : '');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');
