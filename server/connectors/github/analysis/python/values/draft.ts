import { type Fallback, InputDraft, isNothing } from '../../values/draft';

/** An input of a script in Python. */
export class Draft extends InputDraft {
  isMultiline = false;
  /** Whether the code takes single parts out of its text. */
  isPicked = false;

  /**
   * Takes a value that the code puts in its place if it is missing.
   *
   * @param isNearer whether it stands where the input is read, so that it counts more than an empty default
   */
  offerFallback(fallback: Fallback | null, isNearer = true): void {
    if (fallback === null || !this.isTextual || this.isRequired) return;
    if ('literal' in fallback && fallback.literal === null) return;
    const known = this.fallback;
    const isOpen =
      known === null || ('literal' in known ? isNearer && isNothing(known.literal) : 'literal' in fallback);
    if (isOpen) this.fallback = fallback;
  }
}
