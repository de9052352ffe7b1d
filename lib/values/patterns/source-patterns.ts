import { RE2JS } from 're2js';
import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import type { ValueIssue } from '@/lib/values/check-values';

const mostPatterns = 200;
/** The source checks longer texts. In UTF-16 code units. */
export const LONGEST_MATCHED = 10_000;

/** What checking may take in all. */
export interface PatternLimits {
  /** How many values are checked. A description may have any number of patterns. */
  checks: number;
  /** The engine runs each character through a pattern's instructions; 15 million steps take about 0.3 seconds. */
  steps: number;
}

/** Checking a form must stay instant. */
const ofOneForm: PatternLimits = { checks: 10_000, steps: 15_000_000 };

type Sent = Readonly<Record<string, JsonValue>>;

/**
 * Returns a check of values against the patterns of descriptions, for one form or many. These regular expressions are
 * not ours, so they run on an engine with linear running time, and within limits. Anything beyond the limits, or that
 * only other engines support, such as a look-ahead, is left to the source to check.
 */
export function patternChecker(
  inputs: readonly Pick<TemplateInput, 'key' | 'type'>[],
  limits: PatternLimits = ofOneForm,
): (sent: Sent) => ValueIssue[] {
  let left = limits.checks;
  let { steps } = limits;
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
  return (sent) =>
    inputs.flatMap(({ key, type }) => {
      const value = Object.hasOwn(sent, key) ? sent[key] : undefined;
      if (value === undefined || !misses(type, value)) return [];
      const shown = type.constraints.sourcePattern;
      return [
        {
          key,
          canBeLeft: true as const,
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
