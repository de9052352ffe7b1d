import type { JsonValue } from '@/lib/base/json';
import { cellText } from '@/lib/results/table/result-table';

/** What a text can mean to a dropdown: an option's value, or the name of one or several. */
export interface FoundOption {
  isValue: boolean;
  /** The values of the options with this name. */
  named: readonly JsonValue[];
}

/** The value that a text stands for, or why that isn't clear. */
export type MeantOption = { value: JsonValue } | { problem: string };

/**
 * Finds the option that a text names. Returns null if no option has that name: the text is then checked as a value. A
 * text that could name several options is a problem, because a run with the wrong one looks just like a correct run.
 */
export function meantOption(text: string, { isValue, named }: FoundOption): MeantOption | null {
  const others = isValue ? named.filter((value) => cellText(value) !== text.trim()) : named;
  const [value] = others;
  if (value === undefined) return null;
  if (isValue) {
    return {
      problem: `“${text}” is the value of one option and the name of another. Choose it in the form, or ask an engineer for clearer names`,
    };
  }
  if (others.length === 1) return { value };
  return {
    problem: `“${text}” is the name of several options. Write the value that is meant, such as ${others.map(cellText).join(' or ')}`,
  };
}
