import type { SpotlightActionData } from '@mantine/spotlight';
import { allOf } from '@/lib/base/text/lists';
import { FEWEST_LETTERS, withMostWords } from '@/lib/commands/some-words';

export interface PaletteGroup {
  group: string;
  actions: SpotlightActionData[];
}

export const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Whether the letters occur in the word in order, starting with its first: `trck` in `track`. */
function isSlipOf(letters: string, word: string): boolean {
  if (letters.length < FEWEST_LETTERS || letters[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

const textOf = ({ label, description, keywords }: SpotlightActionData): string =>
  [label ?? '', description ?? '', ...[keywords ?? []].flat()].join('\n').toLowerCase();

/** How well an action matches the search, best at 0; null if it doesn't. */
export function rankOf(query: string, action: SpotlightActionData): number | null {
  const name = (action.label ?? '').toLowerCase();
  const typed = wordsOf(query);
  if (typed.length === 0 || name.startsWith(query)) return 0;
  const words = wordsOf(name);
  if (typed.every((part) => words.some((word) => word.startsWith(part)))) return 1;
  if (typed.every((part) => name.includes(part))) return 2;
  // A letter or two would find almost everything in what isn't shown.
  const all = textOf(action);
  const shown = `${name}\n${action.description ?? ''}`.toLowerCase();
  if (typed.every((part) => (part.length < FEWEST_LETTERS ? shown : all).includes(part))) return 3;
  if (typed.every((part) => words.some((word) => word.startsWith(part) || isSlipOf(part, word)))) return 4;
  return null;
}

/** The matches, sorted within each group, and the groups by their best match. */
export function filterPalette(text: string, groups: readonly PaletteGroup[]): PaletteGroup[] {
  const query = text.trim().toLowerCase();
  if (query === '') return [...groups];
  return groups
    .map(({ group, actions: all }) => {
      const ranked = all
        .flatMap((action) => {
          const rank = rankOf(query, action);
          return rank === null ? [] : [{ action, rank }];
        })
        .sort((one, other) => one.rank - other.rank);
      return { group, ranked };
    })
    .filter(({ ranked }) => ranked.length > 0)
    .sort((one, other) => (one.ranked[0]?.rank ?? 0) - (other.ranked[0]?.rank ?? 0))
    .map(({ group, ranked }) => ({ group, actions: ranked.map(({ action }) => action) }));
}

/** The actions that have the most of the words, for a search that nothing matches. */
export const someOf = (text: string, actions: readonly SpotlightActionData[]): SpotlightActionData[] =>
  withMostWords(wordsOf(text.toLowerCase()), actions, textOf);

/** The first actions of all groups together. */
export function firstOf(groups: readonly PaletteGroup[], most: number): PaletteGroup[] {
  let left = most;
  return groups.flatMap(({ group, actions }) => {
    const shown = actions.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ group, actions: shown }];
  });
}

/** That nothing matches, in what could be looked through. */
export const nothingWords = (missing: readonly string[]): string =>
  missing.length === 0 ? 'Nothing found.' : `Nothing found, but ${allOf(missing)} could not be loaded.`;
