import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { anyJson, openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import type { WrittenJson } from '@/server/connectors/rest/executable';
import { isNode } from '@/server/sources/imports/parse/node';
import { type Part, partedBody, type ReadPostmanBody, wholeBody } from './body-parts';
import { type JsonMembers, jsonMembers } from './json-members';
import { isVariable, variablesIn } from './variables';

/** An object with more members becomes one JSON input: nobody fills in such a form. */
const mostMembers = 150;

/** The body of a text in JSON, which is sent as it is written as far as nobody changes it; null if it isn't JSON. */
export function jsonBody(text: string, mediaType: string): ReadPostmanBody | null {
  const { value, exact, bareVariables } = parsedJson(text);
  if (value === undefined) return null;
  const cut = isNode(value) ? jsonMembers(text) : null;
  return cut === null || cut.members.length > mostMembers
    ? { ...oneValue(text, typeOfWhole(value), saidBy(exact), mediaType), bareVariables }
    : { ...memberBody(cut, mediaType), bareVariables };
}

const typeOfWhole = (value: JsonValue): InputType =>
  Array.isArray(value) ? openapiInputType('array') : anyJson();

function oneValue(
  text: string,
  type: InputType,
  said: JsonValue | undefined,
  mediaType: string,
): ReadPostmanBody {
  const read = wholeBody('json', mediaType, type, said);
  const member = { key: 'body', head: '', value: text, whole: said ?? null, tail: '' };
  const written = { open: '', members: said === undefined ? [] : [member], close: '' };
  return { ...read, body: { ...read.body, written } };
}

function memberBody({ open, members, close }: JsonMembers, mediaType: string): ReadPostmanBody {
  const last = new Map(members.map(({ name }, at) => [name, at]));
  const parts = members.flatMap(({ name, value }, at): Part[] =>
    last.get(name) === at ? [partOf(name, value)] : [],
  );
  const read = partedBody('json', mediaType, parts);
  const inputs = new Map(read.inputs.map((input) => [input.key, input]));
  const written: WrittenJson = {
    open,
    members: members.map(({ name, head, value, tail }, at) => {
      const input = inputs.get(`body.${name}`);
      const isSecret = input !== undefined && holdsSecret(input.type);
      // Of a name that is there twice, the last one counts, and the others are sent for what they are.
      if (last.get(name) !== at)
        return { key: null, head, value: isSecret ? null : value, whole: null, tail };
      const said = parts.find((part) => part.name === name)?.value;
      const isKept = said !== undefined && !(isSecret && said !== null && said !== '');
      return {
        key: `body.${name}`,
        head,
        value: isKept ? value : null,
        whole: isKept ? said : null,
        tail,
      };
    }),
    close,
  };
  return { ...read, body: { ...read.body, written } };
}

function partOf(name: string, text: string): Part {
  const { value, exact, bareVariables } = parsedJson(text);
  const isBare =
    typeof value === 'string' && isVariable(value) && bareVariables.has(variablesIn(value)[0] ?? '');
  const said = typeof value === 'number' ? numberAs(text, value) : saidBy(exact);
  return { key: name, name, type: typeOf(value), value: said, description: null, isBare };
}

/** A number by its own digits, if a program would write it differently. */
const numberAs = (text: string, value: number): JsonValue => (String(value) === text ? value : text);

/** People fill in values that only an environment defines: here, or at their place within the rest. */
const saidBy = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'string' && isVariable(value) ? undefined : value;

/** The type of an example value. */
function typeOf(value: JsonValue | undefined): InputType {
  if (typeof value === 'number') return openapiInputType('number');
  if (typeof value === 'boolean') return openapiInputType('boolean');
  if (Array.isArray(value)) {
    const [first] = value;
    const isListOfOne =
      value.length > 0 && value.every((each) => typeof each === typeof first) && typeof first !== 'object';
    return openapiInputType('array', { element: isListOfOne ? typeOf(first) : null });
  }
  return isNode(value) ? anyJson('object') : openapiInputType('string');
}

export interface ParsedJson {
  /** Undefined for a text that isn't JSON. */
  value: JsonValue | undefined;
  /** The same with all digits of its numbers. */
  exact: JsonValue | undefined;
  bareVariables: ReadonlySet<string>;
}

/** JSON with bare variables in it (`"id": {{id}}`) is read as if they were quoted. */
export function parsedJson(text: string): ParsedJson {
  const bareVariables = new Set<string>();
  const quoted = () =>
    text.replace(/(?<=(?:^|[:[,])\s*)(\{\{[^{}"]*\}\})(?=\s*(?:[,\]}]|$))/g, (bare) => {
      for (const name of variablesIn(bare)) bareVariables.add(name);
      return `"${bare}"`;
    });
  for (const attempt of [() => text, quoted]) {
    try {
      const json = attempt();
      return { value: JSON.parse(json), exact: parseExactJson(json), bareVariables };
    } catch {
      // The next attempt reads it, or none does.
    }
  }
  return { value: undefined, exact: undefined, bareVariables: new Set() };
}
