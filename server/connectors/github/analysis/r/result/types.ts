import type { JsonValue } from '@/lib/base/json';
import { rInputTypeByName } from '@/lib/type-systems/scripts/r-types';
import type { Draft } from '../values/draft';

const truthy = ['true', '1', 'yes', 'y', 'on', 't', 'ja', 'j'];
const falsy = ['false', '0', 'no', 'n', 'off', 'f', 'nein', ''];
/** More choices than this aren't picked from a list. */
const mostChoices = 200;

/** The type of an input, by everything that the code told of it. */
export function typeIdOf(draft: Draft): string {
  const element = elementType(draft);
  const typeId = isListOf(draft) ? `vector<${element}>` : element;
  return rInputTypeByName(typeId) === null ? (isListOf(draft) ? 'vector<character>' : 'character') : typeId;
}

/** A text whose single parts the code takes is no list. */
export const isListOf = ({ isList, isPicked }: Draft): boolean => isList && !isPicked;

function elementType(draft: Draft): string {
  const choices = (draft.choices ?? []).map(String);
  // Levels are written with commas between them.
  const isClosed =
    choices.length > 0 && choices.length <= mostChoices && !choices.some((each) => /,|^\s*$/.test(each));
  if (isClosed) return `factor(${choices.join(', ')})`;
  return draft.isPicked ? 'character' : (draft.typeId ?? 'character');
}

/** Whether an input that comes as a text is compared with nothing but words for true and false. */
export function settleBoolean(draft: Draft): void {
  const words = [...draft.compared].map((word) => word.toLowerCase());
  const isBoolean = words.length > 0 && words.every((word) => truthy.includes(word) || falsy.includes(word));
  const isAlready = draft.typeId === 'logical';
  const isOpen = (draft.typeId === null || isAlready) && !draft.isList && draft.isTextual;
  if (!isOpen || !isBoolean) return;
  draft.typeId = 'logical';
  draft.choices = null;
  const told = [...draft.compared];
  const yes =
    told.find((word) => word.toLowerCase() === 'true') ??
    told.find((word) => truthy.includes(word.toLowerCase()));
  const no = told.find((word) => falsy.includes(word.toLowerCase()) && word !== '');
  draft.booleans ??= [yes ?? opposite(no ?? 'false'), no ?? opposite(yes ?? 'true')];
}

/** The word that goes with another one: `no` with `yes`. */
function opposite(word: string): string {
  const [from, to] = truthy.includes(word.toLowerCase()) ? [truthy, falsy] : [falsy, truthy];
  const found = to[from.indexOf(word.toLowerCase())] ?? 'false';
  if (word === word.toUpperCase() && /[A-Z]/.test(word)) return found.toUpperCase();
  return /^[A-Z]/.test(word) ? found.charAt(0).toUpperCase() + found.slice(1) : found;
}

/** A default as a value of the input's type; null if it isn't one. */
export function defaultAs(draft: Draft, literal: JsonValue): JsonValue {
  if (literal === null) return null;
  if (!isListOf(draft)) return scalarAs(draft, literal);
  if (Array.isArray(literal)) {
    const items = literal.map((item) => scalarAs(draft, item));
    return items.includes(null) ? null : items;
  }
  if (typeof literal !== 'string') return typeof literal === 'object' ? null : [scalarAs(draft, literal)];
  const parts = literal.split(draft.divider ?? ',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => scalarAs(draft, part));
}

function scalarAs(draft: Draft, literal: JsonValue): JsonValue {
  if (draft.choices !== null) return chosen(draft.choices, literal);
  switch (draft.typeId) {
    case 'integer':
    case 'numeric': {
      if (typeof literal !== 'string') return typeof literal === 'number' ? literal : null;
      const number = Number(literal);
      return literal.trim() === '' || !Number.isFinite(number) ? null : number;
    }
    case 'logical':
      if (typeof literal === 'boolean') return literal;
      if (typeof literal === 'number') return literal !== 0;
      return typeof literal === 'string' ? isTruthy(draft, literal) : null;
    case 'list':
      return typeof literal === 'object' ? literal : null;
    case 'Date':
      return typeof literal === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(literal) ? literal : null;
    default:
      if (typeof literal === 'object') return null;
      return typeof literal === 'boolean' ? String(literal).toUpperCase() : String(literal);
  }
}

/** A default as it stands among the choices, which may be written in other letters. */
function chosen(choices: readonly (string | number)[], literal: JsonValue): JsonValue {
  if (typeof literal === 'object') return null;
  const same = choices.find((choice) => String(choice).toLowerCase() === String(literal).toLowerCase());
  return String(same ?? literal);
}

function isTruthy(draft: Draft, text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === '' || word === 'na') return word === '' ? false : null;
  return truthy.includes(word) || word === draft.booleans?.[0].toLowerCase();
}
