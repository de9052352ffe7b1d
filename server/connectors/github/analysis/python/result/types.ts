import type { JsonValue } from '@/lib/base/json';
import { pythonInputTypeByName } from '@/lib/type-systems/scripts/python-types';
import { booleanWords, truthy } from '../../result/booleans';
import { listDefault, MOST_CHOICES, numberAs } from '../../result/defaults';
import type { Draft } from '../values/draft';

/** The type of an input, by everything that the code told of it. */
export function typeIdOf(draft: Draft): string {
  const element = elementType(draft);
  const typeId = draft.isList && !/^(list|tuple|set|dict)\b/.test(element) ? `list[${element}]` : element;
  return pythonInputTypeByName(typeId) === null ? (draft.isList ? 'list' : 'str') : typeId;
}

function elementType(draft: Draft): string {
  const literals = (draft.choices ?? []).map(literalText);
  const isClosed =
    literals.length > 0 && literals.length <= MOST_CHOICES && literals.every((text) => text !== null);
  if (isClosed) return `Literal[${[...new Set(literals)].join(', ')}]`;
  return draft.typeId ?? 'str';
}

/** A literal as the type system reads it; null if its text can't be quoted. */
function literalText(value: string | number): string | null {
  if (typeof value === 'number') return String(value);
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? null : `"${value}"`;
}

/** Whether an input that comes as a text is compared with nothing but words for true and false. */
export function settleBoolean(draft: Draft, isAnswer: boolean): void {
  const words = [...draft.compared].map((word) => word.toLowerCase());
  const allowed = isAnswer ? /^(y|yes|true|n|no|false)$/ : /^(true|1|yes|y|on|t|false|0|no|n|off|f|)$/;
  const isOpen = draft.typeId === null && !draft.isList && draft.choices === null && draft.isTextual;
  if (!isOpen || words.length === 0 || !words.every((word) => allowed.test(word))) return;
  draft.typeId = 'bool';
  draft.booleans = booleanWords(draft.compared);
}

/** A default as a value of the input's type; null if it isn't one. */
export function defaultAs(draft: Draft, literal: JsonValue): JsonValue {
  if (literal === null) return null;
  if (!draft.isList) return scalarAs(draft, literal);
  return listDefault(literal, draft.divider, (item) => scalarAs(draft, item));
}

function scalarAs(draft: Draft, literal: JsonValue): JsonValue {
  switch (draft.typeId) {
    case 'int':
    case 'float':
    case 'Decimal':
      return numberAs(literal);
    case 'bool':
      if (typeof literal === 'boolean') return literal;
      if (typeof literal === 'number') return literal !== 0;
      return typeof literal === 'string' ? isTruthy(draft, literal) : null;
    case 'Any':
    case 'dict':
    case 'list':
      return typeof literal === 'string' ? parsed(literal) : literal;
    default:
      if (draft.choices !== null) return chosen(draft.choices, literal);
      if (typeof literal === 'string') return literal;
      if (typeof literal === 'number') return String(literal);
      return /^(list|tuple|set|dict)\b/.test(draft.typeId ?? '') ? literal : null;
  }
}

/** A default as it stands among the choices, which may be written in other letters. */
function chosen(choices: readonly (string | number)[], literal: JsonValue): JsonValue {
  if (typeof literal !== 'string' || choices.includes(literal)) return literal;
  return choices.find((choice) => String(choice).toLowerCase() === literal.toLowerCase()) ?? literal;
}

function isTruthy(draft: Draft, text: string): boolean {
  const word = text.trim().toLowerCase();
  return draft.booleans?.[1] === ''
    ? text !== ''
    : truthy.includes(word) || word === draft.booleans?.[0].toLowerCase();
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}
