import type { JsonValue } from '@/lib/base/json';
import { takesAnyJson } from '@/lib/inputs/any-json';
import { chosenControl, optionsOf } from '@/lib/inputs/choices/choosable-controls';
import type { Input, InputType } from '@/lib/inputs/input';
import { cellText } from '@/lib/results/table/result-table';
import { hasParts } from './state/parts';

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
  | 'radio'
  | 'checkboxes'
  | 'tags'
  | 'file'
  | 'nested'
  | 'json';

/** Whether a value is chosen as Yes or No. */
export const isYesNo = ({ jsonType, component }: Input['type']): boolean =>
  jsonType === 'boolean' || (component === 'b-checkbox' && jsonType !== 'array' && jsonType !== 'object');

/**
 * Which control edits an input. A value that the type's own control couldn't show (a list of lists from the URL, for
 * example) is edited as JSON, so that nothing is lost.
 */
export function controlKind(input: Input, value: JsonValue | undefined): ControlKind {
  const { type } = input;
  if (hasParts(type, value)) return 'nested';
  if (type.jsonType === 'array') return isListOfScalars(type, value) ? listKind(input, value) : 'json';
  if (type.jsonType === 'object' || type.component === 'json') return 'json';
  if (isYesNo(type)) return 'yes-no';
  if (type.options !== null) return choiceKind(input, value);
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

/** Buttons show all options, so a value that isn't one of them is edited in the list. */
const isOffered = (type: InputType, value: JsonValue): boolean => optionsOf(type).includes(cellText(value));

function choiceKind(input: Input, value: JsonValue | undefined): ControlKind {
  const isShown = value === undefined || value === '' || isOffered(input.type, value);
  return isShown && chosenControl(input) === 'radio' ? 'radio' : 'select';
}

function listKind(input: Input, value: JsonValue | undefined): ControlKind {
  if (input.type.element?.component === 'b-file') return 'file';
  if (chosenControl(input) !== 'checkboxes') return 'tags';
  const items = Array.isArray(value) ? value : [];
  const isShown = new Set(items).size === items.length && items.every((item) => isOffered(input.type, item));
  return isShown ? 'checkboxes' : 'tags';
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
  return !['yes-no', 'select', 'radio', 'checkboxes', 'tags', 'file', 'nested', 'json'].includes(kind);
}

/** Longer text gets the whole width of the form. */
const LONGEST_NARROW_TEXT = 24;

/** Whether an input needs the full width of the form: JSON and nested values always, text once it is long. */
export function isWide(kind: ControlKind, value: JsonValue | undefined): boolean {
  if (kind === 'json' || kind === 'nested') return true;
  if (kind !== 'text' && kind !== 'textarea') return false;
  return typeof value === 'string' && (value.length > LONGEST_NARROW_TEXT || value.includes('\n'));
}
