import type { JsonValue } from '@/lib/base/json';
import { takesAnyJson } from '@/lib/inputs/any-json';
import type { Constraints, InputType } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';

/** A JSON Schema (draft 2020-12), as programs that fill in a form for people read it. */
export type JsonSchema = { [keyword: string]: JsonValue };

/** Deeper parts of a value are described as any JSON, so that a recursive type doesn't make a schema of megabytes. */
const DEEPEST = 6;

/** A longer list of options costs a language model more than it helps; the server still checks it. */
const MOST_OPTIONS = 200;

/**
 * Describes the values that a type takes. It never refuses a value that `coerceValue` takes, but it may allow more:
 * some limits, such as digits that no JSON number holds or bytes of UTF-8, can't be said in JSON Schema.
 */
export function schemaOfType(type: InputType, depth = DEEPEST): JsonSchema {
  const described = depth === 0 ? {} : keywordsOf(type, depth);
  return type.inputType === 'password' ? { ...described, writeOnly: true } : described;
}

function keywordsOf(type: InputType, depth: number): JsonSchema {
  const inner = (part: InputType) => schemaOfType(part, depth - 1);
  if (type.alternatives !== undefined) return { anyOf: type.alternatives.map(inner) };
  if (takesAnyJson(type)) return {};
  switch (type.jsonType) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return numberSchema(type);
    case 'string':
      return textSchema(type);
    case 'array':
      return defined({
        type: 'array',
        // A list of lists may be a value, too: the server knows its dimensions.
        items: type.element === null ? undefined : inner(type.element),
        minItems: type.constraints.minItems,
        maxItems: type.constraints.maxItems,
      });
    case 'object':
      return defined({
        type: 'object',
        properties: Object.fromEntries((type.properties ?? []).map((part) => [part.key, inner(part.type)])),
        required: type.requiredKeys,
        additionalProperties: type.isOpen ?? false,
      });
  }
}

function numberSchema({ constraints, options }: InputType): JsonSchema {
  const whole = constraints.step === 1;
  if (options !== null && options.length <= MOST_OPTIONS) return { enum: options.map(numberOrText) };
  const bounds = [constraints.minimum, constraints.maximum];
  const isExact = bounds.every((bound) => typeof bound === 'number') && (whole || isFloating(constraints));
  const name = whole ? 'integer' : 'number';
  if (!isExact) {
    return { type: [name, 'string'], description: 'Write numbers of more than 15 digits as text.' };
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = constraints;
  return defined({
    type: name,
    ...(whole ? { minimum, maximum } : {}),
    exclusiveMinimum: typeof exclusiveMinimum === 'number' ? exclusiveMinimum : undefined,
    exclusiveMaximum: typeof exclusiveMaximum === 'number' ? exclusiveMaximum : undefined,
    multipleOf: typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : undefined,
  });
}

const isFloating = ({ maximum }: Constraints): boolean =>
  typeof maximum === 'number' && maximum > Number.MAX_SAFE_INTEGER;

/** An option as the source names it; JSON can't hold every number. */
function numberOrText(option: string): JsonValue {
  const number = Number(option);
  return String(number) === option ? number : option;
}

function textSchema({ component, constraints, options }: InputType): JsonSchema {
  if (options !== null) return options.length <= MOST_OPTIONS ? { enum: options } : { type: 'string' };
  switch (component) {
    case 'b-datepicker':
      return { type: 'string', description: 'A date such as 2026-11-20.' };
    case 'b-datetimepicker':
      return { type: 'string', description: 'A date and time such as 2026-11-20T14:02:11.' };
    case 'b-timepicker':
      return { type: 'string', description: 'A time such as 14:02:11.' };
    case 'b-file':
      return { type: 'string', contentEncoding: 'base64', description: 'A file as base64.' };
    default: {
      // A pattern fully defines the format, including its length; surrounding space is removed before it is checked.
      const { pattern, minLength, maxLength } = constraints;
      return pattern === undefined
        ? defined({ type: 'string', minLength, maxLength })
        : { type: 'string', pattern: `^\\s*(?:${pattern})\\s*$` };
    }
  }
}

function defined(keywords: Readonly<Record<string, JsonValue | undefined>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(keywords).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** What to say of an input that takes a secret. */
export const secretNote = (type: InputType): string | null =>
  holdsSecret(type) ? 'Secret: it is used for this run only, and never shown again.' : null;
