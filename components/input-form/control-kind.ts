import { takesAnyJson } from '@/lib/inputs/any-json';
import type { Input, InputType } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { hasParts } from './parts';

export type ControlKind =
  | 'number'
  | 'text'
  | 'textarea'
  | 'password'
  | 'yes-no'
  | 'date'
  | 'date-time'
  | 'time'
  | 'select'
  | 'tags'
  | 'file'
  | 'nested'
  | 'json';

/**
 * Which control edits an input. A value that the type's own control couldn't show (a list of lists from the URL, for
 * example) is edited as JSON, so that nothing is lost.
 */
export function controlKind({ type }: Input, value: JsonValue | undefined): ControlKind {
  if (hasParts(type, value)) return 'nested';
  if (type.jsonType === 'array') return isListOfScalars(type, value) ? 'tags' : 'json';
  if (type.jsonType === 'object' || type.component === 'json') return 'json';
  if (type.jsonType === 'boolean' || type.component === 'b-checkbox') return 'yes-no';
  if (type.options !== null) return 'select';
  switch (type.component) {
    case 'b-datepicker':
      return 'date';
    case 'b-datetimepicker':
      return 'date-time';
    case 'b-timepicker':
      return 'time';
    case 'b-file':
      return 'file';
    default:
      return textKind(type);
  }
}

function textKind(type: InputType): ControlKind {
  if (type.jsonType === 'number' || type.inputType === 'number') return 'number';
  if (type.inputType === 'textarea' || type.inputType === 'password') return type.inputType;
  return 'text';
}

function isListOfScalars({ element }: InputType, value: JsonValue | undefined): boolean {
  if (element === null || takesAnyJson(element)) return false;
  if (element.jsonType === 'object' || element.jsonType === 'array') return false;
  if (value === undefined || value === null || value === '') return true;
  // As a tag, an empty or null item would look like no item.
  return Array.isArray(value) && value.every((item) => isScalar(item) && item !== '');
}

function isScalar(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object';
}

/** Controls whose value is the text in their text box. */
export function isTyped(kind: ControlKind): boolean {
  return !['yes-no', 'select', 'tags', 'file', 'nested', 'json'].includes(kind);
}

/** Longer text gets the whole width of the form (document 3 §2). */
const LONGEST_NARROW_TEXT = 24;

/** Whether an input needs the full width of the form: JSON and nested values always, text once it is long. */
export function isWide(kind: ControlKind, value: JsonValue | undefined): boolean {
  if (kind === 'json' || kind === 'nested') return true;
  if (kind !== 'text' && kind !== 'textarea') return false;
  return typeof value === 'string' && (value.length > LONGEST_NARROW_TEXT || value.includes('\n'));
}
