import type { AmbiguousDefault } from '@/lib/inputs/input';

/**
 * How the values of a source's types are read and left empty. What each of its types looks like in a form, its
 * constraints and its control, stands in `{name}-types.ts` beside it: a page that shows a form has been told, and needs
 * no table of types.
 */
export interface TypeSystem {
  /** The name that an `InputType` carries. */
  name: string;
  /** Whether a number that need not be whole may be a word, such as `NaN`. `text` is trimmed. */
  isNumberWord(text: string): boolean;
  /** A date and time, trimmed, as the source reads it. What is none comes back as it is. */
  dateTimeText(text: string): string;
  /** What becomes of an optional input that is left empty, in a word beside it. */
  leftOut: 'Default' | 'Leave out';
  /** What becomes of a part of a composite value that is left empty. */
  partLeftEmpty: Extract<AmbiguousDefault, 'explicitNull' | 'omit'>;
}
