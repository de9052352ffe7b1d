import type { Site } from '../../../values/draft';
import { beginningOf } from '../../builtins/patterns';
import { testValue } from '../../values/make';
import type { Interpreter, Value } from '../../values/value';
import { type ArgvWords, NamedWord } from './words';

/** The word that the case around has found. */
export function narrowedWord(machine: Interpreter): NamedWord | null {
  for (const one of [...machine.cases].reverse())
    if (one?.isTrue && one.test.word instanceof NamedWord) return one.test.word;
  return null;
}

const flagLike = /^-{0,2}\w[\w.-]*=?$/;

/** Whether one of some words is there; null for text that isn't a word. */
export function foundWord(
  words: ArgvWords,
  how: 'is' | 'begins',
  texts: readonly string[],
  site: Site,
): Value | null {
  const flags = texts
    .map((text) => (how === 'begins' ? beginningOf(text) : text))
    .filter((text) => flagLike.test(text) && text.length <= 60);
  // `-o` and `--out` are one word; `--from` and `--to` are two.
  if (flags.filter((flag) => flag.replace(/^-+|=$/g, '').length > 1).length > 1 && !isSpelling(flags))
    return null;
  const [first, ...others] = flags.map((text) => words.word(text, site));
  if (first === undefined) return null;
  const word = others.reduce<NamedWord>((left, right) => {
    const merged = left.merge(right);
    return merged instanceof NamedWord ? merged : left;
  }, first);
  return testValue(word.test());
}

/** Whether words are one in several spellings: `--dry-run` and `--dry_run`. */
const isSpelling = (flags: readonly string[]): boolean =>
  new Set(flags.map((flag) => flag.replaceAll(/[-_.=]/g, '').toLowerCase())).size === 1;
