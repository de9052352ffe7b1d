import type { JsonValue } from '@/lib/base/json';
import { rInputTypeByName } from '@/lib/type-systems/scripts/r-types';
import { booleanWords, falsy, truthy } from '../../result/booleans';
import { listDefault, MOST_CHOICES, numberAs } from '../../result/defaults';
import type { Draft } from '../values/draft';

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
    choices.length > 0 && choices.length <= MOST_CHOICES && !choices.some((each) => /,|^\s*$/.test(each));
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
  draft.booleans ??= booleanWords([...draft.compared].filter((word) => word !== ''));
}

/** A default as a value of the input's type; null if it isn't one. */
export function defaultAs(draft: Draft, literal: JsonValue): JsonValue {
  if (literal === null) return null;
  if (!isListOf(draft)) return scalarAs(draft, literal);
  return listDefault(literal, draft.divider, (item) => scalarAs(draft, item));
}

function scalarAs(draft: Draft, literal: JsonValue): JsonValue {
  if (draft.choices !== null) return chosen(draft.choices, literal);
  switch (draft.typeId) {
    case 'integer':
    case 'numeric':
      return numberAs(literal);
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
