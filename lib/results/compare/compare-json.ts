import { isJsonObject, isSameJson, type JsonValue } from '@/lib/base/json';

/** A place in a JSON document where two results differ. Undefined on the side that lacks it. */
export interface JsonDifference {
  /** As people write it: `orders[2].total`; empty for the document itself. */
  path: string;
  a: JsonValue | undefined;
  b: JsonValue | undefined;
}

/** More differences than these say only that the documents are different. */
export const MOST_DIFFERENCES = 2000;

/** The places where two JSON documents differ, in the order of B; items of lists are compared by their place. */
export function compareJson(a: JsonValue, b: JsonValue): JsonDifference[] {
  const found: JsonDifference[] = [];
  const open: [path: string, a: JsonValue | undefined, b: JsonValue | undefined][] = [['', a, b]];
  while (open.length > 0 && found.length < MOST_DIFFERENCES) {
    const [path, left, right] = open.pop() ?? ['', null, null];
    const parts = partsOf(path, left, right);
    if (parts === null) {
      if (left === undefined || right === undefined || !isSameJson(left, right))
        found.push({ path, a: left, b: right });
    } else open.push(...parts.reverse());
  }
  return found;
}

/** The parts of two lists, or of two objects; null for anything else. */
function partsOf(
  path: string,
  a: JsonValue | undefined,
  b: JsonValue | undefined,
): [string, JsonValue | undefined, JsonValue | undefined][] | null {
  if (Array.isArray(a) && Array.isArray(b)) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [`${path}[${at}]`, a[at], b[at]]);
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return null;
  const keys = new Set([...Object.keys(b), ...Object.keys(a)]);
  const own = (of: Record<string, JsonValue>, key: string) => (Object.hasOwn(of, key) ? of[key] : undefined);
  return [...keys].map((key) => [path === '' ? key : `${path}.${key}`, own(a, key), own(b, key)]);
}
