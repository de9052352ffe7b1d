import { digitsOf, parseExactJson, withPlainNumbers } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';

/** How texts are read where the schema of a fixed tool leaves no doubt about what they mean. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  after: numberOf,
  run_id: numberOf,
  dry_run: (text) => (/^(true|false)$/.test(text) ? text === 'true' : text),
  arguments: objectOf,
};

/**
 * The arguments of a fixed tool as its schema wants them. Language models quote numbers and objects now and then, and
 * write null for what they leave out.
 */
export function readGiven(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === null) return [];
      const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
      if (typeof value === 'string' && read !== undefined) return [[name, read(value)]];
      return [[name, name === 'arguments' ? value : withPlainNumbers(value)]];
    }),
  );
}

function numberOf(text: string): unknown {
  const digits = digitsOf(text) ?? text;
  return /^\d{1,10}(\.0+)?$/.test(digits) ? Number(digits) : text;
}

function objectOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

/** Whether a program sets a hidden input, which an engineer's may. No schema offers it, so its person sees it first. */
export const setsHiddenInput = (
  inputs: readonly Input[],
  given: Readonly<Record<string, JsonValue>>,
): boolean => inputs.some(({ key, hidden }) => hidden && Object.hasOwn(given, key));
