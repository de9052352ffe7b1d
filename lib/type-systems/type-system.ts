import type { AmbiguousDefault, Constraints } from '@/lib/inputs/input';

/**
 * How the values of a source's types are parsed and left empty. How each type looks in a form, with its constraints and
 * control, is in `{name}-types.ts`: a page that shows a form already has the type and needs no table.
 */
export interface TypeSystem {
  /** The name that an `InputType` carries. */
  name: string;
  /** Whether a number that need not be whole may be a word, such as `NaN`. `text` is trimmed. */
  isNumberWord(text: string): boolean;
  /** What a word for a truth value means besides `true` and `false`; null if nothing. `word` is trimmed and in lower case. */
  booleanWord(word: string): boolean | null;
  /** A date and time, trimmed, as the source reads it. Anything else is returned unchanged. */
  dateTimeText(text: string): string;
  /** How long a text is, in what `maxLength` counts; null where its pattern alone says how long it may be. */
  textLength(text: string, constraints: Constraints): number | null;
  /** How many moments of a second are kept, unless a type keeps fewer; null where the source decides. */
  ticksPerSecond: number | null;
  /** A value of a type whose text nobody would guess; null for the other types. */
  exampleText(typeId: string): string | null;
  /** Whether a list may hold lists of the same elements, as many levels deep as its value is. */
  hasDimensions: boolean;
  /** What happens to an optional input left empty, in a word next to it. */
  leftOut: 'Default' | 'Leave out';
  /** Whether the source may cut a text that is too long, instead of refusing it. */
  cutsTexts: boolean;
  /** What happens to a part of a composite value left empty. */
  partLeftEmpty: Extract<AmbiguousDefault, 'explicitNull' | 'omit'>;
}
