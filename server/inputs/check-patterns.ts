import { RE2JS } from 're2js';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';

/** A value that doesn't match the pattern in its source's description. */
export interface PatternIssue {
  key: string;
  message: string;
}

/** A description may have any number of patterns; checking a form must stay instant. */
const mostChecks = 10_000;
const mostPatterns = 200;
/** The source checks longer texts. In UTF-16 code units. */
export const LONGEST_MATCHED = 10_000;
/** The engine runs each character through a pattern's instructions; this many steps take about 0.3 seconds. */
const mostSteps = 15_000_000;

/**
 * Checks values against the patterns of descriptions. These regular expressions are not ours, so they run on an engine
 * with linear running time, and within limits. Anything beyond the limits, or that only other engines support, such as
 * a look-ahead, is left to the source to check.
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

/** Returns null if the engine doesn't support the pattern. */
function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}
