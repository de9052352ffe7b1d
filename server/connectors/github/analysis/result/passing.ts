import type { OptionForm, Passing, TextForm } from '../script';

/** How the value of an input gets to the script, before its texts are settled. */
export type Way =
  | { by: 'option'; flag: string; shape: 'value' | 'separate' | 'values' | 'repeated' | 'count' }
  | { by: 'switch'; on: string | null; off: string | null }
  | { by: 'position' }
  | { by: 'environment'; name: string }
  | { by: 'answer' }
  | { by: 'parameter'; name: string }
  | { by: 'assignment'; name: string; code: string };

/**
 * Settles how a value gets to the script.
 *
 * @param text how it is written as text
 * @param after how many words of the subcommand precede it
 * @param place its place among the answers, or among the arguments after the same words, from 0
 */
export function passingOf(way: Way, text: TextForm, after: number, place: number): Passing {
  switch (way.by) {
    case 'option':
      return { by: 'option', flag: way.flag, form: formOf(way.shape, text), after };
    case 'switch':
      return {
        by: 'option',
        flag: way.on ?? way.off ?? '',
        form: { kind: 'switch', on: way.on, off: way.off },
        after,
      };
    case 'position':
      return { by: 'position', at: place, after };
    case 'environment':
      return { by: 'environment', name: way.name, text };
    case 'answer':
      return { by: 'answer', at: place, text };
    case 'parameter':
      return { by: 'parameter', name: way.name };
    case 'assignment':
      return { by: 'assignment', name: way.name, code: way.code };
  }
}

const formOf = (shape: 'value' | 'separate' | 'values' | 'repeated' | 'count', text: TextForm): OptionForm =>
  shape === 'count' ? { kind: 'count' } : { kind: shape, text };
