import type { Diff } from './differences/use-diff';

/** More than this is for people to choose from. */
const MOST_CHOSEN = 10;

/**
 * What is selected before anyone has chosen: everything that can be added, by cloud id, of a source that has no commands
 * yet and offers only a few things; otherwise nothing.
 */
export function firstChoice(diff: Diff): ReadonlySet<string> {
  const { added, alreadyAdded, modified, deleted, undeleted, ignored, error } = diff;
  const isKnown = [alreadyAdded, modified, deleted, undeleted, ignored, error].some(
    (rows) => rows.length > 0,
  );
  const offered = added.filter(
    ({ extension, unavailableReason }) => extension === null && unavailableReason === null,
  );
  return new Set(isKnown || offered.length > MOST_CHOSEN ? [] : offered.map(({ cloudId }) => cloudId));
}
