import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, SECRET_MARK } from '@/lib/base/secret-mark';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { objectPathText, parseObjectPath } from '@/lib/outputs/object-path';
import { exampleBody } from '@/lib/webhooks/example';
import type { NewWebhook, Webhook } from './use-webhooks';

export const ORIGINS = ['body', 'fixed', 'empty'] as const;

/** Where the value of an input comes from, as the form has it. */
export interface Origin {
  from: (typeof ORIGINS)[number];
  /** A path or a fixed value, as it is typed. */
  text: string;
  /** Whether an empty text keeps the secret that is saved. */
  isKept: boolean;
}

/** The inputs that a webhook has values for, also hidden ones. */
export const mappedInputs = (inputs: readonly Input[]): Input[] =>
  inputs.filter((input) => !isFixed(input)).sort((a, b) => a.order - b.order);

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : exactJson(value));

/** A new form reads each value under the input's own key. */
export function originsOf(inputs: readonly Input[], saved: Webhook['inputs'] | null): Map<number, Origin> {
  return new Map(
    mappedInputs(inputs).map(({ inputId, key }): [number, Origin] => {
      if (saved === null) return [inputId, { from: 'body', text: objectPathText([key]), isKept: false }];
      const found = saved.find((each) => each.inputId === inputId);
      if (found === undefined) return [inputId, { from: 'empty', text: '', isKept: false }];
      if (found.path !== null) return [inputId, { from: 'body', text: found.path, isKept: false }];
      const isKept = isSecretMark(found.valueJson);
      return [inputId, { from: 'fixed', text: isKept ? '' : textOf(found.valueJson), isKept }];
    }),
  );
}

/** Why an origin can't be saved; undefined if it can. */
export function problemOf({ from, text, isKept }: Origin): string | undefined {
  if (from === 'body') {
    return parseObjectPath(text) === null ? 'Write a path such as order.id or items[0].sku' : undefined;
  }
  return from === 'fixed' && text === '' && !isKept ? 'Enter a value' : undefined;
}

/** Lists and objects are typed as JSON; everything else is text, from which the command's types read their values. */
function fixedValue(text: string, input: Input): JsonValue {
  if (input.type.element === null && input.type.properties === null) return text;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

/** The same as a request says it. */
export const givenInputs = (
  inputs: readonly Input[],
  origins: ReadonlyMap<number, Origin>,
): NonNullable<NewWebhook['inputs']> =>
  mappedInputs(inputs).flatMap((input): NonNullable<NewWebhook['inputs']> => {
    const { inputId } = input;
    const origin = origins.get(inputId);
    if (origin === undefined || origin.from === 'empty') return [];
    if (origin.from === 'body') return [{ inputId, path: origin.text.trim() }];
    const valueJson = origin.text === '' && origin.isKept ? SECRET_MARK : fixedValue(origin.text, input);
    return [{ inputId, valueJson }];
  });

const examples: Readonly<Record<string, JsonValue>> = { number: 1, integer: 1, boolean: true };

const textExamples: Readonly<Record<string, string>> = {
  'b-datepicker': '2026-11-20',
  'b-datetimepicker': '2026-11-20T14:02:11',
  'b-timepicker': '14:02:11',
};

/** A value that the input accepts, as far as its type and its dropdown say. */
function exampleOf({ type, dropdown }: Input): JsonValue {
  if (holdsSecret(type)) return '…';
  return (
    dropdown?.values?.[0] ??
    type.options?.[0] ??
    examples[type.jsonType ?? ''] ??
    textExamples[type.component] ??
    'text'
  );
}

/** A body as it is typed: with its numbers as they are written, as in a delivery. Null for invalid JSON. */
export function readBody(text: string): { body: JsonValue } | null {
  try {
    return { body: parseExactJson(text) };
  } catch {
    return null;
  }
}

/** A body that has all values. */
export const bodyFor = (inputs: Webhook['inputs']): JsonValue =>
  exampleBody(
    inputs.flatMap(({ path, input }) => (path === null ? [] : [{ path, example: exampleOf(input) }])),
  );
