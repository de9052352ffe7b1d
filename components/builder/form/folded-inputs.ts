import type { FormState } from '@/components/input-form/state/form-state';
import { ownValue } from '@/components/input-form/state/own-value';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input } from '@/lib/inputs/input';
import { isEmpty } from '@/lib/inputs/is-empty';

/** A form with more inputs than this folds the optional ones. */
const MOST_SHOWN = 20;
/** Fewer than this aren't worth a button. */
const FEWEST_FOLDED = 4;

/**
 * The keys of a long form's inputs that nobody needs to look at: optional, empty, without an error, and not touched.
 *
 * @param wantedKey the input that the address asks for, which is shown
 */
export function foldedKeys(
  shown: readonly Input[],
  { values, errors, unreadable, changed }: FormState,
  wantedKey: string | null,
): ReadonlySet<string> {
  if (shown.length <= MOST_SHOWN) return new Set();
  const folded = shown.filter(
    (input) =>
      input.defaultAmbiguousInput !== 'required' &&
      !isFixed(input) &&
      isEmpty(input, ownValue(values, input.key)) &&
      !changed.has(input.key) &&
      !(input.key in errors) &&
      !(input.key in unreadable) &&
      input.key !== wantedKey,
  );
  return new Set(folded.length < FEWEST_FOLDED ? [] : folded.map(({ key }) => key));
}

/** The inputs without the folded ones. A heading whose first input is folded stands above the next one of its group. */
export function withoutFolded(shown: readonly Input[], folded: ReadonlySet<string>): readonly Input[] {
  if (folded.size === 0) return shown;
  let header: string | null = null;
  return shown.flatMap((input) => {
    header = input.groupHeader || header;
    if (folded.has(input.key)) return [];
    const kept = header === input.groupHeader ? input : { ...input, groupHeader: header };
    header = null;
    return [kept];
  });
}
