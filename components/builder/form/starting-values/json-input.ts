import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { editableInputs, isFixed, shownInputs } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { unknownKeys } from './unknown-keys';

export type JsonInput = { ok: true; values: InputValues; notes: string[] } | { ok: false; message: string };

/** Reads the values of a form from JSON: those that the person may fill in, and messages about the others. */
export function readJsonInput(inputs: readonly Input[], text: string): JsonInput {
  let parsed: JsonValue;
  try {
    parsed = parseExactJson(text);
  } catch {
    return { ok: false, message: 'JSON is not valid' };
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    return { ok: false, message: 'JSON must be an object' };
  }
  const given = new Map(Object.entries(parsed));
  const editable = editableInputs(inputs);
  const missing = editable.filter(({ key }) => !given.has(key)).map(({ key }) => key);
  const locked = shownInputs(inputs)
    .filter((input) => isFixed(input) && given.has(input.key))
    .map(({ key }) => key);
  const unknown = unknownKeys(inputs, parsed);
  return {
    ok: true,
    values: Object.fromEntries(
      editable.flatMap(({ key }): [string, JsonValue][] => {
        const value = given.get(key);
        return value === undefined ? [] : [[key, value]];
      }),
    ),
    notes: [
      ...(missing.length === 0 ? [] : [`FYI: missing ${missing.join(', ')}`]),
      ...(locked.length === 0 ? [] : [`FYI: ${locked.join(', ')} are locked and will not be updated`]),
      ...(unknown.length === 0 ? [] : [`FYI: this command has no ${unknown.join(', ')}`]),
    ],
  };
}
