import { RE2JS } from 're2js';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';

/** A value that misses a pattern of its source's description. */
export interface PatternIssue {
  key: string;
  message: string;
}

/** A description may ask for a great many; a form is checked in an instant all the same. */
const mostChecks = 10_000;
const mostPatterns = 200;
/** A longer text is left to the source to check. In UTF-16 code units. */
export const LONGEST_MATCHED = 10_000;
/** The engine takes each character through a pattern's instructions; this many of both take about 0.3 seconds. */
const mostSteps = 15_000_000;

/**
 * Holds values against the patterns that stand in descriptions. They are somebody else's regular expressions,
 * so they run on an engine whose time grows with the text alone, and within bounds; what is beyond them, or what only
 * other engines understand, such as a look-ahead, is left to the source to check.
 */
export function patternIssues(
  inputs: readonly Pick<TemplateInput, 'key' | 'type'>[],
  sent: Readonly<Record<string, JsonValue>>,
): PatternIssue[] {
  let left = mostChecks;
  let steps = mostSteps;
  const compiled = new Map<string, RE2JS | null>();
  const misses = (type: InputType, value: JsonValue): boolean => {
    left -= 1;
    if (left < 0 || value === null) return false;
    if (type.alternatives !== undefined) return type.alternatives.every((each) => misses(each, value));
    if (Array.isArray(value)) {
      const { element } = type;
      return element !== null && value.some((item) => misses(element, item));
    }
    if (typeof value === 'object') {
      return (type.properties ?? []).some(
        ({ key, type: inner }) => Object.hasOwn(value, key) && misses(inner, value[key] ?? null),
      );
    }
    const { sourcePattern } = type.constraints;
    if (typeof value !== 'string' || sourcePattern === undefined || type.jsonType !== 'string') return false;
    if (value.length > LONGEST_MATCHED) return false;
    const known = compiled.get(sourcePattern);
    if (known === undefined && compiled.size >= mostPatterns) return false;
    const pattern = known === undefined ? compile(sourcePattern) : known;
    compiled.set(sourcePattern, pattern);
    if (pattern === null) return false;
    steps -= value.length * pattern.programSize();
    return steps >= 0 && !pattern.matcher(value).find();
  };
  return inputs.flatMap(({ key, type }) => {
    const value = Object.hasOwn(sent, key) ? sent[key] : undefined;
    if (value === undefined || !misses(type, value)) return [];
    const shown = type.constraints.sourcePattern;
    return [
      {
        key,
        message:
          shown === undefined
            ? 'Holds a text that is not of the form asked for'
            : `Must be of the form ${shown}`,
      },
    ];
  });
}

/** Null where the engine does not know what is written there. */
function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}
