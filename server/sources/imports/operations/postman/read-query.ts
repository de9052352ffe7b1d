import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isNode, type Node, textAt, valueAt } from '@/server/sources/imports/parse/node';
import type { ReadParameter } from '../openapi/parameters';
import { literalQuery } from '../openapi/paths';
import type { Variables } from './variables';

/** What of a query no input could hold: a name without a value (`?flag`), and a value without a name (`?=bar`). */
export function bareQuery(rows: readonly unknown[], variables: Variables): string[] {
  return rows.flatMap((row) => {
    if (!isNode(row) || valueAt(row, 'disabled') === true) return [];
    const key = variables.fill(textAt(row, 'key') ?? '');
    const value = textAt(row, 'value');
    if (key === '') return value === null || value === '' ? [] : [`=${literalQuery(variables.fill(value))}`];
    return value === null && isWithoutValue(row) ? [literalQuery(key)] : [];
  });
}

/** Postman writes null for a name without an equals sign. */
export const isWithoutValue = (row: Node): boolean =>
  valueAt(row, 'disabled') !== true && Object.hasOwn(row, 'value') && row.value === null;

const isSent = ({ input }: ReadParameter): boolean =>
  input.defaultValue !== null || input.defaultAmbiguousInput !== 'omit';

/**
 * The parameters of a query whose names repeat: values that follow each other are a list, and if others stand between
 * them, each has an input of its own, so that their order is kept. One that is only switched off needs no second input.
 */
export function withRepeated(parameters: readonly ReadParameter[]): ReadParameter[] {
  const sent = parameters.filter((each, at) => {
    const others = parameters.filter(({ input }) => input.key === each.input.key);
    return others.some(isSent) ? isSent(each) : parameters.indexOf(others[0] ?? each) === at;
  });
  const groups: ReadParameter[][] = [];
  for (const each of sent) {
    const before = groups.at(-1);
    if (before?.[0]?.input.key === each.input.key && [...before, each].every(isText)) before.push(each);
    else groups.push([each]);
  }
  const taken = new Set<string>();
  return groups.map((group) => withKey(joined(group), taken));
}

const isText = ({ input }: ReadParameter): boolean => typeof input.defaultValue === 'string';

function joined(group: readonly ReadParameter[]): ReadParameter {
  const [first] = group;
  if (first === undefined) throw new Error('A group of parameters is empty');
  if (group.length === 1) return first;
  const type = openapiInputType('array', { element: first.input.type });
  const { asWritten: _, ...parameter } = first.parameter;
  const written = group.flatMap(({ parameter: { asWritten } }) => asWritten ?? []);
  const texts = written.flatMap(({ value }) => value);
  return {
    input: { ...first.input, type, defaultValue: group.map(({ input }) => input.defaultValue) },
    parameter: {
      ...parameter,
      ...(group.some((each) => each.parameter.allowReserved) ? { allowReserved: true } : {}),
      ...(written.length === group.length
        ? { asWritten: { value: texts, text: written.map(({ text }) => text).join('&') } }
        : {}),
    },
  };
}

function withKey({ input, parameter }: ReadParameter, taken: Set<string>): ReadParameter {
  let { key } = input;
  for (let count = 2; taken.has(key); count += 1) key = `${input.key} (${count})`;
  taken.add(key);
  return { input: { ...input, key }, parameter: { ...parameter, key } };
}
