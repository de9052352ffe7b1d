import type { JsonValue } from '@/lib/base/json';
import { hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { type JsonSchema, schemaOfType, secretNote } from '@/lib/inputs/json-schema';
import { conditionWords } from '@/lib/settings/condition-words';
import { textsAsJson } from '@/lib/values/texts-as-json';

/** The inputs that a caller fills in: the others get their values from the command's configuration and the caller. */
export const openInputs = (inputs: readonly Input[]): Input[] =>
  inputs.filter(({ hidden, locked, variable }) => !hidden && !locked && variable === null);

/** What providers of language models accept as the name of a property. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Names each open input for programs: by its key where that is a name they accept, or else by words of it and its
 * position. Names are unique, and stay as long as the inputs do.
 */
function argumentNames(inputs: readonly Input[]): Map<string, Input> {
  const names = new Map<string, Input>();
  const open = openInputs(inputs);
  const keys = new Set(open.map(({ key }) => key));
  for (const [index, input] of open.entries()) {
    const words = input.key.replace(/[^a-zA-Z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '');
    const made = `${(words || 'input').slice(0, 50)}_${index + 1}`;
    const isTaken = names.has(made) || keys.has(made);
    const fallback = isTaken ? `${made}_${input.inputId}` : made;
    names.set(PROPERTY_NAME.test(input.key) ? input.key : fallback, input);
  }
  return names;
}

/** The schema of a command's arguments: always an object, whose properties are the open inputs. */
export function argumentsSchema(inputs: readonly Input[]): JsonSchema {
  const named = [...argumentNames(inputs)];
  const labels = inputNames(inputs);
  const required = named.filter(([, input]) => isRequired(input)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(([name, input]) => [name, argumentSchema(input, nameOf(labels, input.key))]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

const isRequired = (input: Input): boolean =>
  input.defaultAmbiguousInput === 'required' &&
  input.conditions === null &&
  !(input.useDefaultValue && input.defaultValue !== null);

function argumentSchema(input: Input, label: string): JsonSchema {
  const schema = schemaOfType(input.type);
  const rule = input.conditions === null ? null : `${conditionWords(input.conditions)}.`;
  const words = [input.note, input.tooltip, rule, secretNote(input.type), schema.description ?? null];
  const description = words.filter((each) => typeof each === 'string' && each !== '').join(' ');
  return {
    title: label,
    ...schema,
    ...(description === '' ? {} : { description }),
    ...(hasPrefilledDefault(input) ? { default: input.defaultValue } : {}),
  };
}

/**
 * Turns arguments into values by the keys of inputs. Unknown names are kept as they are, so that checking the
 * values reports them.
 */
export function valuesOfArguments(
  inputs: readonly Input[],
  given: Readonly<Record<string, JsonValue>>,
): InputValues {
  const names = argumentNames(inputs);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, JsonValue] => {
      const input = names.get(name);
      return input === undefined ? [name, value] : [input.key, textsAsJson(input.type, value)];
    }),
  );
}
