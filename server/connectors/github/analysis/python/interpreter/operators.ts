import { mostCharacters } from '../../limits';
import type { Site } from '../../values/draft';
import { percentFormat } from '../builtins/text-format';
import { dictOf, itemsOf, numberOf, plain, textOf, unknown } from '../values/make';
import type { Interpreter, Value } from '../values/value';

/** `left operator right`; null if it can't be told. */
export function binary(
  operator: string,
  left: Value,
  right: Value,
  machine: Interpreter,
  site: Site,
): Value | null {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null) return arithmetic(operator, a, b, isFloat(left) || isFloat(right));
  const text = textOf(left);
  if (operator === '%' && text !== null) return percentFormat(text, right);
  if (operator === '+') return plus(left, right, machine, site);
  if (operator === '*' && text !== null && b !== null)
    return text.length * b <= mostCharacters ? plain(text.repeat(Math.max(0, Math.trunc(b)))) : null;
  if (operator === '/' && left.kind === 'typed') {
    const tail = textOf(right);
    const head = textOf(left.value);
    return head === null || tail === null
      ? null
      : { ...left, value: plain(`${head.replace(/\/$/, '')}/${tail}`) };
  }
  if (operator === '|' && left.kind === 'dict' && right.kind === 'dict')
    return dictOf(
      [...left.entries.values(), ...right.entries.values()].map(({ key, value }) => [key, value] as const),
    );
  return null;
}

const isFloat = (value: Value): boolean => value.kind === 'plain' && value.isFloat;

function arithmetic(operator: string, a: number, b: number, isAnyFloat: boolean): Value | null {
  const result = compute(operator, a, b);
  if (result === null || !Number.isFinite(result)) return null;
  return plain(result, isAnyFloat || operator === '/');
}

function compute(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '//':
      return Math.floor(a / b);
    case '%':
      return b === 0 ? null : ((a % b) + b) % b;
    case '**':
      return a ** b;
    case '<<':
      return a * 2 ** b;
    case '|':
      return a | b;
    default:
      return null;
  }
}

function plus(left: Value, right: Value, machine: Interpreter, site: Site): Value | null {
  const [a, b] = [textOf(left), textOf(right)];
  if (a !== null && b !== null) return a.length + b.length <= mostCharacters ? plain(a + b) : null;
  if (left.kind !== 'items' && right.kind !== 'items') return null;
  const items = [left, right].map((side) =>
    side.kind === 'subject' ? [side] : machine.elements(side, site),
  );
  const [first = null, second = null] = items;
  if (first === null || second === null) return unknown;
  return first.length + second.length > 2000 ? null : itemsOf([...first, ...second]);
}
