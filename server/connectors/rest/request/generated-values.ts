import { randomInt, randomUUID } from 'node:crypto';
import type { JsonValue } from '@/lib/base/json';
import type { RestExecutable } from '../executable';

type Values = Readonly<Record<string, JsonValue>>;

/** Postman's own variables that every request has a new value for. */
const generators: Readonly<Record<string, () => string>> = {
  $guid: randomUUID,
  $randomUUID: randomUUID,
  $timestamp: () => String(Math.floor(Date.now() / 1000)),
  $isoTimestamp: () => new Date(Date.now()).toISOString(),
  $randomInt: () => String(randomInt(1001)),
};

export const isGeneratedName = (name: string): boolean => Object.hasOwn(generators, name);

const variable = /\{\{\s*(\$\w+)\s*\}\}/g;

/** Writes new values in the places of the operation's generated variables, each time that one is named. */
export function withGenerated({ generated = [], parameters }: RestExecutable, values: Values): Values {
  if (generated.length === 0) return values;
  const keys = new Set(parameters.map(({ key }) => key));
  const text = (written: string): string =>
    written.replace(variable, (whole, name: string) =>
      generated.includes(name) ? (generators[name]?.() ?? whole) : whole,
    );
  const filled = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return text(value);
    return Array.isArray(value) ? value.map(filled) : value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, keys.has(key) ? filled(value) : value]),
  );
}
