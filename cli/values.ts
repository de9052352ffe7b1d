import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { doubledKey, parseExactJson, shownKey } from '@/lib/base/exact-json';
import { heldText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';
import { likelyMeant } from '@/lib/commands/suggest';
import { editableInputs } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { CliError, misused } from './exit';

/** The place of an input in a request, which its flag needs only where two inputs would share it. */
const PLACE = /^(path|query|header|cookie|body|variable)\.(?=.)/;

const dashed = (key: string): string => key.replaceAll('_', '-').toLowerCase();

/** A name in the form that can be typed as a flag. */
const FLAG = /^[a-z][a-z0-9-]*$/;

/**
 * The flags of a command's inputs by key, without their dashes, as the form names them: `p_customer` with the name
 * "Customer" is set by `--customer`. One whose name can't be a flag, or is an option or the key of another input, has
 * its key: `order_id` is `--order-id`, `path.number` is `--number`.
 */
export function flagsOf(
  inputs: readonly Pick<Input, 'key' | 'displayName'>[],
  options: readonly string[],
): ReadonlyMap<string, string> {
  const byKey = keyFlags(inputs);
  const names = inputNames(inputs);
  const byName = new Map(inputs.map(({ key }) => [key, dashed(nameOf(names, key)).replaceAll(/\s+/g, '-')]));
  const taken = new Set([...options, ...byKey.values(), ...inputs.map(({ key }) => dashed(key))]);
  return new Map(
    inputs.map(({ key }) => {
      const flag = byName.get(key) ?? '';
      const isAlone = [...byName.values()].filter((each) => each === flag).length === 1;
      return [key, FLAG.test(flag) && isAlone && !taken.has(flag) ? flag : (byKey.get(key) ?? '')];
    }),
  );
}

/** The flags by keys, which stay when an input gets another name in the form. */
function keyFlags(inputs: readonly Pick<Input, 'key'>[]): ReadonlyMap<string, string> {
  const short = inputs.map(({ key }) => dashed(key.replace(PLACE, '')));
  return new Map(
    inputs.map(({ key }, index) => {
      const flag = short[index] ?? '';
      return [key, short.filter((each) => each === flag).length > 1 ? dashed(key) : flag];
    }),
  );
}

/**
 * The values of a run, from JSON and from flags, which override it. The server checks them; here, only texts are put
 * into the shape of their type.
 *
 * @param json an object by key, `@file`, or `-` for the standard input; undefined without it
 * @param flags by name, as typed: an input's name in the form or its key, with `-` or `_`
 * @param assignments `key=value`, for keys that are also options of the program
 * @param options the options of the program, which no input is named by
 */
export function readValues(
  inputs: readonly Input[],
  json: string | undefined,
  flags: ReadonlyMap<string, readonly (string | true)[]>,
  assignments: readonly (string | true)[],
  options: readonly string[],
): InputValues {
  const fillable = editableInputs(inputs);
  const given = new Map<string, { input: Input; values: (string | true)[] }>();
  const give = (input: Input, value: string | true) => {
    const before = given.get(input.key) ?? { input, values: [] };
    before.values.push(value);
    given.set(input.key, before);
  };
  for (const [name, values] of flags) {
    const { input, isNegated } = inputOfFlag(fillable, name, options);
    for (const value of values) give(input, isNegated && value === true ? 'false' : value);
  }
  for (const assignment of assignments) {
    const [, key = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(String(assignment)) ?? [];
    const input = fillable.find((each) => each.key === key);
    if (input === undefined) throw misused(`--set needs key=value, and “${assignment}” names no input.`);
    give(input, value);
  }
  const ofFlags = [...given.values()].map(({ input, values }) => [input.key, valueGiven(input, values)]);
  return { ...(json === undefined ? {} : objectOf(json)), ...Object.fromEntries(ofFlags) };
}

function inputOfFlag(
  inputs: readonly Input[],
  name: string,
  options: readonly string[],
): { input: Input; isNegated: boolean } {
  const flags = flagsOf(inputs, options);
  const ofKeys = keyFlags(inputs);
  const wanted = dashed(name);
  const ways = (key: string) => [flags.get(key), ofKeys.get(key), dashed(key)];
  const input = inputs.find(({ key }) => ways(key).includes(wanted));
  if (input !== undefined) return { input, isNegated: false };
  const negated = inputs.find(
    ({ key, type }) => type.jsonType === 'boolean' && ways(key).some((way) => wanted === `no-${way}`),
  );
  if (negated !== undefined) return { input: negated, isNegated: true };
  const known = [...flags.values()].map((flag) => `--${flag}`).join(', ');
  const [meant] = likelyMeant(wanted, [...flags.values()]);
  if (meant !== undefined)
    throw misused(
      `--${name} is not an input of this command. Did you mean --${meant}? Its inputs are: ${known}.`,
    );
  throw misused(
    known === ''
      ? `--${name} is not an option, and this command has no inputs.`
      : `--${name} is not an input of this command. Its inputs are: ${known}.`,
  );
}

function valueGiven({ key, type }: Input, given: readonly (string | true)[]): JsonValue {
  const last = given.at(-1) ?? true;
  if (type.jsonType === 'boolean') return last === true ? true : last;
  const texts = given.map((value) => {
    if (value === true) throw misused(`${key} needs a value.`);
    return heldText(value);
  });
  if (type.component === 'b-file') return fileAddress(texts.at(-1) ?? '');
  if (type.jsonType === 'array') {
    const [only = ''] = texts;
    return texts.length === 1 && only.trimStart().startsWith('[') ? jsonOf(key, only) : texts;
  }
  return type.jsonType === 'object' ? jsonOf(key, texts.at(-1) ?? '') : (texts.at(-1) ?? '');
}

/** Of a key with two values, one would be lost. */
function onlyOnce(text: string, value: JsonValue): JsonValue {
  const key = doubledKey(text);
  if (key === null) return value;
  throw misused(`The JSON has two values for ${shownKey(key)}.`);
}

function jsonOf(key: string, text: string): JsonValue {
  try {
    return onlyOnce(text, parseExactJson(text));
  } catch (error) {
    throw error instanceof CliError ? error : misused(`${key} must be JSON.`);
  }
}

/** A file's bytes as the form sends them. */
function fileAddress(path: string): string {
  const bytes = readFile(path.startsWith('@') ? path.slice(1) : path);
  return `data:application/octet-stream;name=${encodeURIComponent(basename(path))};base64,${bytes.toString('base64')}`;
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch {
    throw misused(`The file ${path} cannot be read.`);
  }
}

function objectOf(json: string): InputValues {
  const isFile = json === '-' || json.startsWith('@');
  const text = isFile ? readFile(json === '-' ? '-' : json.slice(1)).toString('utf8') : json;
  let value: JsonValue;
  try {
    value = onlyOnce(text, parseExactJson(text));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw misused('--values must be a JSON object, @file, or - for the standard input.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw misused('--values must be a JSON object with the keys of the inputs.');
  }
  return value as InputValues;
}
