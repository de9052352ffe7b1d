import type { Way } from '../../../result/passing';
import type { Site } from '../../../values/draft';
import { Draft } from '../../values/draft';

/** An argument of a parser. */
export interface ParserArgument {
  draft: Draft;
  /** Empty for a positional argument. */
  flags: string[];
  /** The name of its value. */
  dest: string;
  way: Way;
  /** The group of which only one may be given. */
  exclusive: ExclusiveGroup | null;
}

export interface ExclusiveGroup {
  isRequired: boolean;
}

/** The longest flag names an option: `--dry-run` rather than `-n`. */
export const longestOf = (flags: readonly string[]): string =>
  flags.reduce((longest, flag) => (flag.length > longest.length ? flag : longest), flags[0] ?? '');

export const withoutDashes = (flag: string): string => flag.replace(/^[-+/]+/, '');

/** A list of arguments that follow the known ones. It is offered once a variable holds it. */
export function restDraft(site: Site, what = 'parse_known_args'): Draft {
  const draft = new Draft(site, what, false);
  draft.isList = true;
  draft.description = 'More arguments, as they are written on a command line.';
  return draft;
}
