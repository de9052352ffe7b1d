import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { ConnectorError } from '../_shared/connector-error';
import { jsonText } from '../_shared/json/json-text';
import { numberShapeOf } from '../_shared/json/number-shape';
import type { CallEdit } from '../things';
import type { Call } from '../types';
import { type AwsExecutable, readExecutable } from './executable';

type PayloadShape = Pick<AwsExecutable, 'wholeKey' | 'numbers'>;

/** The input for an event as a whole, where nothing tells its keys. */
export const wholeInput = (key: string, description: string): TemplateInput => ({
  key,
  type: openapiInputType('object'),
  defaultValue: null,
  defaultExpression: null,
  defaultAmbiguousInput: 'omit',
  description,
});

/** How values of these inputs are sent. */
export function payloadShapeOf(inputs: readonly TemplateInput[], wholeKey: string | null): PayloadShape {
  const shapes = inputs.flatMap(({ key, type }) => {
    const shape = numberShapeOf(type);
    return shape === undefined || key === wholeKey ? [] : [[key, shape]];
  });
  return { wholeKey, numbers: Object.fromEntries(shapes) };
}

/**
 * The JSON that a call sends: an object with a key for each value. The value of `wholeKey` is that object itself, and the
 * others are added to it. A number that is stored as text keeps every digit.
 */
export function payloadOf({ values }: Pick<Call, 'values'>, { wholeKey, numbers }: PayloadShape): string {
  const parts = Object.entries(values).filter(([key]) => key !== wholeKey);
  const whole = wholeKey === null || !Object.hasOwn(values, wholeKey) ? {} : (values[wholeKey] ?? null);
  if (parts.length === 0) return exactJson(whole);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    throw new ConnectorError(
      'failed',
      `"${wholeKey}" must be a JSON object, because the other inputs are added to it.`,
    );
  }
  const isGiven = new Set(parts.map(([key]) => key));
  const members = [
    ...Object.entries(whole).flatMap(([key, value]) =>
      isGiven.has(key) ? [] : member(key, exactJson(value)),
    ),
    ...parts.map(([key, value]) =>
      member(key, jsonText(value, Object.hasOwn(numbers, key) ? numbers[key] : undefined)),
    ),
  ];
  return `{${members.join(',')}}`;
}

const member = (key: string, json: string): string => `${JSON.stringify(key)}:${json}`;

/** The call after an engineer added, deleted, renamed, or retyped one of its inputs. */
export function editInput(stored: JsonValue, edit: CallEdit): JsonValue {
  const executable = readExecutable(stored);
  const numbers = new Map(Object.entries(executable.numbers));
  const wholeKey = editedWholeKey(executable.wholeKey, edit);
  switch (edit.kind) {
    case 'add':
    case 'retype': {
      const [key, type] = edit.kind === 'add' ? [edit.input.key, edit.input.type] : [edit.key, edit.type];
      const shape = key === wholeKey ? undefined : numberShapeOf(type);
      if (shape === undefined) numbers.delete(key);
      else numbers.set(key, shape);
      break;
    }
    case 'remove':
      numbers.delete(edit.key);
      break;
    case 'rename': {
      const shape = numbers.get(edit.key);
      numbers.delete(edit.key);
      if (shape !== undefined) numbers.set(edit.to, shape);
      break;
    }
  }
  return { ...executable, wholeKey, numbers: Object.fromEntries(numbers) };
}

/** Without the input of the whole event, each input is a key of it. */
function editedWholeKey(wholeKey: string | null, edit: CallEdit): string | null {
  if (wholeKey === null || edit.kind === 'add' || edit.key !== wholeKey) return wholeKey;
  if (edit.kind === 'remove') return null;
  return edit.kind === 'rename' ? edit.to : wholeKey;
}
