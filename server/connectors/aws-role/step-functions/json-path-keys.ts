import type { KeyRead } from '../code/event-keys';

/** The first key of a path into the input: `$.order.id`, `$['order']`. Not `$$`, which is the context. */
const pathPattern = /(?<![$\w])\$(?:\.([A-Za-z_][\w-]*)|\[\\?["']([^"'\\\]]+)\\?["']\])/g;

export const isWholeInput = (path: string): boolean => path === '$';

/** The type that a comparison of a choice needs, e.g. `NumericGreaterThan`. */
function typeOfComparison(names: readonly string[]): string | null {
  for (const name of names) {
    if (/^(Numeric|IsNumeric)/.test(name)) return 'number';
    if (/^(String|IsString)/.test(name)) return 'string';
    if (/^(Boolean|IsBoolean)/.test(name)) return 'boolean';
    if (/^(Timestamp|IsTimestamp)/.test(name)) return 'string:date-time';
  }
  return null;
}

/**
 * The keys that the paths in a state begin with. Only strings that are a path, or an intrinsic function with paths, count:
 * a value is a path where its name ends in `.$` or `Path`, and in the `Variable` of a choice.
 */
export function readJsonPath(part: unknown): KeyRead[] {
  const reads: KeyRead[] = [];
  const waiting: { value: unknown; name: string; of: Record<string, unknown> | null }[] = [
    { value: part, name: '', of: null },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, name, of } = next;
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, name, of });
    } else if (typeof value === 'object' && value !== null) {
      const inner = Object.fromEntries(Object.entries(value));
      for (const [key, each] of Object.entries(inner)) waiting.push({ value: each, name: key, of: inner });
    } else if (typeof value === 'string' && isPath(name)) {
      reads.push(...keysIn(value, name, of));
    }
  }
  // The last pushed is read first.
  return reads.reverse();
}

const isPath = (name: string): boolean => name.endsWith('.$') || name.endsWith('Path') || name === 'Variable';

function keysIn(text: string, name: string, of: Record<string, unknown> | null): KeyRead[] {
  const isPresenceCheck = name === 'Variable' && of !== null && 'IsPresent' in of;
  return [...text.matchAll(pathPattern)].reverse().map((found) => {
    const key = found[1] ?? found[2] ?? '';
    const isAll = found.index === 0 && found[0].length === text.length;
    return {
      key,
      isOptional: isPresenceCheck,
      type: isAll ? typeOf(name, of) : text.startsWith('$') ? 'object' : null,
    };
  });
}

function typeOf(name: string, of: Record<string, unknown> | null): string | null {
  if (name === 'ItemsPath') return 'array';
  if (name === 'SecondsPath' || /^(Timeout|Heartbeat)SecondsPath$/.test(name)) return 'integer';
  if (name === 'TimestampPath') return 'string:date-time';
  return name === 'Variable' && of !== null ? typeOfComparison(Object.keys(of)) : null;
}
